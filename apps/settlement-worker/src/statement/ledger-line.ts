import { isRoundId } from '@oracle-gateway/outbox';
import { type Address, AddressError, formatAddress, parseAddress } from '@oracle-gateway/protocol';

/** A line that the books got from the ledger alone: a purchase, which no gateway sees, or a round or payment whose row was missing. */
export interface LedgerLine {
  readonly kind: 'purchase' | 'round' | 'payment';
  /** The ledger's clock. */
  readonly atMs: number;
  readonly slot: number;
  readonly signature: string;
  /** null: a purchase or a payment, whose round the ledger does not name. */
  readonly round: string | null;
  /** The owner, the payer, or the Subscription account of a settled round; null: the ledger does not tell. */
  readonly party: Address | null;
  readonly units: number;
  readonly amountAtomic: bigint;
}

const KINDS = ['purchase', 'round', 'payment'] as const;
const NUMBER = /^(0|[1-9][0-9]{0,19})$/;
const SIGNATURE = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/;

/** A line of the books is damaged; the message names the member. */
export class LedgerLineError extends Error {
  override readonly name = 'LedgerLineError';
}

/** One line of JSON without its end. */
export function ledgerLineJson({ kind, atMs, slot, signature, round, party, units, amountAtomic }: LedgerLine): string {
  return JSON.stringify({
    ledger: kind,
    atMs,
    slot,
    signature,
    ...(round === null ? {} : { round }),
    ...(party === null ? {} : { party: formatAddress(party) }),
    units,
    amount: amountAtomic.toString(),
  });
}

/** Reads what `ledgerLineJson` wrote. Throws LedgerLineError. */
export function readLedgerLine(line: string): LedgerLine {
  const members = membersOf(line);
  const kind = KINDS.find((known) => known === members.get('ledger'));
  if (kind === undefined) throw damaged('ledger');
  const { round = null } = { round: members.get('round') };
  if (round !== null && (typeof round !== 'string' || !isRoundId(round))) throw damaged('round');
  return {
    kind,
    atMs: count(members, 'atMs'),
    slot: count(members, 'slot'),
    signature: text(members, 'signature', SIGNATURE),
    round,
    party: members.has('party') ? address(members, 'party') : null,
    units: count(members, 'units'),
    amountAtomic: BigInt(text(members, 'amount', NUMBER)),
  };
}

type Members = ReadonlyMap<string, unknown>;

function membersOf(line: string): Members {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw new LedgerLineError('a line from the ledger is no JSON', { cause });
  }
  if (typeof value !== 'object' || value === null) throw new LedgerLineError('a line from the ledger is no JSON object');
  return new Map(Object.entries(value));
}

function count(members: Members, member: string): number {
  const value = members.get(member);
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw damaged(member);
  return value;
}

function text(members: Members, member: string, form: RegExp): string {
  const value = members.get(member);
  if (typeof value !== 'string' || !form.test(value)) throw damaged(member);
  return value;
}

function address(members: Members, member: string): Address {
  const value = members.get(member);
  if (typeof value !== 'string') throw damaged(member);
  try {
    return parseAddress(value);
  } catch (cause) {
    if (cause instanceof AddressError) throw damaged(member);
    throw cause;
  }
}

function damaged(member: string): LedgerLineError {
  return new LedgerLineError(`a line from the ledger has no ${member} in the form of one; remove the file and run reconcile --fill again`);
}
