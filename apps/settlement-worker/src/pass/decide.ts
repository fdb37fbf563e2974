import { type TransactionRefusal, type TransactionStatus } from '@oracle-gateway/ledger';
import type { Broadcast, QuotaReading } from '@oracle-gateway/outbox';
import {
  ENVIRONMENT_RETRY_MS,
  GIVEN_BACK_RETRY_MS,
  isAboutTokens,
  isLackOfLamports,
  reasonOf,
  subjectOf,
  UNKNOWN_OUTCOME_RETRY_MS,
} from './retry-policy.js';
import type { ClaimedRound } from './claimed-round.js';
import type { SentTransaction } from './sent-transaction.js';
import type { LandingInHistory } from '../ledger/signature-history.js';

/** The state of one round on the ledger, read at one moment. */
export interface RoundFacts {
  /** `own`: the receipt belongs to the program and holds this round's message; `other`: another message. */
  readonly receipt: 'own' | 'other' | 'absent';
  /** Slot of the read that saw the receipt, or its absence. */
  readonly slot: number;
  /** Why the recipient's account accepts no payment, which is not the round's fault; null: it does, or the round pays no tokens. */
  readonly recipientFault: string | null;
  /** Readings of the quotas of the round's holds at that slot. */
  readonly readings: readonly QuotaReading[];
  /** Statuses of the round's transactions by signature; only the ones that were read. */
  readonly statuses: ReadonlyMap<string, TransactionStatus>;
  /** Block height at `finalized`, read before everything else; null: not read. */
  readonly finalizedHeight: number | null;
  /** Whether the round's settlement window has passed, by the ledger's clock and by Redis'; null: not read. */
  readonly isWindowClosed: boolean | null;
  /** Whether it passed so long ago that an unknown outcome is no longer waited for; null: not read. */
  readonly isWindowLongClosed: boolean | null;
}

export type Action =
  | { readonly kind: 'settle'; readonly signature: string | null; readonly slot: number | null }
  /** Never to be settled: its receipt holds another message. */
  | { readonly kind: 'park'; readonly reason: string }
  /** The refusal is about this round: it uses up an attempt. `forget`: this transaction can no longer settle it. */
  | { readonly kind: 'refuse'; readonly refusal: TransactionRefusal; readonly forget: Broadcast | null }
  /** The refusal may be about any of the transaction's rounds: each is simulated alone. The transaction can no longer settle them. */
  | { readonly kind: 'isolate'; readonly refusal: TransactionRefusal; readonly forget: Broadcast }
  /** The refusal is not about the round, which waits. */
  | {
      readonly kind: 'giveBack';
      readonly reason: string;
      readonly retryAfterMs: number;
      readonly refusal: TransactionRefusal | null;
      readonly label?: string;
      /** This transaction can no longer settle the round: a new one is built. */
      readonly forget?: Broadcast | null;
    }
  /** No earlier transaction can land any more: a new one is built. */
  | { readonly kind: 'send' }
  /** The same bytes are sent again. */
  | { readonly kind: 'sendAgain'; readonly transaction: SentTransaction; readonly wire: Uint8Array }
  /** The window is closed and there is no receipt; a second check must confirm that. */
  | { readonly kind: 'checkAgain' }
  /** Its receipt may have been closed: the ledger's history shows whether one of its transactions landed. */
  | { readonly kind: 'askHistory' }
  | { readonly kind: 'lapse'; readonly reason: string }
  | { readonly kind: 'wait'; readonly reason: string };

/** Metric label of refusals that are about the recipient's account. */
const RECIPIENT_LABEL = 'TreasuryUnusable';

/** Time between the two checks that let a round lapse. */
export const SECOND_CHECK_MS = 5_000;

type Round = Pick<ClaimedRound, 'purpose' | 'broadcasts' | 'transaction' | 'closedSinceMs' | 'landing'>;

/**
 * The next action for a round, by facts whose reading began at `nowMs`. The receipt decides before any status and before any refusal. A
 * refusal that arrived after the reading began counts at the next check.
 */
export function decide(round: Round, facts: RoundFacts, nowMs: number): Action {
  if (facts.receipt === 'own') return { kind: 'settle', ...landingOf(round.broadcasts, facts.statuses) };
  if (round.purpose === 'lapse') return decideLapse(round, facts, nowMs);
  if (facts.receipt === 'other') return { kind: 'park', reason: 'the receipt holds another message' };

  const newest = round.broadcasts.at(-1);
  const { transaction } = round;
  if (newest === undefined || transaction === null) return { kind: 'send' };
  if (landingOf(round.broadcasts, facts.statuses).signature !== null)
    return { kind: 'wait', reason: 'its transaction has landed; the RPC server does not show the receipt yet' };
  const status = facts.statuses.get(newest.signature);
  if (status?.kind === 'failed')
    return afterRefusal(status.error, { ...facts, forget: newest, hasLanded: true, isShared: transaction.isShared });
  const { refusal, wire } = transaction;
  if (refusal !== null && refusal.atMs <= nowMs && !isLeftToExpire(transaction, refusal.error)) {
    const forget = hasLeft(transaction) ? null : newest;
    return afterRefusal(refusal.error, { ...facts, forget, hasLanded: false, isShared: transaction.isShared });
  }
  if (!mayStillLand(round.broadcasts, facts)) return { kind: 'send' };
  if (wire !== null && nowMs >= transaction.sendAgainAtMs) return { kind: 'sendAgain', transaction, wire };
  return { kind: 'wait', reason: transaction.trouble ?? 'its transaction was sent and is not confirmed yet' };
}

