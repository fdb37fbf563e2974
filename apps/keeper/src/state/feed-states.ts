import type { FeedId } from '@oracle-gateway/protocol';

/** State of one feed that all keepers share. */
export interface FeedState {
  /** A purchase was begun and is not over: it is gone on with before anything else is bought. */
  readonly isOpen: boolean;
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

/** End of a claim. */
export interface ClaimEnd {
  /** The purchase is over: nothing of it is to be gone on with. */
  readonly closes: boolean;
  readonly failures: number;
  readonly notBeforeMs: number;
  /** Amount that was counted for the open purchase and is not charged. */
  readonly givesBack?: bigint;
  /** Absent where nothing was written. */
  readonly written?: { readonly observedAtMs: number; readonly atMs: number };
}

export type SpendOutcome = 'spent' | 'limit' | 'lost';

/**
 * The state of feeds, which keepers share. One keeper at a time has the claim of a feed. Each write names the token of the claim, and is
 * refused once another keeper has taken it over: `false`, or `lost`.
 */
export interface FeedStates {
  read(feedId: FeedId, nowMs: number): Promise<FeedState>;
  /** Null where another keeper has the claim. Throws UnreadableFeedStateError. A claim ends at `untilMs`, whatever became of its keeper. */
  claim(feedId: FeedId, input: { readonly token: string; readonly nowMs: number; readonly untilMs: number }): Promise<FeedState | null>;
  /** Keeps the idempotency key of the round that is about to be asked for. */
  keepIdempotencyKey(
    feedId: FeedId,
    input: { readonly token: string; readonly idempotencyKey: string; readonly nowMs: number },
  ): Promise<boolean>;
  keepAnswer(feedId: FeedId, input: { readonly token: string; readonly answer: string }): Promise<boolean>;
  /** Counts what the open purchase may cost in all; what was counted for it before is not counted again. */
  spend(
    feedId: FeedId,
    input: { readonly token: string; readonly total: bigint; readonly limit: bigint | null; readonly nowMs: number },
  ): Promise<SpendOutcome>;
  release(feedId: FeedId, token: string, release: ClaimEnd): Promise<boolean>;
}
