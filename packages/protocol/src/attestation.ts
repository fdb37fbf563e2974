import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes } from '@noble/hashes/utils.js';
import type { Address } from './address.js';
import type { FeedId } from './feed-id.js';
import type { Form } from './form.js';
import { ascii, bytesOfLength, u64LE, u8 } from './fixed-width.js';
import { LABELS } from './labels.js';
import type { SourceId } from './source-id.js';
import type { Brand, UnixMs } from './units.js';

/** 32 bytes that identify one program on one network. A signature for one deployment is invalid on every other. */
export type DeploymentId = Brand<Uint8Array, 'DeploymentId'>;

const CAIP_2 = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/;

/**
 * keccak256(`SVC_DEPLOYMENT_V1` ‖ program_id ‖ sha256(CAIP-2 id)) (docs/protocol.md#message-m).
 * @throws RangeError unless `network` is a CAIP-2 id such as `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp`.
 * @example
 * const deploymentId = deriveDeploymentId({ programId, network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' });
 */
export function deriveDeploymentId(input: { programId: Address; network: string }): DeploymentId {
  if (!isNetworkId(input.network)) throw new RangeError('network must be a CAIP-2 id');
  const message = concatBytes(ascii(LABELS.deployment), bytesOfLength('programId', input.programId, 32), sha256(ascii(input.network)));
  return keccak_256(message) as Uint8Array as DeploymentId;
}

/**
 * The 32-byte message `m` that the nodes sign together (docs/protocol.md#message-m).
 *
 * @example
 * const message = attestationMessage({ deploymentId, ...attestation });
 */
export function attestationMessage(input: {
  deploymentId: DeploymentId;
  feedId: FeedId;
  value: Uint8Array;
  sourceId: SourceId;
  registryVersion: bigint;
  signaturesRequired: number;
  form: Form;
  /** Time of the request. */
  timestampMs: UnixMs;
  /** The stamp: every signer began to fetch at or after it. */
  observedAtMs: UnixMs;
}): Uint8Array {
  return keccak_256(
    concatBytes(
      ascii(LABELS.attestation),
      bytesOfLength('deploymentId', input.deploymentId, 32),
      bytesOfLength('feedId', input.feedId, 32),
      bytesOfLength('value', input.value, 32),
      bytesOfLength('sourceId', input.sourceId, 32),
      u64LE(input.registryVersion),
      u8(input.signaturesRequired),
      u8(input.form),
      u64LE(input.timestampMs),
      u64LE(input.observedAtMs),
    ),
  );
}

/** Whether a text is a CAIP-2 id, such as `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp`. */
export function isNetworkId(text: string): boolean {
  return CAIP_2.test(text);
}
