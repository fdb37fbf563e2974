import { schnorr as bip340 } from '@noble/curves/secp256k1.js';
import { concatBytes, numberToBytesBE } from '@noble/curves/utils.js';

/**
 * A public point, the same in all forms of the curve (curve.ts): immutable, projective, `Point.ZERO` being infinity. Adding,
 * comparing and encoding cost microseconds and are done with it directly; they are for public points only.
 *
 * Declarations name no type of noble: it has ES modules alone, whose types TypeScript gives to no module of CommonJS.
 */
export interface Point {
  /** Affine coordinates; each costs an inversion unless Z is 1. */
  readonly x: bigint;
  readonly y: bigint;
  readonly Z: bigint;
  add(other: Point): Point;
  subtract(other: Point): Point;
  double(): Point;
  negate(): Point;
  /** @param factor 1..n−1 */
  multiply(factor: bigint): Point;
  /** @param factor public, 0..n−1 */
  multiplyUnsafe(factor: bigint): Point;
  /** [a]·this + [b]·other, for public factors. */
  mulAddUnsafe(a: bigint, other: Point, b: bigint): Point;
  equals(other: Point): boolean;
  /** Whether it is infinity. */
  is0(): boolean;
  toAffine(): { readonly x: bigint; readonly y: bigint };
  /** SEC1: 33 bytes unless `isCompressed` is false, then 65. */
  toBytes(isCompressed?: boolean): Uint8Array;
  /** These bytes in hex. */
  toHex(isCompressed?: boolean): string;
}

interface Points {
  readonly BASE: Point;
  readonly ZERO: Point;
  /** @throws for coordinates that are not on the curve */
  fromAffine(coordinates: { readonly x: bigint; readonly y: bigint }): Point;
  /** @throws for bytes that are no SEC1 of a point */
  fromBytes(bytes: Uint8Array): Point;
  fromHex(hex: string): Point;
}

interface ScalarField {
  /** n */
  readonly ORDER: bigint;
  /** The scalar modulo n. */
  create(scalar: bigint): bigint;
  isValid(scalar: bigint): boolean;
  isValidNot0(scalar: bigint): boolean;
  add(one: bigint, other: bigint): bigint;
  mul(one: bigint, other: bigint): bigint;
  neg(scalar: bigint): bigint;
  toBytes(scalar: bigint): Uint8Array;
}

/** Taken from noble's BIP 340, since its `secp256k1` brings ECDSA and DER into a bundle. */
export const Point: Points = bip340.Point;

/** Arithmetic modulo `n`, the order of secp256k1. BigInt is not constant-time: for public scalars. */
export const Scalars: ScalarField = bip340.Point.Fn;

/** A key on the wire: Px[32] ‖ Py[32], both big-endian (docs/protocol.md#aggregate-signature; the registry account stores this form). */
export const PUBLIC_KEY_BYTES = 64;
export const SCALAR_BYTES = 32;
export const MESSAGE_BYTES = 32;
export const COMPRESSED_POINT_BYTES = 33;

const COORDINATE_BYTES = 32;
const UNCOMPRESSED_POINT_BYTES = 65;
const UNCOMPRESSED_PREFIX = Uint8Array.of(4);
/** The prefix of a compressed point whose y is even; an odd one has the next. */
const EVEN_PREFIX = 2;

/** 32 bytes, big-endian. */
export function scalarToBytes(scalar: bigint): Uint8Array {
  return Scalars.toBytes(scalar);
}

/** 0 < scalar < n. */
export function isNonZeroScalar(scalar: bigint): boolean {
  return Scalars.isValidNot0(scalar);
}

/** The point with the coordinates Px ‖ Py of 64 bytes, or `null` when the curve has none. Infinity has no such form. */
export function decodePublicKey(bytes: Uint8Array): Point | null {
  return decodeSec1(uncompressed(bytes));
}

/** The point that 33 or 65 bytes of SEC1 encode, or `null`. */
export function decodeSec1(bytes: Uint8Array): Point | null {
  try {
    return Point.fromBytes(bytes);
  } catch {
    return null;
  }
}

/** 64 bytes Px ‖ Py of a point other than infinity. */
export function encodePublicKey(point: Point): Uint8Array {
  // Not toBytes(): that inverts Z twice for a sum, and an inversion costs more than everything else here.
  const { x, y } = point.toAffine();
  return concatBytes(numberToBytesBE(x, COORDINATE_BYTES), numberToBytesBE(y, COORDINATE_BYTES));
}

/** 65 bytes of SEC1 from the 64 bytes of a key. */
export function uncompressed(publicKey: Uint8Array): Uint8Array {
  return concatBytes(UNCOMPRESSED_PREFIX, publicKey);
}

/** 33 bytes of SEC1 from the 64 bytes of a key. */
export function compressed(publicKey: Uint8Array): Uint8Array {
  return concatBytes(Uint8Array.of(EVEN_PREFIX + ((publicKey.at(-1) ?? 0) & 1)), publicKey.subarray(0, COORDINATE_BYTES));
}

/** Whether these may be 33 or 65 bytes of SEC1. libsecp256k1 would take the hybrid form too, which has a second encoding for each point. */
export function isSec1(bytes: Uint8Array): boolean {
  return bytes.length === COMPRESSED_POINT_BYTES || (bytes.length === UNCOMPRESSED_POINT_BYTES && bytes[0] === UNCOMPRESSED_PREFIX[0]);
}

export function parityOf(coordinate: bigint): 0 | 1 {
  return (coordinate & 1n) === 1n ? 1 : 0;
}
