import { ed25519 } from '@noble/curves/ed25519.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { equalBytes } from './equal-bytes.js';

const { Point } = ed25519;
const ORDER = Point.Fn.ORDER;

function integerLE(bytes: Uint8Array): bigint {
  let value = 0n;
  for (let place = bytes.length - 1; place >= 0; place -= 1) value = (value << 8n) | BigInt(bytes[place] ?? 0);
  return value;
}

type Point = InstanceType<typeof Point>;

/** The point, or undefined when the bytes decode to none or to one of the eight of small order. */
function decodeLargeOrder(bytes: Uint8Array): Point | undefined {
  try {
    const point = Point.fromBytes(bytes);
    return point.isSmallOrder() ? undefined : point;
  } catch {
    return undefined;
  }
}

/** A signature, and what it is checked against. */
export interface Ed25519Input {
  /** 64 bytes R ‖ S. */
  readonly signature: Uint8Array;
  readonly message: Uint8Array;
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
}

/** Verifies like `verifyEd25519`, whatever it runs on. */
export type VerifyEd25519 = (input: Ed25519Input) => boolean;

/**
 * Accepts exactly what the ledger's Ed25519 precompile accepts (docs/protocol.md#ed25519-acceptance): S < ℓ; A and R decode and neither has small order; and
 * encode([S]B − [k]A) equals R byte for byte, k = sha512(R ‖ A ‖ M) mod ℓ. The usual library calls multiply by the cofactor or skip one
 * of these checks; a signature that is accepted here and refused by the ledger would be an unpaid round.
 *
 * @returns false for bad data, wrong lengths included.
 * @throws TypeError unless all three are Uint8Arrays.
 * @example
 * verifyEd25519({ signature, message: hash, publicKey: owner });
 */
export function verifyEd25519({ signature, message, publicKey }: Ed25519Input): boolean {
  for (const bytes of [signature, message, publicKey]) {
    if (!(bytes instanceof Uint8Array)) throw new TypeError('signature, message and publicKey must be Uint8Arrays');
  }
  if (signature.length !== 64 || publicKey.length !== 32) return false;

  const encodedR = signature.subarray(0, 32);
  const s = integerLE(signature.subarray(32));
  if (s >= ORDER) return false;
  const a = decodeLargeOrder(publicKey);
  if (a === undefined) return false;

  const k = integerLE(sha512(concatBytes(encodedR, publicKey, message))) % ORDER;
  // Verification handles public data only, so variable-time arithmetic is right here.
  const expectedR = Point.BASE.multiplyUnsafe(s).subtract(a.multiplyUnsafe(k));
  // R decodes if it equals an encoding, and then to this point.
  return equalBytes(expectedR.toBytes(), encodedR) && !expectedR.isSmallOrder();
}
