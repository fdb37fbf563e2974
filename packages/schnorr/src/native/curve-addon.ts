import type { Curve, CurveTerm } from '../curve.js';
import { createLibsecp256k1Curve, decodeUncompressed, encodeUncompressed } from '../curve-libsecp256k1.js';
import type { RandomBytes } from '../random.js';
import { isSec1, Point } from '../secp256k1.js';
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

  function sum(terms: readonly CurveTerm[]): Point | null {
    const encoded: Uint8Array[] = [];
    for (const term of terms) {
      if (term instanceof Uint8Array) {
        if (!isSec1(term)) return null;
        encoded.push(term);
      } else if (!term.is0()) {
        // Infinity has no encoding, as a term or as a sum.
        encoded.push(encodeUncompressed(term));
      }
    }
    if (encoded.length === 0) return Point.ZERO;
    const total = resultOrNull(() => addon.publicKeyCombine(encoded, false));
    if (total !== null) return decodeUncompressed(total);
    return encoded.every((point) => resultOrNull(() => addon.publicKeyConvert(point, false)) !== null) ? Point.ZERO : null;
  }

  return Object.freeze({ ...curve, sum });
}

/** The addon throws for what it refuses. */
function resultOrNull(operation: () => Uint8Array): Uint8Array | null {
  try {
    return operation();
  } catch {
    return null;
  }
}
