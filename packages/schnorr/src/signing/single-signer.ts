import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { assertBytes } from '../bytes.js';
import { challenge } from '../challenge.js';
import { commitmentAddress } from '../commitment.js';
import { encodePublicKey, integerFromBytes, MESSAGE_BYTES, Point, Scalars, scalarToBytes } from '../curve.js';
import type { RandomBytes } from './random.js';
import { publicKeyOf, secretScalar } from './secret-key.js';

const ENTROPY_BYTES = 32;

/** The signature of one key. */
export interface SingleSignature {
  /** 32 bytes. */
  readonly s: Uint8Array;
  /** 20 bytes. */
  readonly commitment: Uint8Array;
}

/**
 * A signature of one key alone, verified by `verifySignature` (protocol §3 and §4).
 *
 * The nonce is hedged, keccak256(x ‖ 32 random bytes ‖ m) mod n: a broken random source alone does not repeat it over two messages.
 * It is never shared with the nonce pairs of a signing session.
 *
 * @throws SecretKeyError; TypeError for a wrong width
 */
export function signSingle(input: { secretKey: Uint8Array; message: Uint8Array; random: RandomBytes }): SingleSignature {
  const { secretKey, message } = input;
  const x = secretScalar(secretKey);
  assertBytes(message, MESSAGE_BYTES, 'message');
  const entropy = input.random(ENTROPY_BYTES);
  assertBytes(entropy, ENTROPY_BYTES, 'random');

  const nonce = Scalars.create(integerFromBytes(keccak_256(concatBytes(secretKey, entropy, message))));
  const commitment = commitmentAddress(encodePublicKey(Point.BASE.multiply(nonce).toAffine()));
  const e = challenge({ publicKey: publicKeyOf(secretKey), message, commitment });
  return { s: scalarToBytes(Scalars.add(nonce, Scalars.mul(e, x))), commitment };
}
