// By its path: the package's main entry loads a whole wallet library with top-level await, ten times as slowly, and breaks in bundlers.
import { instantiateSecp256k1 } from '@bitauth/libauth/build/lib/crypto/secp256k1.js';
import { bytesToNumberBE, concatBytes } from '@noble/curves/utils.js';
import type { Curve } from '../curve.js';
import { portableCurve } from '../curve-noble.js';
import type { RandomBytes } from '../random.js';
import { recoverNoncePoint } from '../recover.js';
import { COMPRESSED_POINT_BYTES, encodePublicKey, isNonZeroScalar, Point, scalarToBytes } from '../secp256k1.js';

const SEED_BYTES = 32;
const UNCOMPRESSED_PREFIX = Uint8Array.of(4);
const PREFIX_BYTES = UNCOMPRESSED_PREFIX.length;

/**
 * The curve on libsecp256k1, compiled to WebAssembly (libauth): the same answers as `portableCurve` several times as fast, and
 * constant time for secrets. One instance serves a whole process; it holds 16 MiB.
 *
 * Libauth wipes a secret that an operation takes as its key, not one that it takes as a tweak: the last of those stays in the memory of
 * the instance until the next operation writes over it.
 *
 * @param deps.random blinds the multiplication of secrets, as libsecp256k1 recommends; without it that is constant time all the same
 */
export async function createWasmCurve(deps: { readonly random?: RandomBytes } = {}): Promise<Curve> {
  const secp256k1 = await instantiateSecp256k1(deps.random?.(SEED_BYTES));

  function recover(hash: Uint8Array, recoveryId: 0 | 1, signature: Uint8Array): Uint8Array | null {
    const point = resultOrNull(secp256k1.recoverPublicKeyUncompressed(signature, recoveryId, hash));
    return point === null ? null : point.subarray(PREFIX_BYTES);
  }

  function multiply(point: Point, factor: bigint): Point {
    // Infinity has no encoding, and a tweak of zero is refused.
    if (factor === 0n || point.is0()) return Point.ZERO;
    const encoded = concatBytes(UNCOMPRESSED_PREFIX, encodePublicKey(point));
    const product = resultOrNull(secp256k1.mulTweakPublicKeyUncompressed(encoded, scalarToBytes(factor)));
    if (product === null) throw new RangeError('point, factor: must be a point of the curve and a scalar');
    return affinePoint(product.subarray(PREFIX_BYTES));
  }

  return Object.freeze({
    multiplyBase(secret: Uint8Array): Point | null {
      const encoded = resultOrNull(secp256k1.derivePublicKeyUncompressed(secret));
      return encoded === null ? null : affinePoint(encoded.subarray(PREFIX_BYTES));
    },

    addProduct(input: Parameters<Curve['addProduct']>[0]): Uint8Array {
      const product = resultOrNull(secp256k1.mulTweakPrivateKey(input.secret, scalarToBytes(input.factor)));
      const sum = product === null ? null : resultOrNull(secp256k1.addTweakPrivateKey(product, input.addend));
      // Zero is no private key, so a factor or a sum of zero fails there; the sum does once in 2²⁵⁶.
      return sum ?? portableCurve.addProduct(input);
    },

    reduce(hash: Uint8Array): Uint8Array {
      return secp256k1.validatePrivateKey(hash) ? hash.slice() : portableCurve.reduce(hash);
    },

    decodeCompressed(bytes: Uint8Array): Point | null {
      if (bytes.length !== COMPRESSED_POINT_BYTES) return null;
      const encoded = resultOrNull(secp256k1.uncompressPublicKey(bytes));
      return encoded === null ? null : affinePoint(encoded.subarray(PREFIX_BYTES));
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
  });
}

/** Libauth reports a failure as a message in place of the result. */
function resultOrNull(result: Uint8Array | string): Uint8Array | null {
  return typeof result === 'string' ? null : result;
}

/** 64 bytes from libsecp256k1, which gives points of the curve only: not checked a second time. */
function affinePoint(coordinates: Uint8Array): Point {
  return Point.fromAffine({ x: bytesToNumberBE(coordinates.subarray(0, 32)), y: bytesToNumberBE(coordinates.subarray(32)) });
}
