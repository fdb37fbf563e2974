import { ed25519 } from '@noble/curves/ed25519.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import { BoundedMap } from './bounded-map.js';
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

export interface Ed25519Input {
  /** 64 bytes R ‖ S. */
  readonly signature: Uint8Array;
  readonly message: Uint8Array;
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
}

/**
 * Accepts exactly what the ledger's Ed25519 precompile accepts (protocol §5): S < ℓ; A and R decode and neither has small order; and
 * encode([S]B − [k]A) equals R byte for byte, k = sha512(R ‖ A ‖ M) mod ℓ. The usual library calls multiply by the cofactor or skip one
 * of these checks; a signature accepted here and refused by the ledger would be a round nobody pays for.
 *
 * @returns false for bad data, wrong lengths included.
 * @throws TypeError unless all three are Uint8Arrays.
 */
export type VerifyEd25519 = (input: Ed25519Input) => boolean;

/** {@link VerifyEd25519} that remembers nothing. */
export const verifyEd25519: VerifyEd25519 = (input) => verifyUnder(input, decodeLargeOrder);

/** `decodeKey` answers undefined for a key that is refused. */
function verifyUnder({ signature, message, publicKey }: Ed25519Input, decodeKey: (bytes: Uint8Array) => Point | undefined): boolean {
  for (const bytes of [signature, message, publicKey]) {
    if (!(bytes instanceof Uint8Array)) throw new TypeError('signature, message and publicKey must be Uint8Arrays');
  }
  if (signature.length !== 64 || publicKey.length !== 32) return false;

  const encodedR = signature.subarray(0, 32);
  const s = integerLE(signature.subarray(32));
  if (s >= ORDER) return false;
  const a = decodeKey(publicKey);
  if (a === undefined) return false;

  const k = integerLE(sha512(concatBytes(encodedR, publicKey, message))) % ORDER;
  // Verification handles public data only, so variable-time arithmetic is right here.
  const expectedR = Point.BASE.multiplyUnsafe(s).subtract(a.multiplyUnsafe(k));
  // R decodes if it equals an encoding, and then to this point.
  return equalBytes(expectedR.toBytes(), encodedR) && !expectedR.isSmallOrder();
}

/** A key's table of multiples costs about as much as three verifications and saves most of each later one. */
const USES_BEFORE_TABLE = 8;
/** Four bits: 520 points, about 200 KB a key. */
const TABLE_WINDOW_BITS = 4;

/**
 * {@link VerifyEd25519} for a party that hears the same signers again and again: the keys of the last `maxKeys` good signatures stay
 * decoded, and one that keeps coming gets a table of its multiples. Its verdicts are those of {@link verifyEd25519}.
 *
 * @throws RangeError unless `maxKeys` is a positive integer
 */
export function createEd25519Verifier({ maxKeys }: { readonly maxKeys: number }): VerifyEd25519 {
  if (!Number.isSafeInteger(maxKeys) || maxKeys < 1) throw new RangeError('maxKeys: must be a positive integer');
  const remembered = new BoundedMap<string, { readonly point: Point; uses: number }>(maxKeys);

  const remember = (key: string, point: Point): void => {
    const entry = remembered.getOrCreate(key, () => ({ point, uses: 0 }));
    entry.uses += 1;
    if (entry.uses === USES_BEFORE_TABLE) entry.point.precompute(TABLE_WINDOW_BITS);
  };

  return (input) => {
    let used: { readonly key: string; readonly point: Point } | undefined;
    const isGood = verifyUnder(input, (bytes) => {
      const key = bytesToHex(bytes);
      const point = remembered.peek(key)?.point ?? decodeLargeOrder(bytes);
      used = point === undefined ? undefined : { key, point };
      return point;
    });
    // Only a good signature is remembered: naming a key costs a stranger nothing.
    if (isGood && used !== undefined) remember(used.key, used.point);
    return isGood;
  };
}
