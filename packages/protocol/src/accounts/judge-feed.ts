import type { Address } from '../address.js';
import { equalBytes } from '../equal-bytes.js';
import type { FeedId } from '../feed-id.js';
import { fromInt256, fromUint256 } from '../integer-256.js';
import { FEED_AHEAD_MS } from '../times.js';
import { AccountDecodeError } from './account-body.js';
import type { ConfigAccount } from './config-account.js';
import { decodeFeed, type FeedAccount, type FeedMode } from './feed-account.js';

/** The feed that a reader is configured to accept. A value of anything else is not the reader's. */
export interface FeedExpectation {
  readonly programId: Address;
  readonly feedId: FeedId;
  readonly mode: FeedMode;
  /** Decimal places of the value; by default any. */
  readonly decimals?: number;
  /** Fewest nodes that signed. */
  readonly minSignatures: number;
  /** Oldest value of use, in milliseconds. A value's age counts from its stamp: nodes asked the source at or after it. */
  readonly maxAgeMs: number;
}

/**
 * Why a feed must not be used. `absent`: no value was submitted yet. `ahead`: the value's stamp lies ahead of the clock.
 * `version_ended`: an emergency ended the registry version whose nodes signed.
 */
export type FeedRefusal =
  | 'absent'
  | 'other_owner'
  | 'malformed'
  | 'other_feed'
  | 'other_mode'
  | 'other_decimals'
  | 'too_few_signatures'
  | 'stale'
  | 'ahead'
  | 'version_ended';

/** The value of a feed, or why a reader may not use it. */
export type FeedVerdict =
  | {
      readonly ok: true;
      /** The value × 10^decimals; below zero in tolerance mode only. */
      readonly scaled: bigint;
      readonly decimals: number;
      readonly feed: FeedAccount;
    }
  | { readonly ok: false; readonly reason: FeedRefusal };

/** Decides whether a reader may use the feed account that the ledger has at the feed's address. Without `config`, ended versions pass. */
export function judgeFeed(
  input: {
    /** Null where the ledger has no account. */
    readonly account: { readonly owner: Address; readonly data: Uint8Array } | null;
    readonly config?: Pick<ConfigAccount, 'oldestAcceptedVersion'>;
    readonly nowMs: number;
  },
  expected: FeedExpectation,
): FeedVerdict {
  const { account, config, nowMs } = input;
  if (account === null) return refuse('absent');
  if (!equalBytes(account.owner, expected.programId)) return refuse('other_owner');
  const feed = decoded(account.data);
  if (feed === null) return refuse('malformed');
  if (!equalBytes(feed.feedId, expected.feedId)) return refuse('other_feed');
  if (feed.observedAtMs === 0n) return refuse('absent');
  const { decimals } = feed;
  if (feed.mode !== expected.mode || decimals === null) return refuse('other_mode');
  if (expected.decimals !== undefined && decimals !== expected.decimals) return refuse('other_decimals');
  if (feed.signaturesRequired < expected.minSignatures) return refuse('too_few_signatures');
  const ageMs = BigInt(Math.floor(nowMs)) - feed.observedAtMs;
  if (ageMs > BigInt(expected.maxAgeMs)) return refuse('stale');
  if (ageMs < -BigInt(FEED_AHEAD_MS)) return refuse('ahead');
  if (config !== undefined && feed.registryVersion < config.oldestAcceptedVersion) return refuse('version_ended');
  return { ok: true, scaled: feed.mode === 'exact' ? fromUint256(feed.value) : fromInt256(feed.value), decimals, feed };
}

function decoded(data: Uint8Array): FeedAccount | null {
  try {
    return decodeFeed(data);
  } catch (error) {
    if (error instanceof AccountDecodeError) return null;
    throw error;
  }
}

function refuse(reason: FeedRefusal): FeedVerdict {
  return { ok: false, reason };
}
