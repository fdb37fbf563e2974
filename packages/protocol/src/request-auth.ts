import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import type { FeedId } from './feed-id.js';
import { ascii, bytesOfLength, u64LE } from './fixed-width.js';
import { LABELS } from './labels.js';
import type { UnixSeconds } from './units.js';

/**
 * The hash that `consumerAuthority` signs: sha256(`SVC_REQAUTH_V1` ‖ feed_id ‖ u64 LE timestamp in seconds) (docs/protocol.md#requestauth).
 *
 * @example
 * const hash = requestAuthHash({ feedId, timestampSeconds: unixSeconds(1_763_683_200) });
 */
export function requestAuthHash(input: { feedId: FeedId; timestampSeconds: UnixSeconds }): Uint8Array {
  return sha256(concatBytes(ascii(LABELS.requestAuth), bytesOfLength('feedId', input.feedId, 32), u64LE(input.timestampSeconds)));
}
