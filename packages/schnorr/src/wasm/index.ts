// By its path: the package's main entry loads a whole wallet library with top-level await, ten times as slowly, and breaks in bundlers.
import { instantiateSecp256k1 } from '@bitauth/libauth/build/lib/crypto/secp256k1.js';
import { createVerify, type RecoverBackend } from '../recover.js';
import type { VerifySignature } from '../signature.js';

const UNCOMPRESSED_PREFIX_BYTES = 1;

/** `verifySignature` on libsecp256k1 compiled to WebAssembly: the same verdicts several times as fast. */
export async function createWasmVerify(): Promise<VerifySignature> {
  const { recoverPublicKeyUncompressed } = await instantiateSecp256k1();
  const recover: RecoverBackend = (hash, recoveryId, signature) => {
    const recovered = recoverPublicKeyUncompressed(signature, recoveryId, hash);
    // libauth reports a failure as a message in place of the key.
    return typeof recovered === 'string' ? null : recovered.subarray(UNCOMPRESSED_PREFIX_BYTES);
  };
  return createVerify(recover);
}
