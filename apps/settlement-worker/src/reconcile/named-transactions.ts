import { MAX_NAMED_TRANSACTIONS, type NamedTransaction, type TransactionHistory } from '@oracle-gateway/ledger';
import type { Address } from '@oracle-gateway/protocol';

/** The first and the last millisecond of a time. */
export interface TimeRange {
  readonly fromMs: number;
  readonly toMs: number;
}

export interface NamedAt {
  readonly signature: string;
  readonly slot: number;
  readonly atMs: number;
}

/** Transactions that name an account. */
export interface NamedInTime {
  /** The newest first. */
  readonly within: readonly NamedAt[];
  /** The last one before the time, if any. */
  readonly before: NamedAt | null;
  /** The first one after the time, if any. */
  readonly after: NamedAt | null;
}

/** The comparison cannot be made; the message says what to do. */
export class ReconcileError extends Error {
  override readonly name = 'ReconcileError';
}

/** Most transactions of one comparison: a name takes two hundred bytes of memory, and a call to read it. */
const MOST_WITHIN = 500_000;
/** Most names that are passed over behind the time, a thousand in a call: months of one round a second. */
const MOST_BEHIND = 10_000_000;

const OUT_OF_ORDER = 'the RPC server names transactions twice or out of their order; name an archive in ORACLE_GATEWAY_RPC_URL';

/**
 * Transactions of the time that name the account, and their neighbours. Throws ReconcileError for too many, and for a server that tells no times
 * or no order; LedgerUnavailableError.
 */
export async function namedTransactions(
  account: Address,
  range: TimeRange,
  { history }: { readonly history: Pick<TransactionHistory, 'naming'> },
  { mostWithin = MOST_WITHIN, mostBehind = MOST_BEHIND }: { readonly mostWithin?: number; readonly mostBehind?: number } = {},
): Promise<NamedInTime> {
  const naming = new NamingUnderWay(range);
  let before: string | undefined;
  for (let seen = 0; seen < mostBehind + mostWithin;) {
    const page = await history.naming(account, { limit: MAX_NAMED_TRANSACTIONS, ...(before === undefined ? {} : { before }) });
    for (const named of page) naming.take(named);
    const last = page.at(-1);
    if (last === undefined || naming.isOver) return naming.result();
    if (naming.size > mostWithin)
      throw new ReconcileError(`an account has more than ${mostWithin} transactions from --from to --to; compare fewer days at once`);
    seen += page.length;
    before = last.signature;
  }
  throw new ReconcileError(`an account has more than ${mostBehind} transactions since --to; compare later days`);
}

/** The names so far. Slots and times never grow from one to the next: a server that repeats a page, or errs in a time, breaks that. */
class NamingUnderWay {
  private readonly within = new Map<string, NamedAt>();
  private before: NamedAt | null = null;
  private after: NamedAt | null = null;
  private last: Omit<NamedAt, 'signature'> = { slot: Infinity, atMs: Infinity };

  constructor(private readonly range: TimeRange) {}

  get size(): number {
    return this.within.size;
  }

  /** The time has begun before the last name. */
  get isOver(): boolean {
    return this.before !== null;
  }

  take({ signature, slot, blockTimeSeconds }: NamedTransaction): void {
    if (blockTimeSeconds === null)
      throw new ReconcileError('the RPC server tells no block times; name an archive in ORACLE_GATEWAY_RPC_URL');
    const named = { signature, slot, atMs: blockTimeSeconds * 1_000 };
    if (slot > this.last.slot || named.atMs > this.last.atMs || this.within.has(signature)) throw new ReconcileError(OUT_OF_ORDER);
    this.last = named;
    if (named.atMs > this.range.toMs) this.after = named;
    else if (named.atMs >= this.range.fromMs) this.within.set(signature, named);
    else this.before ??= named;
  }

  result(): NamedInTime {
    return { within: [...this.within.values()], before: this.before, after: this.after };
  }
}
