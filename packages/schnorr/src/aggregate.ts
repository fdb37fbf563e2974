import { assertBytes } from './bytes.js';
import { decodePublicKey, encodePublicKey, Point, PUBLIC_KEY_BYTES } from './secp256k1.js';

/** Why keys have no usable sum. */
export type AggregateKeyFault = 'no_keys' | 'off_curve' | 'infinity';

/** The keys have no usable sum. `position` is the list position of a key that is off the curve. */
export class AggregateKeyError extends Error {
  override readonly name = 'AggregateKeyError';
  constructor(
    readonly reason: AggregateKeyFault,
    readonly position?: number,
  ) {
    super(position === undefined ? `aggregate key: ${reason}` : `aggregate key: ${reason} at place ${position} of the list`);
  }
}

/**
 * The plain sum of public keys (docs/protocol.md#aggregate-signature). It is safe only over keys whose possession was proven: a freely chosen key can cancel the
 * others.
 *
 * The addition is complete, so a repeated key is doubled correctly. The registry, not this function, ensures that keys are distinct.
 *
 * @param keys each 64 bytes Px ‖ Py
 * @returns 64 bytes Px ‖ Py
 * @throws AggregateKeyError when the list is empty, a key is off the curve, or the sum is infinity
 * @throws TypeError when a key is not 64 bytes
 */
export function aggregatePublicKeys(keys: readonly Uint8Array[]): Uint8Array {
  if (keys.length === 0) throw new AggregateKeyError('no_keys');
  let sum = Point.ZERO;
  keys.forEach((key, position) => {
    assertBytes(key, PUBLIC_KEY_BYTES, `keys[${position}]`);
    const point = decodePublicKey(key);
    if (point === null) throw new AggregateKeyError('off_curve', position);
    sum = sum.add(point);
  });
  if (sum.is0()) throw new AggregateKeyError('infinity');
  return encodePublicKey(sum);
}
