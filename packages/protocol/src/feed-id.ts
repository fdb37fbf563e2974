import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes } from '@noble/hashes/utils.js';
import type { Address } from './address.js';
import { ascii, bytesOfLength, u8 } from './fixed-width.js';
import { LABELS } from './labels.js';
import type { SourceId } from './source-id.js';
import type { Brand } from './units.js';

/** 32 bytes: one owner's feed of one source at one quorum. */
export type FeedId = Brand<Uint8Array, 'FeedId'>;

/** Owner of the feeds of the pay-per-request path, whose result names no owner (docs/protocol.md#payment-on-the-pay-per-request-path). */
export const NO_OWNER = new Uint8Array(32) as Address;

/**
 * keccak256(`SVC_JOB_V1` ‖ owner ‖ api_config_hash ‖ u8 signatures_required) (docs/protocol.md#feed_id).
 *
 * @example
 * const feedId = deriveFeedId({ owner, sourceId: deriveSourceId(apiConfig), signaturesRequired: 3 });
 */
export function deriveFeedId(input: { owner: Address; sourceId: SourceId; signaturesRequired: number }): FeedId {
  const message = concatBytes(
    ascii(LABELS.job),
    bytesOfLength('owner', input.owner, 32),
    bytesOfLength('sourceId', input.sourceId, 32),
    u8(input.signaturesRequired),
  );
  return keccak_256(message) as Uint8Array as FeedId;
}
