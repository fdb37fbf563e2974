import { mapHashToField } from '@noble/curves/abstract/modular.js';
import { assertBytes } from '../bytes.js';
import { integerFromBytes, Scalars } from '../curve.js';

/** A cryptographically secure source: `length` fresh bytes at every call. */
export type RandomBytes = (length: number) => Uint8Array;

/** 256 bits of scalar and 128 more, so that the reduction modulo n − 1 leaves a bias below 2⁻¹²⁸. */
const WIDE_BYTES = 48;

/**
 * A scalar uniform over 1..n−1.
 *
 * @throws TypeError when `random` answers with anything but 48 bytes: a short answer would make a guessable scalar
 */
export function randomScalar(random: RandomBytes): bigint {
  const wide = random(WIDE_BYTES);
  assertBytes(wide, WIDE_BYTES, 'random');
  return integerFromBytes(mapHashToField(wide, Scalars.ORDER));
}
