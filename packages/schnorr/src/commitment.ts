import { concatBytes } from '@noble/curves/utils.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { assertBytes } from './bytes.js';
import type { CurveDeps } from './curve.js';
import { PORTABLE } from './curve-noble.js';
import { encodePublicKey, PUBLIC_KEY_BYTES, SCALAR_BYTES } from './secp256k1.js';

export const COMMITMENT_BYTES = 20;

/**
 * The 20-byte commitment of a nonce point: the last 20 bytes of keccak256(Rx[32] ‖ Ry[32]) (docs/protocol.md#aggregate-signature).
 *
 * @param point 64 bytes Rx ‖ Ry
 * @throws TypeError when `point` is not 64 bytes
 */
export function commitmentAddress(point: Uint8Array): Uint8Array {
  assertBytes(point, PUBLIC_KEY_BYTES, 'point');
  return keccak_256(point).slice(-COMMITMENT_BYTES);
}

/**
 * The commitment of the nonce point that a result writes as `rx` and `ryParity` (docs/protocol.md#aggregate-signature).
 *
 * @param rx 32 bytes, big-endian
 * @returns 20 bytes, or `null` when the curve has no such point
 * @throws TypeError when `rx` is not 32 bytes
 */
export function commitmentOfNonce(rx: Uint8Array, ryParity: 0 | 1, { curve }: CurveDeps = PORTABLE): Uint8Array | null {
  assertBytes(rx, SCALAR_BYTES, 'rx');
  const point = curve.decodeCompressed(concatBytes(Uint8Array.of(2 + ryParity), rx));
  return point === null ? null : commitmentAddress(encodePublicKey(point));
}
