import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { assertBytes } from '../bytes.js';
import type { RandomBytes } from '../random.js';
import type { Point } from '../secp256k1.js';
import { openSigningKey, type SigningKey } from './signing-key.js';

const ENTROPY_BYTES = 32;

export interface SecretNonce {
  /** k, 32 bytes. */
  readonly secret: Uint8Array;
  /** [k]G. */
  readonly point: Point;
}

/**
 * k = keccak256(x ‖ 32 random bytes ‖ context) mod n.
 *
 * The hash includes key and context for the case that the random source fails or repeats, such as after a restore from a snapshot. Another
 * context still gives another nonce, which cannot be guessed without the key.
 *
 * @param context purpose of the nonce; its width is the same in every use of one kind
 * @throws TypeError when `random` answers with anything but 32 bytes
 */
export function hedgedNonce(
  { signingKey, context }: { readonly signingKey: SigningKey; readonly context: Uint8Array },
  { random }: { readonly random: RandomBytes },
): SecretNonce {
  const { secret: key, curve } = openSigningKey(signingKey);
  const entropy = random(ENTROPY_BYTES);
  assertBytes(entropy, ENTROPY_BYTES, 'random');
  const secret = curve.reduce(keccak_256(concatBytes(key, entropy, context)));
  const point = curve.multiplyBase(secret);
  // Once in 2²⁵⁶. Zero would sign with the bare key.
  if (point === null) throw new RangeError('random: must not give a nonce of zero');
  return { secret, point };
}
