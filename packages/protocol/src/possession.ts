import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes } from '@noble/hashes/utils.js';
import type { Address } from './address.js';
import type { DeploymentId } from './attestation.js';
import { ascii, bytesOfLength } from './fixed-width.js';
import { LABELS } from './labels.js';

/**
 * What a node signs to prove that it holds the secret of its registered key (protocol §4). The message names the key itself: a proof
 * over a fixed message can be forged for a rogue sum of other nodes' keys.
 */
export function nodePossessionMessage(input: {
  deploymentId: DeploymentId;
  /** Px ‖ Py, 64 bytes. */
  publicKey: Uint8Array;
  /** X25519 public key, 32 bytes. */
  encryptionKey: Uint8Array;
  operator: Address;
}): Uint8Array {
  return keccak_256(
    concatBytes(
      ascii(LABELS.nodePossession),
      bytesOfLength('deploymentId', input.deploymentId, 32),
      bytesOfLength('publicKey', input.publicKey, 64),
      bytesOfLength('encryptionKey', input.encryptionKey, 32),
      bytesOfLength('operator', input.operator, 32),
    ),
  );
}