function hasLeft({ mayHaveLeft, unanswered }: SentTransaction): boolean {
  return mayHaveLeft || unanswered > 0;
}

/**
 * A shared transaction that is refused when it is sent again proves nothing about its rounds: it may have landed, or one of them was settled
 * by another transaction. It is left to expire; then each round is sent separately.
 */
function isLeftToExpire(transaction: SentTransaction, refusal: TransactionRefusal): boolean {
  return transaction.isShared && hasLeft(transaction) && isOfOneRound(refusal);
}

function isOfOneRound(refusal: TransactionRefusal): boolean {
  const subject = subjectOf(refusal);
  return subject === 'round' || subject === 'settled';
}

function afterRefusal(
  refusal: TransactionRefusal,
  {
    recipientFault,
    forget,
    hasLanded,
    isShared,
  }: Pick<RoundFacts, 'recipientFault'> & {
    readonly forget: Broadcast | null;
    readonly hasLanded: boolean;
    readonly isShared: boolean;
  },
): Action {
  const reason = reasonOf(refusal);
  if (recipientFault !== null && isAboutTokens(refusal))
    return {
      kind: 'giveBack',
      reason: `${recipientFault}: ${reason}`,
      retryAfterMs: ENVIRONMENT_RETRY_MS,
      refusal,
      label: RECIPIENT_LABEL,
      forget,
    };
  // One round may also be the cause of what looks like the environment: only an account of its own may lack lamports.
  if (isShared && forget !== null && subjectOf(refusal) !== 'transient') return { kind: 'isolate', refusal, forget };
  switch (subjectOf(refusal)) {
    case 'round':
      return { kind: 'refuse', refusal, forget };
    case 'environment':
      // Bytes that never landed are sent again, unless their payer is empty: another may pay.
      return {
        kind: 'giveBack',
        reason,
        retryAfterMs: ENVIRONMENT_RETRY_MS,
        refusal,
        forget: hasLanded || isLackOfLamports(refusal) ? forget : null,
      };
    case 'settled':
      return { kind: 'wait', reason: 'the program says it is settled; the RPC server does not show the receipt yet' };
    case 'transient':
      return { kind: 'wait', reason };
  }
}

function decideLapse(round: Round, facts: RoundFacts, nowMs: number): Action {
  if (facts.isWindowClosed !== true)
    return { kind: 'giveBack', reason: 'its settlement window is open', retryAfterMs: GIVEN_BACK_RETRY_MS, refusal: null };
  const landing = round.landing?.landing ?? NOTHING_SENT;
  if (landing.kind === 'landed') return { kind: 'settle', signature: landing.signature, slot: landing.slot };
  if (landingOf(round.broadcasts, facts.statuses).signature !== null)
    return { kind: 'wait', reason: 'its window has passed, but its transaction has landed and is not final yet' };
  if (mayStillLand(round.broadcasts, facts)) return { kind: 'wait', reason: 'its window has passed, but its transaction may still land' };

  const secondCheckAtMs = round.closedSinceMs === null ? Infinity : round.closedSinceMs + SECOND_CHECK_MS;
  const isSecondCheck = nowMs >= secondCheckAtMs;
  const isHistoryFresh = round.landing !== null && (!isSecondCheck || round.landing.askedAtMs >= secondCheckAtMs);
  if (round.broadcasts.length > 0 && !isHistoryFresh) return { kind: 'askHistory' };
  if (landing.kind === 'unknown' && facts.isWindowLongClosed !== true)
    return {
      kind: 'giveBack',
      reason: `its window has passed, and whether it was settled is unknown: ${landing.reason}`,
      retryAfterMs: UNKNOWN_OUTCOME_RETRY_MS,
      refusal: null,
    };
  if (!isSecondCheck) return { kind: 'checkAgain' };
  const outcome = landing.kind === 'unknown' ? `; whether it was settled is unknown: ${landing.reason}` : '';
  return { kind: 'lapse', reason: `settlement_window_passed${outcome}` };
}

const NOTHING_SENT: LandingInHistory = { kind: 'none' };

/** The transaction that created the receipt, if the server still has its status. */
function landingOf(
  broadcasts: readonly Broadcast[],
  statuses: RoundFacts['statuses'],
): { readonly signature: string | null; readonly slot: number | null } {
  for (const { signature } of broadcasts) {
    const status = statuses.get(signature);
    if (status?.kind === 'succeeded') return { signature, slot: status.slot };
  }
  return { signature: null, slot: null };
}

/** Whether a transaction has neither failed nor expired. No transaction counts as expired without a block height. */
function mayStillLand(broadcasts: readonly Broadcast[], { statuses, finalizedHeight }: RoundFacts): boolean {
  return broadcasts.some(
    ({ signature, lastValidBlockHeight }) =>
      statuses.get(signature)?.kind !== 'failed' && (finalizedHeight === null || finalizedHeight <= lastValidBlockHeight),
  );
}
