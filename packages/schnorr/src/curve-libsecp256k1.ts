import { bytesToNumberBE } from '@noble/curves/utils.js';
import type { Curve } from './curve.js';
import { portableCurve } from './curve-noble.js';
import { type RecoverBackend, recoverNoncePoint } from './recover.js';
import {
  COMPRESSED_POINT_BYTES,
  encodePublicKey,
  isNonZeroScalar,
  Point,
  PUBLIC_KEY_BYTES,
  scalarToBytes,
  uncompressed,
} from './secp256k1.js';

/**
 * The interface that JavaScript builds of libsecp256k1 share. Points come and go as 65 bytes of uncompressed SEC1, scalars as 32 bytes,
 * big-endian; `null` is what the library refuses: a zero or n and more among scalars, bytes that are no point, infinity.
 */
export interface Libsecp256k1 {
  isSecretKey(bytes: Uint8Array): boolean;
  publicKeyOf(secret: Uint8Array): Uint8Array | null;
  /** A new secret; the one that is given stays as it is. */
  multiplySecret(secret: Uint8Array, factor: Uint8Array): Uint8Array | null;
  addToSecret(secret: Uint8Array, addend: Uint8Array): Uint8Array | null;
  /** Takes 33 or 65 bytes. */
  uncompress(point: Uint8Array): Uint8Array | null;
  multiply(point: Uint8Array, factor: Uint8Array): Uint8Array | null;
  /** ECDSA recovery of a signature r ‖ s. */
  recover(hash: Uint8Array, recoveryId: 0 | 1, signature: Uint8Array): Uint8Array | null;
}

const PREFIX_BYTES = 1;

/** The curve on libsecp256k1, but for the sum, which not every build has. */
export function createLibsecp256k1Curve(library: Libsecp256k1): Omit<Curve, 'sum'> {
  const recover: RecoverBackend = (hash, recoveryId, signature) =>
    library.recover(hash, recoveryId, signature)?.subarray(PREFIX_BYTES) ?? null;

  function multiply(point: Point, factor: bigint): Point {
    // Infinity has no encoding, and a tweak of zero is refused.
    if (factor === 0n || point.is0()) return Point.ZERO;
    const product = library.multiply(encodeUncompressed(point), scalarToBytes(factor));
    if (product === null) throw new RangeError('point, factor: must be a point of the curve and a scalar');
    return decodeUncompressed(product);
  }

  return {
    multiplyBase(secret: Uint8Array): Point | null {
      return pointOrNull(library.publicKeyOf(secret));
    },

    addProduct(input: Parameters<Curve['addProduct']>[0]): Uint8Array {
      const product = library.multiplySecret(input.secret, scalarToBytes(input.factor));
      const sum = product === null ? null : library.addToSecret(product, input.addend);
      // Zero is no private key, so a factor or a sum of zero fails there; the sum does once in 2²⁵⁶.
      return sum ?? portableCurve.addProduct(input);
    },

    reduce(hash: Uint8Array): Uint8Array {
      return library.isSecretKey(hash) ? hash.slice() : portableCurve.reduce(hash);
    },

    decodeCompressed(bytes: Uint8Array): Point | null {
      return bytes.length === COMPRESSED_POINT_BYTES ? pointOrNull(library.uncompress(bytes)) : null;
    },

    isCompressed(bytes: Uint8Array): boolean {
      return bytes.length === COMPRESSED_POINT_BYTES && library.uncompress(bytes) !== null;
    },

    decodePublicKey(bytes: Uint8Array): Point | null {
      return bytes.length === PUBLIC_KEY_BYTES ? pointOrNull(library.uncompress(uncompressed(bytes))) : null;
    },

    multiply,

    baseMinus({ s, e, point }: Parameters<Curve['baseMinus']>[0]): Point {
      // One recovery does both multiplications; infinity is all that it cannot recover from numbers in range.
      if (e !== 0n && isNonZeroScalar(point.x)) {
        const recovered = recoverNoncePoint({ publicKey: point, e, s }, recover);
        return recovered === null ? Point.ZERO : affinePoint(recovered);
      }
      return multiply(Point.BASE, s).subtract(multiply(point, e));
    },
  };
}

/** 65 bytes of a point other than infinity. */
export function encodeUncompressed(point: Point): Uint8Array {
  return uncompressed(encodePublicKey(point));
}

/** 65 bytes from libsecp256k1, which gives points of the curve only: not checked a second time. */
export function decodeUncompressed(encoded: Uint8Array): Point {
  return affinePoint(encoded.subarray(PREFIX_BYTES));
}

function pointOrNull(encoded: Uint8Array | null): Point | null {
  return encoded === null ? null : decodeUncompressed(encoded);
}

function affinePoint(coordinates: Uint8Array): Point {
  return Point.fromAffine({ x: bytesToNumberBE(coordinates.subarray(0, 32)), y: bytesToNumberBE(coordinates.subarray(32)) });
}
