import type { TransactionRefusal } from '@oracle-gateway/ledger';
import type { Broadcast, Claim } from '@oracle-gateway/outbox';
import type { RoundProof } from '../round-proof.js';

/** What a round was claimed for: to be settled, or to lapse because the program's window seems to have passed. */
export type Purpose = 'settle' | 'lapse';

/** A round that this worker has claimed, and what it remembers of it. Times are of a clock that is never set back. */
export interface RoundInHand {
  readonly claim: Claim;
  readonly proof: RoundProof;
  readonly purpose: Purpose;
  readonly takenAtMs: number;
  /** Until then nobody else may claim it. */
  leaseUntilMs: number;
  /** Transactions that may have been sent, oldest first. */
  broadcasts: readonly Broadcast[];
  /** When this worker built the newest of them; null: it was taken over. */
  builtAtMs: number | null;
  /** Whether the newest may have left: a broadcast of it was answered, or its outcome is unknown. */
  mayHaveLeft: boolean;
  /** Broadcasts of it without an answer yet. */
  unanswered: number;
  /** How often this worker has sent the newest. */
  timesSent: number;
  /** When the bytes of the newest go out again, unless something is heard of it. */
  sendAgainAtMs: number;
  /** What a broadcast of the newest was refused with, if any was, and when. */
  refusal: { readonly error: TransactionRefusal; readonly atMs: number } | null;
  /** Since when every read has found the window closed and no receipt. */
  closedSinceMs: number | null;
  /** Why it is not settled yet, for operators. */
  waitsFor: string;
  /** Something is being written down; until that is through nothing else is decided. */
  isBusy: boolean;
}

/** A round just claimed. Bytes of an earlier worker go out again at once. */
export function inHand(input: Pick<RoundInHand, 'claim' | 'proof' | 'purpose' | 'takenAtMs' | 'leaseUntilMs'>): RoundInHand {
  return {
    ...input,
    broadcasts: input.claim.broadcasts,
    builtAtMs: null,
    mayHaveLeft: true,
    unanswered: 0,
    timesSent: 0,
    sendAgainAtMs: input.takenAtMs,
    refusal: null,
    closedSinceMs: null,
    waitsFor: 'it was just taken',
    isBusy: false,
  };
}

/** How old the round is by Redis' clock when it was claimed. */
export function ageAtClaimMs({ claim }: Pick<RoundInHand, 'claim'>, leaseMs: number): number {
  return claim.leaseUntilMs - leaseMs - claim.createdAtMs;
}
