import { assertBytes } from '../bytes.js';
import { encodePublicKey, integerFromBytes, isNonZeroScalar, Point, SCALAR_BYTES, scalarToBytes } from '../curve.js';
import { randomScalar, type RandomBytes } from './random.js';

/** Not a secret key. The message never holds the bytes. */
export class SecretKeyError extends Error {
  override readonly name = 'SecretKeyError';
  constructor() {
    super('secretKey: must lie between 1 and n − 1');
  }
}

/** 32 bytes, big-endian, uniform over 1..n−1. */
export function generateSecretKey(random: RandomBytes): Uint8Array {
  return scalarToBytes(randomScalar(random));
}

/**
 * @param secretKey 32 bytes, big-endian
 * @returns 64 bytes Px ‖ Py
 * @throws SecretKeyError, TypeError for a wrong width
 */
export function publicKeyOf(secretKey: Uint8Array): Uint8Array {
  return encodePublicKey(Point.BASE.multiply(secretScalar(secretKey)).toAffine());
}

/** @throws SecretKeyError, TypeError for a wrong width */
export function secretScalar(secretKey: Uint8Array): bigint {
  assertBytes(secretKey, SCALAR_BYTES, 'secretKey');
  const scalar = integerFromBytes(secretKey);
  if (!isNonZeroScalar(scalar)) throw new SecretKeyError();
  return scalar;
}
