import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { ascii, bytesOfLength, u64LE, u8 } from './fixed-width.js';
import { LABELS } from './labels.js';
import type { UnixMs } from './units.js';

/** The observation of one node, as the other nodes get it in tolerance mode. */
export interface Observation {
  /** Node index. */
  readonly index: number;
  /** int256 in 32 bytes. */
  readonly value: Uint8Array;
  /** When the last byte of the body arrived, on the node's clock. */
  readonly receivedAtMs: UnixMs;
}

/** The fields of an observation in the order in which they are hashed. */
export function observationFields({ index, value, receivedAtMs }: Observation): Uint8Array {
  return concatBytes(u8(index), bytesOfLength('value', value, 32), u64LE(receivedAtMs));
}

/** The message that an observer signs alone, for one session (protocol §3). */
export function observationMessage(input: { readonly sessionId: Uint8Array; readonly observation: Observation }): Uint8Array {
  return keccak_256(
    concatBytes(ascii(LABELS.observation), bytesOfLength('sessionId', input.sessionId, 32), observationFields(input.observation)),
  );
}
