import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes } from '@noble/hashes/utils.js';
import type { Address } from './address.js';
import { requireAscending } from './ascending.js';
import type { DeploymentId } from './attestation.js';
import type { FeedId } from './feed-id.js';
import type { Form } from './form.js';
import { ascii, bytesOfLength, u64LE, u8 } from './fixed-width.js';
import { LABELS } from './labels.js';
import type { SourceId } from './source-id.js';
import type { UnixMs } from './units.js';

/**
 * Identity of a signing session, computed by every node for itself from what it was asked (docs/protocol.md#session_id).
 * @throws RangeError unless the eligible indices are strictly ascending bytes.
 */
export function deriveSessionId(input: {
  deploymentId: DeploymentId;
  /** Gateway account, a program-derived address. */
  gateway: Address;
  feedId: FeedId;
  sourceId: SourceId;
  signaturesRequired: number;
  registryVersion: bigint;
  timestampMs: UnixMs;
  form: Form;
  observedAtMs: UnixMs;
  eligible: readonly number[];
  /** 16 random bytes of the gateway. */
  gatewayNonce: Uint8Array;
}): Uint8Array {
  requireAscending('eligible node', input.eligible);
  return keccak_256(
    concatBytes(
      ascii(LABELS.session),
      bytesOfLength('deploymentId', input.deploymentId, 32),
      bytesOfLength('gateway', input.gateway, 32),
      bytesOfLength('feedId', input.feedId, 32),
      bytesOfLength('sourceId', input.sourceId, 32),
      u8(input.signaturesRequired),
      u64LE(input.registryVersion),
      u64LE(input.timestampMs),
      u8(input.form),
      u64LE(input.observedAtMs),
      u8(input.eligible.length),
      ...input.eligible.map(u8),
      bytesOfLength('gatewayNonce', input.gatewayNonce, 16),
    ),
  );
}
