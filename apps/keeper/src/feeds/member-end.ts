import type { ClaimEnd, FeedState } from '../state/feed-states.js';
import { backoffMs } from './backoff.js';
import type { BasketPlace } from './basket.js';
import type { FeedCheckOutcome } from './check-outcome.js';
import type { Reason } from './decide.js';
import type { Lack } from './targets.js';

/** A claimed feed of a basket. */
export interface Member {
  readonly place: BasketPlace;
  /** State at the claim. */
  readonly state: FeedState;
  readonly reason: Reason | 'open';
}

/** End of the claim of one member, and what is told of it. */
export interface MemberEnd extends ClaimEnd {
  readonly outcome: FeedCheckOutcome;
  readonly lacking?: readonly Lack[];
}

type ClaimedFeed = Pick<Member, 'place' | 'state'>;

/** Leaves the state of a feed as it was at the claim. */
export function unchangedEnd({ place: { feedId }, state: { failures, notBeforeMs } }: ClaimedFeed): ClaimEnd {
  return { feedId, closes: false, failures, notBeforeMs };
}

/** A failure more, with a longer wait than the one before. The purchase stays open. */
export function failedEnd<O extends FeedCheckOutcome>(
  { nowMs, backoffLimitMs: limitMs }: { readonly nowMs: () => number; readonly backoffLimitMs: number },
  { place: { feedId, feed }, state }: ClaimedFeed,
  outcome: O,
): MemberEnd & { readonly outcome: O } {
  const failures = state.failures + 1;
  const wait = backoffMs(failures, { firstMs: feed?.checkIntervalMs ?? limitMs, limitMs });
  return { feedId, closes: false, failures, notBeforeMs: nowMs() + wait, outcome };
}
