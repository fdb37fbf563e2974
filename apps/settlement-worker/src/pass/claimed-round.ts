import type { Broadcast, Claim } from '@oracle-gateway/outbox';
import type { RoundProof } from './round-proof.js';
import type { Landing } from '../ledger/signature-history.js';
import { takenOverTransaction, type SentTransaction } from './sent-transaction.js';

/** What a round was claimed for: to be settled, or to lapse because the program's window seems to have passed. */
export type Purpose = 'settle' | 'lapse';

const LONGEST_WAIT_MS = 2_000;

export interface AskedLanding {
  readonly landing: Landing;
  readonly askedAtMs: number;
}

/** A round that this worker has claimed, and what it remembers of it. Times are of a clock that is never set back. */
export interface ClaimedRound {
  readonly claim: Claim;
  readonly proof: RoundProof;
  readonly purpose: Purpose;
  readonly claimedAtMs: number;
  /** Until then nobody else may claim it. */
  leaseUntilMs: number;
  /** Transactions that may have been sent, oldest first. */
  broadcasts: readonly Broadcast[];
  /** The newest of them; null: none is on its way. */
  transaction: SentTransaction | null;
  /** It may wait a moment for others to fill its transaction. */
  readonly mayWait: boolean;
  /** It does, and nothing is asked about it meanwhile. */
  isWaiting: boolean;
  /** Refused transactions that it shared with others although nothing is wrong with it alone. */
  refusedTogether: number;
  /** Since when every read has found the window closed and no receipt. */
  closedSinceMs: number | null;
  /** What the ledger's history says of its transactions, asked for at `askedAtMs`; null: not asked for. */
  landing: AskedLanding | null;
  /** Why it is not settled yet, for operators. */
  waitsFor: string;
  /** Something is being written down; until that is through nothing else is decided. */
  isBusy: boolean;
}

/** A round just claimed. Bytes of an earlier worker go out again at once. */
export function newlyClaimed(
  input: Pick<ClaimedRound, 'claim' | 'proof' | 'purpose' | 'claimedAtMs' | 'leaseUntilMs' | 'mayWait'>,
): ClaimedRound {
  const newest = input.claim.broadcasts.at(-1);
  return {
    ...input,
    broadcasts: input.claim.broadcasts,
    transaction: newest === undefined ? null : takenOverTransaction(newest, input.claimedAtMs),
    isWaiting: false,
    refusedTogether: 0,
    closedSinceMs: null,
    landing: null,
    waitsFor: 'it was just taken',
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

/** What fills no transaction waits until then for others, where others are expected. */
export function endOfWaitMs({ claimedAtMs }: Pick<ClaimedRound, 'claimedAtMs'>): number {
  return claimedAtMs + LONGEST_WAIT_MS;
}

/** After one refusal of its own, or two that it shared without being the cause, a round is sent without company. */
export function goesAlone({ claim, refusedTogether }: Pick<ClaimedRound, 'claim' | 'refusedTogether'>): boolean {
  return claim.attempts > 0 || refusedTogether > 1;
}

/** How old the round is by Redis' clock when it was claimed. */
export function ageAtClaimMs({ claim }: Pick<ClaimedRound, 'claim'>, leaseMs: number): number {
  return claim.leaseUntilMs - leaseMs - claim.createdAtMs;
}
