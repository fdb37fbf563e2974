// Imported by path: the main entry loads a whole wallet library with top-level await, ten times as slowly, and breaks in bundlers.
import { instantiateSecp256k1 } from '@bitauth/libauth/build/lib/crypto/secp256k1.js';
import type { Curve, CurveTerm } from '../curve.js';
import { createLibsecp256k1Curve, decodeUncompressed } from '../curve-libsecp256k1.js';
import { sumTerms } from '../curve-noble.js';
import type { RandomBytes } from '../random.js';
import { isSec1, type Point } from '../secp256k1.js';

const SEED_BYTES = 32;

/**
 * The curve on libsecp256k1, compiled to WebAssembly (libauth): the same answers as `portableCurve` several times as fast, and
 * constant time for secrets. One instance serves a whole process; it holds 16 MiB.
 *
 * Libauth wipes a secret that an operation takes as its key, but not one that it takes as a tweak. The last tweak stays in the memory of the
 * instance until the next operation overwrites it.
 *
 * @param deps.random blinds the multiplication of secrets, as libsecp256k1 recommends; without it the multiplication is still constant time
 */
export async function createWasmCurve(deps: { readonly random?: RandomBytes } = {}): Promise<Curve> {
  const secp256k1 = await instantiateSecp256k1(deps.random?.(SEED_BYTES));
  const curve = createLibsecp256k1Curve({
    isSecretKey: (bytes) => secp256k1.validatePrivateKey(bytes),
    publicKeyOf: (secret) => resultOrNull(secp256k1.derivePublicKeyUncompressed(secret)),
    multiplySecret: (secret, factor) => resultOrNull(secp256k1.mulTweakPrivateKey(secret, factor)),
    addToSecret: (secret, addend) => resultOrNull(secp256k1.addTweakPrivateKey(secret, addend)),
    uncompress: (point) => resultOrNull(secp256k1.uncompressPublicKey(point)),
    multiply: (point, factor) => resultOrNull(secp256k1.mulTweakPublicKeyUncompressed(point, factor)),
    recover: (hash, recoveryId, signature) => resultOrNull(secp256k1.recoverPublicKeyUncompressed(signature, recoveryId, hash)),
  });
  const decode = (bytes: Uint8Array): Point | null => {
    const encoded = isSec1(bytes) ? resultOrNull(secp256k1.uncompressPublicKey(bytes)) : null;
    return encoded === null ? null : decodeUncompressed(encoded);
  };
  // Libauth adds no points.
  return Object.freeze({ ...curve, sum: (terms: readonly CurveTerm[]) => sumTerms(terms, decode) });
}

/** Libauth reports a failure as a message in place of the result. */
function resultOrNull(result: Uint8Array | string): Uint8Array | null {
  return typeof result === 'string' ? null : result;
}
