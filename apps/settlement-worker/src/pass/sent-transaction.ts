import type { TransactionRefusal } from '@oracle-gateway/ledger';
import type { Broadcast } from '@oracle-gateway/outbox';

/** A transaction on its way, and what this worker knows of it. The rounds that it settles hold the same one. */
export interface SentTransaction {
  readonly signature: string;
  /** null: none of the records in hand holds the bytes. */
  wire: Uint8Array | null;
  /** Whether it settles other rounds too, as far as this worker knows: a refusal may then be about any of them. */
  readonly isShared: boolean;
  /** When this worker built it; null: it was taken over. */
  readonly builtAtMs: number | null;
  /** Whether it may have left: a broadcast of it was answered, or its outcome is unknown. */
  mayHaveLeft: boolean;
  /** Broadcasts of it without an answer yet. */
  unanswered: number;
  /** How often this worker has sent it. */
  timesSent: number;
  /** When its bytes go out again, unless something is heard of it. */
  sendAgainAtMs: number;
  /** What a broadcast of it was refused with, if any was, and when. */
  refusal: { readonly error: TransactionRefusal; readonly atMs: number } | null;
  /** Why its last broadcast did not go through; null: it did, or nothing was heard of it yet. */
  trouble: string | null;
}

/** One that was just built; nothing of it has left. */
export function newTransaction(
  input: Pick<SentTransaction, 'signature' | 'wire' | 'isShared'> & { readonly nowMs: number },
): SentTransaction {
  const { signature, wire, isShared, nowMs } = input;
  return { ...untold(signature, nowMs), wire, isShared, builtAtMs: nowMs, mayHaveLeft: false };
}

/** One that an earlier worker recorded, alone or with others: its bytes go out again at once. */
export function takenOverTransaction({ signature, wire }: Broadcast, nowMs: number): SentTransaction {
  return { ...untold(signature, nowMs), wire, isShared: true, builtAtMs: null, mayHaveLeft: true };
}

function untold(signature: string, sendAgainAtMs: number): Omit<SentTransaction, 'wire' | 'isShared' | 'builtAtMs' | 'mayHaveLeft'> {
  return { signature, unanswered: 0, timesSent: 0, sendAgainAtMs, refusal: null, trouble: null };
}
