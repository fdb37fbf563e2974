import { x25519 } from '@noble/curves/ed25519.js';
import type { EncryptionKeyPair } from '@oracle-gateway/protocol/sealed';

/** The X25519 key of a node. Test nodes open streams with it; what is sealed for it, tests open. */
export function encryptionPair(index: number): EncryptionKeyPair {
  const secretKey = new Uint8Array(32).fill(index + 100);
  return { secretKey, publicKey: x25519.getPublicKey(secretKey) };
}
