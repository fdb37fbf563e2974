import type { TransactionRefusal } from '@oracle-gateway/ledger';
import type { Broadcast } from '@oracle-gateway/outbox';
import type { PayerCharge } from '../ledger/payers.js';

/** A transaction that may be on its way. The rounds that it settles share this object. */
export interface SentTransaction {
  readonly signature: string;
  /** The payment of this worker; null: an earlier worker built it. */
  readonly payment: PayerCharge | null;
  /** null: no record of the claimed rounds holds the bytes. */
  wire: Uint8Array | null;
  /** Whether it may settle several rounds: a refusal may then be about any of them. */
  readonly isShared: boolean;
  /** When this worker built it; null: an earlier worker built it. */
  readonly builtAtMs: number | null;
  /** Whether a server may have it: a broadcast was answered, or its outcome is unknown. */
  mayHaveLeft: boolean;
  /** Broadcasts without an answer yet. */
  unanswered: number;
  /** Number of times that this worker has sent it. */
  timesSent: number;
  /** When its bytes are sent again, unless it has landed. */
  sendAgainAtMs: number;
  /** The refusal of a broadcast, and its time; null: no broadcast was refused. */
  refusal: { readonly error: TransactionRefusal; readonly atMs: number } | null;
  /** Why the last broadcast failed; null: it succeeded, or has no answer yet. */
  trouble: string | null;
}

/** Milliseconds in which the answer to a first broadcast tells more than the ledger can show. */
const ANSWERED_WITHIN_MS = 1_000;

/** Whether it was just sent for the first time and has no answer yet. */
export function isOnItsWay({ unanswered, timesSent, builtAtMs }: SentTransaction, nowMs: number): boolean {
  return unanswered > 0 && timesSent === 1 && builtAtMs !== null && nowMs - builtAtMs < ANSWERED_WITHIN_MS;
}

/** A transaction that was just built and not sent. */
export function newTransaction(
  input: Pick<SentTransaction, 'signature' | 'wire' | 'isShared'> & { readonly payment: PayerCharge; readonly nowMs: number },
): SentTransaction {
  const { signature, wire, isShared, payment, nowMs } = input;
  return { ...untold(signature, nowMs), wire, isShared, payment, builtAtMs: nowMs, mayHaveLeft: false };
}

/** A transaction that an earlier worker recorded for one round or several; its bytes are sent again at once. */
export function takenOverTransaction({ signature, wire }: Broadcast, nowMs: number): SentTransaction {
  return { ...untold(signature, nowMs), wire, isShared: true, payment: null, builtAtMs: null, mayHaveLeft: true };
}

function untold(
  signature: string,
  sendAgainAtMs: number,
): Omit<SentTransaction, 'wire' | 'isShared' | 'payment' | 'builtAtMs' | 'mayHaveLeft'> {
  return { signature, unanswered: 0, timesSent: 0, sendAgainAtMs, refusal: null, trouble: null };
}
