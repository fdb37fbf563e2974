import { assertBytes } from './bytes.js';
import type { CurveDeps } from './curve.js';
import { PORTABLE } from './curve-noble.js';
import { encodePublicKey, PUBLIC_KEY_BYTES, uncompressed } from './secp256k1.js';

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
 * The plain sum of public keys (protocol §4). It is safe only over keys whose possession was proven: a freely chosen key can cancel the
 * others.
 *
 * The addition is complete, so a repeated key is doubled correctly. The registry, not this function, ensures that keys are distinct.
 *
 * @param keys each 64 bytes Px ‖ Py
 * @returns 64 bytes Px ‖ Py
 * @throws AggregateKeyError when the list is empty, a key is off the curve, or the sum is infinity
 * @throws TypeError when a key is not 64 bytes
 */
export function aggregatePublicKeys(keys: readonly Uint8Array[], { curve }: CurveDeps = PORTABLE): Uint8Array {
  if (keys.length === 0) throw new AggregateKeyError('no_keys');
  const terms = keys.map((key, position) => {
    assertBytes(key, PUBLIC_KEY_BYTES, `keys[${position}]`);
    return uncompressed(key);
  });
  const sum = curve.sum(terms);
  if (sum === null) {
    const position = terms.findIndex((term) => curve.sum([term]) === null);
    throw new AggregateKeyError('off_curve', position);
  }
  if (sum.is0()) throw new AggregateKeyError('infinity');
  return encodePublicKey(sum);
}
