import {
  LedgerUnavailableError,
  MAX_NAMED_TRANSACTIONS,
  type NamedTransaction,
  RpcRefusalError,
  type TransactionHistory,
} from '@oracle-gateway/ledger';
import type { RoundPayment } from '@oracle-gateway/outbox';
import { parseAddress, toHex, type UnixMs } from '@oracle-gateway/protocol';
import { AuthorizationError, authorizationKeyOf } from '@oracle-gateway/x402';

/** What the ledger says of a payment. */
export type PaymentFinding =
  | { readonly kind: 'paid'; readonly signature: string; readonly slot: number }
  /** Its transaction is in a block and has moved nothing; it lands no second time. */
  | { readonly kind: 'failed'; readonly signature: string }
  /** It is in no block, and can get into none. */
  | { readonly kind: 'absent' }
  /** It may land yet, or nobody could say. */
  | { readonly kind: 'unknown'; readonly reason: string };

export interface SoughtPayment {
  readonly payment: RoundPayment;
  /** When the round was reserved: it had not landed by then, or just. */
  readonly createdAtMs: UnixMs;
  /** Where it may be: noted before it was sent, or what the facilitator says, which may be another payment's. null: nobody knows. */
  readonly signature: string | null;
}

/** Looks once. Never throws for what the ledger's server does: what could not be read is not known. */
export type FindPayment = (sought: SoughtPayment) => Promise<PaymentFinding>;

export interface PaymentSearchDeps {
  readonly history: Omit<TransactionHistory, 'blockHeight'>;
  readonly nowMs: () => number;
}

/** It was good when it was verified, a few seconds before the reservation; the rest is for clocks that differ. */
const LOOK_BACK_MS = 120_000;
const MAX_PAGES = 8;
const MAX_CANDIDATES = 1_000;
const AT_ONCE = 10;
/** JSON-RPC code for a transaction of a later version than was asked for. */
const UNSUPPORTED_VERSION = -32_015;

const MAY_LAND: PaymentFinding = { kind: 'unknown', reason: 'not on the ledger, and its blockhash is not past' };

/**
 * Finds out what became of a payment, by the hash of its message: at its signature if one is known, and among the transactions of the payer's
 * token account. That it is absent is said only when the ledger was past its blockhash, at `finalized`, before the search began, by a server
 * that had got past it too (decision 0033).
 */
export function createPaymentSearch(deps: PaymentSearchDeps): FindPayment {
  return async (sought) => {
    try {
      const named = sought.signature === null ? null : await readPayment(sought.signature, sought, deps);
      if (isDecided(named)) return named;
      const lastSlot = await readLastSlot(sought.payment, deps);
      return await searchAccount(sought, lastSlot, deps);
    } catch (error) {
      if (error instanceof LedgerUnavailableError) return { kind: 'unknown', reason: error.message };
      throw error;
    }
  };
}

/** The last slot in which the payment can be, once the finalized chain is past it; null while it can land. */
async function readLastSlot({ expiry, blockhash }: RoundPayment, { history, nowMs }: PaymentSearchDeps): Promise<number | null> {
  switch (expiry.kind) {
    case 'height': {
      const { slot, blockHeight } = await history.tip('finalized');
      // Slots without a block only grow in number: no block of a valid height has a later slot than this.
      return blockHeight > expiry.lastValidBlockHeight ? expiry.lastValidBlockHeight + (slot - blockHeight) : null;
    }
    case 'time': {
      if (nowMs() <= expiry.afterMs || (await history.isBlockhashValid(blockhash, 'finalized'))) return null;
      return (await history.tip('finalized')).slot;
    }
  }
}

async function searchAccount(sought: SoughtPayment, lastSlot: number | null, deps: PaymentSearchDeps): Promise<PaymentFinding> {
  const account = parseAddress(sought.payment.payerTokenAccount);
  const bank = lastSlot === null ? {} : { minContextSlot: lastSlot };
  let before: { readonly before?: string } = {};
  let candidates = 0;
  let unread: PaymentFinding | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const listed = await deps.history.naming(account, { limit: MAX_NAMED_TRANSACTIONS, ...before, ...bank });
    const last = listed.at(-1);
    const inTime = listed.filter((entry) => isInTime(entry, sought));
    const possible = inTime.filter((entry) => mayBe(entry, sought, lastSlot));
    candidates += possible.length;
    if (candidates > MAX_CANDIDATES) return { kind: 'unknown', reason: 'too many transactions could be the payment' };
    const found = await readCandidates(possible, sought, deps);
    if (isDecided(found)) return found;
    unread ??= found;
    if (last === undefined || inTime.length < listed.length) return unread ?? (lastSlot === null ? MAY_LAND : { kind: 'absent' });
    before = { before: last.signature };
  }
  return { kind: 'unknown', reason: 'the account has too many transactions to look through' };
}

function isInTime({ blockTimeSeconds }: NamedTransaction, { createdAtMs }: SoughtPayment): boolean {
  return blockTimeSeconds === null || blockTimeSeconds * 1_000 >= createdAtMs - LOOK_BACK_MS;
}

function mayBe({ memo, slot }: NamedTransaction, { payment }: SoughtPayment, lastSlot: number | null): boolean {
  return (memo === null || memo.includes(payment.memo)) && (lastSlot === null || slot <= lastSlot);
}

/** What the first of them says that decides, or that could not be read; null when all are other transactions. */
async function readCandidates(
  candidates: readonly NamedTransaction[],
  sought: SoughtPayment,
  deps: PaymentSearchDeps,
): Promise<PaymentFinding | null> {
  let unread: PaymentFinding | null = null;
  for (let first = 0; first < candidates.length; first += AT_ONCE) {
    const some = candidates.slice(first, first + AT_ONCE);
    const findings = await Promise.all(some.map(({ signature }) => readPayment(signature, sought, deps)));
    const decided = findings.find(isDecided);
    if (decided !== undefined) return decided;
    unread ??= findings.find((finding) => finding !== null) ?? null;
  }
  return unread;
}

function isDecided(finding: PaymentFinding | null): finding is Extract<PaymentFinding, { readonly kind: 'paid' | 'failed' }> {
  return finding?.kind === 'paid' || finding?.kind === 'failed';
}

/** What the transaction says of the payment; null when it is another one. */
async function readPayment(signature: string, { payment }: SoughtPayment, { history }: PaymentSearchDeps): Promise<PaymentFinding | null> {
  try {
    const landed = await history.transaction(signature);
    if (landed === null) return { kind: 'unknown', reason: 'the server names a transaction that it does not serve' };
    if (keyOf(landed.wire) !== payment.messageHash) return null;
    return landed.succeeded ? { kind: 'paid', signature, slot: landed.slot } : { kind: 'failed', signature };
  } catch (error) {
    // Of a later version than payments have.
    if (error instanceof RpcRefusalError && error.code === UNSUPPORTED_VERSION) return null;
    throw error;
  }
}

/** null of what the x402 packages cannot decode: no such payment is admitted. */
function keyOf(wire: Uint8Array): string | null {
  try {
    return toHex(authorizationKeyOf(wire));
  } catch (error) {
    if (error instanceof AuthorizationError) return null;
    throw error;
  }
}
