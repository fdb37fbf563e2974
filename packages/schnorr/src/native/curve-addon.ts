import type { Curve } from '../curve.js';
import { createLibsecp256k1Curve, decodeUncompressed, encodeUncompressed } from '../curve-libsecp256k1.js';
import type { RandomBytes } from '../random.js';
import { Point } from '../secp256k1.js';
import type { Secp256k1Addon } from './addon.js';

const SEED_BYTES = 32;

export function createAddonCurve(addon: Secp256k1Addon, deps: { readonly random?: RandomBytes }): Curve {
  if (deps.random !== undefined) addon.contextRandomize(deps.random(SEED_BYTES));
  const curve = createLibsecp256k1Curve({
    isSecretKey: (bytes) => addon.privateKeyVerify(bytes),
    publicKeyOf: (secret) => resultOrNull(() => addon.publicKeyCreate(secret, false)),
    multiplySecret: (secret, factor) => resultOrNull(() => addon.privateKeyTweakMul(secret.slice(), factor)),
    addToSecret: (secret, addend) => resultOrNull(() => addon.privateKeyTweakAdd(secret.slice(), addend)),
    uncompress: (point) => resultOrNull(() => addon.publicKeyConvert(point, false)),
    multiply: (point, factor) => resultOrNull(() => addon.publicKeyTweakMul(point, factor, false)),
    recover: (hash, recoveryId, signature) => resultOrNull(() => addon.ecdsaRecover(signature, recoveryId, hash, false)),
  });

  function sum(points: readonly Point[]): Point {
    // Infinity has no encoding, as a term or as a sum.
    const terms = points.filter((point) => !point.is0()).map(encodeUncompressed);
    const encoded = terms.length === 0 ? null : resultOrNull(() => addon.publicKeyCombine(terms, false));
    return encoded === null ? Point.ZERO : decodeUncompressed(encoded);
  }

  return Object.freeze({ ...curve, sums: (lists: Parameters<Curve['sums']>[0]) => lists.map(sum) });
}

/** The addon throws for what it refuses. */
function resultOrNull(operation: () => Uint8Array): Uint8Array | null {
  try {
    return operation();
  } catch {
    return null;
  }
}
