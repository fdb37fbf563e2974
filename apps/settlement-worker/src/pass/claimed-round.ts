import { FEE_BALANCE_QUOTA, quotaAddress, type Broadcast, type Claim } from '@oracle-gateway/outbox';
import type { RoundProof } from './round-proof.js';
import type { LandingInHistory } from '../ledger/signature-history.js';
import { takenOverTransaction, type SentTransaction } from './sent-transaction.js';

/** Why a round was claimed: to settle it, or to let it lapse because the program's window seems to have passed. */
export type Purpose = 'settle' | 'lapse';

/** Milliseconds that a round waits while others are being claimed, where it may not wait longer. */
const WHILE_CLAIMING_MS = 2_000;

export interface AskedLanding {
  readonly landing: LandingInHistory;
  readonly askedAtMs: number;
}

/** A round that this worker has claimed, with its state. Times are of a clock that is never set back. */
export interface ClaimedRound {
  readonly claim: Claim;
  readonly proof: RoundProof;
  readonly purpose: Purpose;
  readonly claimedAtMs: number;
  /** No other worker may claim the round before. */
  leaseUntilMs: number;
  /** Transactions that may have been sent, oldest first. */
  broadcasts: readonly Broadcast[];
  /** The newest of them; null: no transaction is on its way. */
  transaction: SentTransaction | null;
  /** Milliseconds that it may wait for others to fill its transaction. */
  readonly mayWaitMs: number;
  /** It waits; the ledger is not asked about it. */
  isWaiting: boolean;
  /** Refused transactions that it shared with others although it alone is not refused. Infinity: it may share none. */
  refusedTogether: number;
  /** Time since which every read has found the window closed and no receipt. */
  closedSinceMs: number | null;
  /** The outcome of its transactions in the ledger's history; null: not read. */
  landing: AskedLanding | null;
  /** Why it is not settled yet, for operators. */
  waitsFor: string;
  /** Its record is being written; nothing is decided until that has ended. */
  isBusy: boolean;
}

/** A round that was just claimed. The transaction of an earlier worker is sent again at once. */
export function newlyClaimed(
  input: Pick<ClaimedRound, 'claim' | 'proof' | 'purpose' | 'claimedAtMs' | 'leaseUntilMs' | 'mayWaitMs'> & {
    readonly goesAlone?: boolean;
  },
): ClaimedRound {
  const { goesAlone: isLone = false, ...members } = input;
  const newest = input.claim.broadcasts.at(-1);
  return {
    ...members,
    broadcasts: input.claim.broadcasts,
    transaction: newest === undefined ? null : takenOverTransaction(newest, input.claimedAtMs),
    isWaiting: false,
    refusedTogether: isLone ? Infinity : 0,
    closedSinceMs: null,
    landing: null,
    waitsFor: 'it was just claimed',
    isBusy: false,
  };
}

/** Lets a round that was taken over share its transaction with the claimed rounds that it was sent with. */
export function joinTransaction(round: ClaimedRound, others: readonly ClaimedRound[]): void {
  const { transaction } = round;
  if (transaction === null) return;
  const shared = others.find((other) => other.transaction?.signature === transaction.signature)?.transaction;
  if (shared === undefined || shared === null) return;
  shared.wire ??= transaction.wire;
  round.transaction = shared;
}

/** A round that fills no transaction waits until then for others. */
export function endOfWaitMs({ claimedAtMs, mayWaitMs }: Pick<ClaimedRound, 'claimedAtMs' | 'mayWaitMs'>): number {
  return claimedAtMs + (mayWaitMs === 0 ? WHILE_CLAIMING_MS : mayWaitMs);
}

/**
 * After one refusal of its own, or two of shared transactions that it did not cause, a round is sent alone. So is one that was refused when it
 * was simulated alone.
 */
export function goesAlone({ claim, refusedTogether }: Pick<ClaimedRound, 'claim' | 'refusedTogether'>): boolean {
  return claim.attempts > 0 || refusedTogether > 1;
}

/** Most lamports that settling it takes, as it holds them; a round that holds none counts none. */
export function heldLamportsOf({ holds }: Pick<Claim, 'holds'>): bigint {
  const kept = holds.find(({ quotaKey }) => quotaAddress(FEE_BALANCE_QUOTA, quotaKey) !== null);
  return BigInt(kept?.units ?? 0);
}

/** Age of the round by Redis' clock when it was claimed. */
export function ageAtClaimMs({ claim }: Pick<ClaimedRound, 'claim'>, leaseMs: number): number {
  return claim.leaseUntilMs - leaseMs - claim.createdAtMs;
}
