import { ed25519 } from '@noble/curves/ed25519.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';

const { Point } = ed25519;
const ORDER = Point.Fn.ORDER;

const integerLE = (bytes: Uint8Array): bigint => {
  let value = 0n;
  for (let place = bytes.length - 1; place >= 0; place -= 1) value = (value << 8n) | BigInt(bytes[place] ?? 0);
  return value;
};

/** The point, or undefined when the bytes decode to none or to one of the eight of small order. */
const decodeLargeOrder = (bytes: Uint8Array): InstanceType<typeof Point> | undefined => {
  try {
    const point = Point.fromBytes(bytes);
    return point.isSmallOrder() ? undefined : point;
  } catch {
    return undefined;
  }
};

const equal = (left: Uint8Array, right: Uint8Array): boolean => left.length === right.length && left.every((byte, i) => byte === right[i]);

/**
 * Accepts exactly what the ledger's Ed25519 precompile accepts (protocol §5): S < ℓ; A and R decode and neither has small order; and
 * encode([S]B − [k]A) equals R byte for byte, k = sha512(R ‖ A ‖ M) mod ℓ. The usual library calls multiply by the cofactor or skip one
 * of these checks; a signature accepted here and refused by the ledger would be a round nobody pays for.
 *
 * @returns false for bad data, wrong lengths included.
 * @throws TypeError unless all three are Uint8Arrays.
 */
export const verifyEd25519 = (input: { signature: Uint8Array; message: Uint8Array; publicKey: Uint8Array }): boolean => {
  const { signature, message, publicKey } = input;
  for (const bytes of [signature, message, publicKey]) {
    if (!(bytes instanceof Uint8Array)) throw new TypeError('signature, message and publicKey must be Uint8Arrays');
  }
  if (signature.length !== 64 || publicKey.length !== 32) return false;

  const encodedR = signature.subarray(0, 32);
  const s = integerLE(signature.subarray(32));
  if (s >= ORDER) return false;
  const a = decodeLargeOrder(publicKey);
  if (a === undefined || decodeLargeOrder(encodedR) === undefined) return false;

  const k = integerLE(sha512(concatBytes(encodedR, publicKey, message))) % ORDER;
  // Verification handles public data only, so variable-time arithmetic is right here.
  const expectedR = Point.BASE.multiplyUnsafe(s).subtract(a.multiplyUnsafe(k));
  return equal(expectedR.toBytes(), encodedR);
};
