import { bytesToNumberBE } from '@noble/curves/utils.js';
import type { Curve, CurveDeps, CurveTerm } from './curve.js';
import { COMPRESSED_POINT_BYTES, decodePublicKey, decodeSec1, isNonZeroScalar, Point, Scalars, scalarToBytes } from './secp256k1.js';

/** The readable reference. Secret scalars go through noble's blinded `multiply`, public ones through its faster `…Unsafe` operations. */
export const portableCurve: Curve = Object.freeze({
  multiplyBase(secret: Uint8Array): Point | null {
    const scalar = bytesToNumberBE(secret);
    return isNonZeroScalar(scalar) ? Point.BASE.multiply(scalar) : null;
  },

  addProduct({ addend, factor, secret }: Parameters<Curve['addProduct']>[0]): Uint8Array {
    return scalarToBytes(Scalars.add(bytesToNumberBE(addend), Scalars.mul(factor, bytesToNumberBE(secret))));
  },

  reduce(hash: Uint8Array): Uint8Array {
    return scalarToBytes(Scalars.create(bytesToNumberBE(hash)));
  },

  decodeCompressed(bytes: Uint8Array): Point | null {
    return bytes.length === COMPRESSED_POINT_BYTES ? decodeSec1(bytes) : null;
  },

  isCompressed(bytes: Uint8Array): boolean {
    return bytes.length === COMPRESSED_POINT_BYTES && decodeSec1(bytes) !== null;
  },

  decodePublicKey,

  sum: (terms: readonly CurveTerm[]): Point | null => sumTerms(terms, decodeSec1),

  multiply(point: Point, factor: bigint): Point {
    return point.multiplyUnsafe(factor);
  },

  baseMinus({ s, e, point }: Parameters<Curve['baseMinus']>[0]): Point {
    return Point.BASE.mulAddUnsafe(s, point, Scalars.neg(e));
  },
});

/** The sum with Z = 1; `null` when a term in bytes encodes no point. */
export function sumTerms(terms: readonly CurveTerm[], decode: (bytes: Uint8Array) => Point | null): Point | null {
  let sum = Point.ZERO;
  for (const term of terms) {
    const point = term instanceof Uint8Array ? decode(term) : term;
    if (point === null) return null;
    sum = sum.add(point);
  }
  return Point.fromAffine(sum.toAffine());
}

export const PORTABLE: CurveDeps = Object.freeze({ curve: portableCurve });
