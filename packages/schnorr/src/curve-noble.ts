import { normalizeZ } from '@noble/curves/abstract/curve.js';
import { bytesToNumberBE } from '@noble/curves/utils.js';
import type { Curve, CurveDeps } from './curve.js';
import { COMPRESSED_POINT_BYTES, decodePublicKey, isNonZeroScalar, Point, Scalars, scalarToBytes } from './secp256k1.js';

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
    if (bytes.length !== COMPRESSED_POINT_BYTES) return null;
    try {
      return Point.fromBytes(bytes);
    } catch {
      return null;
    }
  },

  decodePublicKey,

  sums(lists: Parameters<Curve['sums']>[0]): Point[] {
    // Normalises all at once, for the price of one inversion: without a curve operation nothing costs more.
    return normalizeZ(
      Point,
      lists.map((points) => points.reduce((sum, point) => sum.add(point), Point.ZERO)),
    );
  },

  multiply(point: Point, factor: bigint): Point {
    return point.multiplyUnsafe(factor);
  },

  baseMinus({ s, e, point }: Parameters<Curve['baseMinus']>[0]): Point {
    return Point.BASE.mulAddUnsafe(s, point, Scalars.neg(e));
  },
});

export const PORTABLE: CurveDeps = Object.freeze({ curve: portableCurve });
