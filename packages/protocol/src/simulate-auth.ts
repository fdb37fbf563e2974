import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import type { Address } from './address.js';
import type { DeploymentId } from './attestation.js';
import { ascii, bytesOfLength, u64LE } from './fixed-width.js';
import { LABELS } from './labels.js';
import type { SourceId } from './source-id.js';
import type { UnixSeconds } from './units.js';

/** One dry run of one source, at one gateway of one deployment. */
export interface SimulateAuth {
  readonly deploymentId: DeploymentId;
  /** Gateway account. */
  readonly gateway: Address;
  readonly sourceId: SourceId;
  /** The key that signs. */
  readonly key: Address;
  /** The owner of the subscription that the key is a delegate of; for every other caller the key itself. */
  readonly owner: Address;
  /** When it is asked. */
  readonly timestampSeconds: UnixSeconds;
}

/**
 * Digest that the caller of a dry run signs with Ed25519: sha256(`SVC_SIMULATE_V1` ‖ deployment_id ‖ gateway ‖ source_id ‖ key ‖ owner ‖
 * u64 LE timestamp in seconds). It orders no round: its label differs from those of every request authorization.
 */
export function simulateAuthHash(input: SimulateAuth): Uint8Array {
  return sha256(
    concatBytes(
      ascii(LABELS.simulate),
      bytesOfLength('deploymentId', input.deploymentId, 32),
      bytesOfLength('gateway', input.gateway, 32),
      bytesOfLength('sourceId', input.sourceId, 32),
      bytesOfLength('key', input.key, 32),
      bytesOfLength('owner', input.owner, 32),
      u64LE(input.timestampSeconds),
    ),
  );
}
