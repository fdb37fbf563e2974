import type { Reason } from './decide.js';
import type { KeptFeed } from './kept-feed.js';
import type { Lack } from './targets.js';

/** Step at which a check failed. */
export const CHECK_STEPS = ['redis', 'ledger', 'source', 'gateway', 'submit'] as const;
export type CheckStep = (typeof CHECK_STEPS)[number];

/** A value of a verified answer, for one feed. */
export interface ValueOfFeed {
  /** Decimal text. */
  readonly value: string;
  readonly observedAtMs: number;
}

export type FeedCheckOutcome =
  /** `put-off`: the limit of another feed of its list refused the purchase, and nothing was sent. */
  | { readonly kind: 'not-due' | 'backing-off' | 'claimed-elsewhere' | 'written-elsewhere' | 'put-off' }
  | {
      readonly kind: 'written';
      readonly reason: Reason | 'open';
      readonly bought: ValueOfFeed;
      /** Number of feeds that the round was bought for. */
      readonly together: number;
      readonly signature: string;
    }
  | {
      readonly kind: 'failed';
      readonly step: CheckStep;
      readonly error: unknown;
      readonly bought?: ValueOfFeed;
      /** The target that failed, where one did. */
      readonly target?: string | undefined;
    };

/** The outcome of a check for one feed. */
export interface FeedOutcome {
  readonly feed: KeptFeed;
  readonly outcome: FeedCheckOutcome;
  /** Targets that lack a value which others have got. They get it with a later check. */
  readonly lacking?: readonly Lack[];
}
