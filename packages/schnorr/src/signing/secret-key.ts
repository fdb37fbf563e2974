import { secp256k1 } from '@noble/curves/secp256k1.js';
import { assertBytes } from '../bytes.js';
import type { RandomBytes } from '../random.js';
import { createSigningKey } from './signing-key.js';

/** 256 bits of scalar and 128 more, so that the reduction leaves a bias below 2⁻¹²⁸. */
const WIDE_BYTES = 48;

/**
 * 32 bytes, big-endian, uniform over 1..n−1.
 *
 * @throws TypeError when `random` answers with anything but 48 bytes: a short answer would make a guessable key
 */
export function generateSecretKey(random: RandomBytes): Uint8Array {
  const wide = random(WIDE_BYTES);
  assertBytes(wide, WIDE_BYTES, 'random');
  return secp256k1.utils.randomSecretKey(wide);
}

/**
 * @param secretKey 32 bytes, big-endian
 * @returns 64 bytes Px ‖ Py
 * @throws SecretKeyError, TypeError for a wrong width
 */
export function publicKeyOf(secretKey: Uint8Array): Uint8Array {
  return createSigningKey(secretKey).publicKey;
}
