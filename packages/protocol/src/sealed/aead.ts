import { chacha20poly1305 } from '@noble/ciphers/chacha.js';

interface Box {
  /** 32 bytes. */
  readonly key: Uint8Array;
  /** 12 bytes, used once with this key. */
  readonly nonce: Uint8Array;
  /** Authenticated beside the text, and not sent with it. */
  readonly aad?: Uint8Array;
}

/** ChaCha20-Poly1305 of RFC 8439: the ciphertext, then the tag of 16 bytes. */
export function encrypt({ key, nonce, aad }: Box, plaintext: Uint8Array): Uint8Array {
  return chacha20poly1305(key, nonce, aad).encrypt(plaintext);
}

/** The plaintext, or undefined when the tag is not one of this box. */
export function decrypt({ key, nonce, aad }: Box, ciphertext: Uint8Array): Uint8Array | undefined {
  try {
    return chacha20poly1305(key, nonce, aad).decrypt(ciphertext);
  } catch {
    return undefined;
  }
}
