import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes } from '@noble/hashes/utils.js';
import type { Address } from './address.js';
import type { DeploymentId } from './attestation.js';
import { ascii, bytesOfLength, u64LE, u8 } from './fixed-width.js';
import { LABELS } from './labels.js';

/**
 * The message that a node signs to prove possession of its registered key (docs/protocol.md#proof-of-possession). It contains the key: a proof over a fixed message
 * could be forged for a rogue sum of other nodes' keys. It also contains every other registered field, and the registration that it
 * replaces, so that each proof serves once.
 *
 * @throws TypeError for a wrong width, RangeError for a number or an endpoint outside its range
 */
export function nodePossessionMessage(input: {
  deploymentId: DeploymentId;
  /** 0 to 63, its place in the registry. */
  index: number;
  /** Px ‖ Py, 64 bytes. */
  publicKey: Uint8Array;
  /** X25519 public key, 32 bytes. */
  encryptionKey: Uint8Array;
  operator: Address;
  /** `registeredAt` of the present Node account, unix seconds; 0 before the first registration. */
  previousRegisteredAt: bigint;
  /** URL in ASCII. */
  endpoint: string;
}): Uint8Array {
  const endpoint = ascii(input.endpoint);
  return keccak_256(
    concatBytes(
      ascii(LABELS.nodePossession),
      bytesOfLength('deploymentId', input.deploymentId, 32),
      u8(input.index),
      bytesOfLength('publicKey', input.publicKey, 64),
      bytesOfLength('encryptionKey', input.encryptionKey, 32),
      bytesOfLength('operator', input.operator, 32),
      u64LE(input.previousRegisteredAt),
      u8(endpoint.length),
      endpoint,
    ),
  );
}
