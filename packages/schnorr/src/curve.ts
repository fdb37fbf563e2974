import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToNumberBE } from '@noble/curves/utils.js';

export const Point = secp256k1.Point;
export type Point = InstanceType<typeof Point>;

/** Arithmetic modulo `n`, the order of secp256k1. */
export const Scalars = Point.Fn;

/** Arithmetic modulo `p`, the field of the coordinates. */
const Coordinates = Point.Fp;

const CURVE_CONSTANT = 7n;

/** A key on the wire: Px[32] ‖ Py[32], both big-endian (protocol §4; the registry account stores this form). */
export const PUBLIC_KEY_BYTES = 64;
export const SCALAR_BYTES = 32;
export const MESSAGE_BYTES = 32;
export const COMPRESSED_POINT_BYTES = 33;

export interface AffinePoint {
  readonly x: bigint;
  readonly y: bigint;
}

/** Big-endian integer, not reduced: callers decide what lies out of range. */
export function integerFromBytes(bytes: Uint8Array): bigint {
  return bytesToNumberBE(bytes);
}

/** 32 bytes, big-endian. */
export function scalarToBytes(scalar: bigint): Uint8Array {
  return Scalars.toBytes(scalar);
}

/** 0 < scalar < n. */
export function isNonZeroScalar(scalar: bigint): boolean {
  return Scalars.isValidNot0(scalar);
}

/** The affine coordinates in 64 bytes Px ‖ Py, or `null` when they are no point of the curve. Infinity has no such form. */
export function decodePublicKey(bytes: Uint8Array): AffinePoint | null {
  const x = integerFromBytes(bytes.subarray(0, 32));
  const y = integerFromBytes(bytes.subarray(32, 64));
  if (!Coordinates.isValid(x) || !Coordinates.isValid(y)) return null;
  const ySquared = Coordinates.add(Coordinates.mul(Coordinates.sqr(x), x), CURVE_CONSTANT);
  return Coordinates.eql(Coordinates.sqr(y), ySquared) ? { x, y } : null;
}

/** 64 bytes Px ‖ Py of a point other than infinity. */
export function encodePublicKey(point: AffinePoint): Uint8Array {
  const bytes = new Uint8Array(PUBLIC_KEY_BYTES);
  bytes.set(Coordinates.toBytes(point.x), 0);
  bytes.set(Coordinates.toBytes(point.y), 32);
  return bytes;
}

/** The point in 33 bytes of compressed SEC1, or `null` when the bytes encode none. */
export function decodeCompressed(bytes: Uint8Array): Point | null {
  try {
    return Point.fromBytes(bytes);
  } catch {
    return null;
  }
}

export function parityOf(coordinate: bigint): 0 | 1 {
  return (coordinate & 1n) === 1n ? 1 : 0;
}
