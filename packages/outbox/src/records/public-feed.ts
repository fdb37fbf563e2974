/** Feeds that a gateway shows to every reader at once, at most. */
export const MAX_PUBLIC_FEEDS = 100;
/** Feeds that one owner may open. */
export const MAX_FEEDS_OF_OWNER = 3;
/** Milliseconds for which an answer is kept, at most. */
export const ANSWER_LIFE_MS = 86_400_000;
/** Milliseconds for which the row of a minute is kept. */
export const ROW_LIFE_MS = 7 * ANSWER_LIFE_MS;
/** Bytes of all answers and rows together: 64 MiB, shared equally by the feeds that may be open. */
const FEED_BYTES = Math.floor((64 * 1024 * 1024) / MAX_PUBLIC_FEEDS);
/** Bytes of the rows of a feed: those of a week, each with a price. */
export const ROW_BYTES = 384 * 1024;
/** Bytes that each feed of an owner adds to those of the owner's answers. */
export const ANSWER_BYTES = FEED_BYTES - ROW_BYTES;

/** State of a feed that is open to every reader. */
export interface FeedOpening {
  /** 0x hex. */
  readonly feedId: string;
  /** Key in the feed id, base58. */
  readonly owner: string;
  readonly openedBy: 'operator' | 'owner';
  readonly atSeconds: number;
}

/** A feed that is open to every reader. */
export interface PublicFeed extends FeedOpening {
  /** The source that is opened, JSON. */
  readonly source: string;
  /** null: it has had no value since it was opened. */
  readonly latest: ShownValue | null;
}

/** A value that readers are shown. */
export interface ShownValue {
  /** The answer that holds the value. */
  readonly answerId: string;
  /** When the answer was kept, by the server's clock. */
  readonly answeredAtMs: number;
  /** JSON of the writer. */
  readonly told: string;
}

/** The first value of a minute. */
export interface FeedRow {
  /** Beginning of the minute. */
  readonly atMs: number;
  readonly value: string;
}

/** A feed that is opened or closed. */
export interface PublishInput extends FeedOpening {
  /** null: the feed is closed. */
  readonly source: string | null;
}

/** `older`: a later call about the feed counts. `owner_full`, `full`: another feed must be closed first. */
export type PublishOutcome = 'ok' | 'older' | 'owner_full' | 'full';

/** The values that one answer has for public feeds of one owner. */
export interface ShowInput {
  /** Base58. */
  readonly owner: string;
  /** Open feeds of the owner: so much room its answers have. */
  readonly feedsOfOwner: number;
  /** JSON. */
  readonly answer: string;
  readonly observedAtMs: number;
  readonly values: readonly { readonly feedId: string; readonly value: string; readonly told: string }[];
}
