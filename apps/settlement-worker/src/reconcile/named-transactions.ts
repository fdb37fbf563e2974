import { MAX_NAMED_TRANSACTIONS, type TransactionHistory } from '@oracle-gateway/ledger';
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

/** The comparison cannot be made; the message says what to do. */
export class ReconcileError extends Error {
  override readonly name = 'ReconcileError';
}

/** Most transactions of one comparison: a name takes two hundred bytes of memory, and a call to read it. */
export const MOST_TRANSACTIONS = 500_000;

/**
 * Transactions of the time that name the account, the newest first. Throws ReconcileError for too many, and for a server that tells no times;
 * LedgerUnavailableError.
 */
export async function namedTransactions(
  account: Address,
  { fromMs, toMs }: TimeRange,
  { history }: { readonly history: Pick<TransactionHistory, 'naming'> },
): Promise<readonly NamedAt[]> {
  const found: NamedAt[] = [];
  let before: string | undefined;
  for (let seen = 0; seen < MOST_TRANSACTIONS;) {
    const page = await history.naming(account, { limit: MAX_NAMED_TRANSACTIONS, ...(before === undefined ? {} : { before }) });
    for (const { signature, slot, blockTimeSeconds } of page) {
      if (blockTimeSeconds === null)
        throw new ReconcileError('the RPC server tells no block times; name an archive in ORACLE_GATEWAY_RPC_URL');
      const atMs = blockTimeSeconds * 1_000;
      if (atMs < fromMs) return found;
      if (atMs <= toMs) found.push({ signature, slot, atMs });
    }
    const last = page.at(-1);
    if (last === undefined) return found;
    seen += page.length;
    before = last.signature;
  }
  throw new ReconcileError(`an account has more than ${MOST_TRANSACTIONS} transactions since --from; begin later`);
}
