import type { FeedId } from '@oracle-gateway/protocol';

/** State of one feed that all keepers share. */
export interface FeedState {
  /** A purchase was begun and is not over: it is gone on with before anything else is bought. */
  readonly isOpen: boolean;
  /** The feed whose state holds the open purchase; null where it is this one, or nothing is open. */
  readonly leader: FeedId | null;
  /** Sources of the open purchase that this feed leads, as JSON; null where it is of this feed alone. */
  readonly list: string | null;
  /** Idempotency key of the round that is being bought; null before it has one. */
  readonly idempotencyKey: string | null;
  /** When the open purchase got its first idempotency key, unix milliseconds. */
  readonly openSinceMs: number | null;
  /** The answer, as JSON, once there is one. */
  readonly answer: string | null;
  /** Failures in a row. */
  readonly failures: number;
  /** No purchase before, unix milliseconds. */
  readonly notBeforeMs: number;
  /** Time that was signed for the last value that a keeper wrote, unix milliseconds; 0 without one. */
  readonly writtenMs: number;
  /** When it was written, unix milliseconds. */
  readonly writtenAtMs: number;
  /** Cost of the day's rounds. */
  readonly spentToday: bigint;
}

/** Another release wrote the state of the feed. Nothing was claimed, bought or changed. */
export class UnreadableFeedStateError extends Error {
  override readonly name = 'UnreadableFeedStateError';
  constructor() {
    super('the state of the feed is of another version: keep this feed with the release that wrote it');
  }
}

/** Feeds of one purchase: its leader, whose state holds it, and the others. */
export type PurchaseFeeds = readonly [FeedId, ...FeedId[]];

/** End of a claim of one feed. */
export interface ClaimEnd {
  readonly feedId: FeedId;
  /** The purchase is over for this feed: nothing of it is to be gone on with. A leader closes with the last of its feeds. */
  readonly closes: boolean;
  readonly failures: number;
  readonly notBeforeMs: number;
  /** Amount that was counted for the open purchase and is not charged. */
  readonly givesBack?: bigint;
  /** Absent where nothing was written. */
  readonly written?: { readonly observedAtMs: number; readonly atMs: number };
}

/** The part of a purchase that one feed pays. */
export interface Share {
  readonly feedId: FeedId;
  /** Amount that the open purchase may cost the feed in all; an amount that was counted for it before is not counted again. */
  readonly total: bigint;
  /** Sum that the feed may cost in a day; null: no limit. */
  readonly limit: bigint | null;
}

/** `limit` names the feeds that may not cost as much. Nothing was counted then. */
export type SpendOutcome = { readonly kind: 'spent' | 'lost' } | { readonly kind: 'limit'; readonly feeds: readonly FeedId[] };

/** An answer that some targets of a feed lack. */
export interface AnswerToBring {
  /** Answer of the gateway, as JSON. */
  readonly answer: string;
  /** Sources of its list, as JSON; null of a feed alone. */
  readonly list: string | null;
  /** The packed number of the feed. */
  readonly value: bigint;
  readonly observedAtMs: number;
}

/**
 * The state of feeds, which keepers share. One keeper at a time has the claim of a feed. Each change is one step for all feeds that it names,
 * and names the token of their claims. It is refused once another keeper has taken one over: `false`, or `lost`.
 */
export interface FeedStates {
  read(feedId: FeedId, nowMs: number): Promise<FeedState>;
  /**
   * Claims the first feed, and the others that may be bought with it. While its purchase is open these are the feeds of the purchase;
   * otherwise those without claim, open purchase, failure or wait. Null for each that is not claimed; null alone where the first is not.
   * Throws UnreadableFeedStateError. A claim ends at `untilMs`, whatever became of its keeper.
   */
  claim(
    feeds: PurchaseFeeds,
    input: { readonly token: string; readonly nowMs: number; readonly untilMs: number },
  ): Promise<readonly (FeedState | null)[] | null>;
  /** Keeps the idempotency key of the round that is about to be asked for, and its sources where it has several. */
  keepIdempotencyKey(
    feeds: PurchaseFeeds,
    input: { readonly token: string; readonly idempotencyKey: string; readonly list: string | null; readonly nowMs: number },
  ): Promise<boolean>;
  keepAnswer(leader: FeedId, input: { readonly token: string; readonly answer: string }): Promise<boolean>;
  /** Counts what the open purchase may cost: all shares, or none. */
  spend(shares: readonly Share[], input: { readonly token: string; readonly nowMs: number }): Promise<SpendOutcome>;
  release(token: string, ends: readonly ClaimEnd[]): Promise<boolean>;
  /** The answer that was kept for targets of the feed that lack it. */
  latest(feedId: FeedId): Promise<AnswerToBring | null>;
  /** Keeps it without a claim: it is a verified answer, and is verified again. */
  keepLatest(feedId: FeedId, input: { readonly latest: AnswerToBring; readonly lifeMs: number }): Promise<void>;
  forgetLatest(feedId: FeedId): Promise<void>;
}
