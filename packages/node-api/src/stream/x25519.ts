import { createPrivateKey, createPublicKey, diffieHellman, generateKeyPairSync, type KeyObject } from 'node:crypto';

/** Bytes of a key of X25519 (RFC 7748). */
export const X25519_KEY_BYTES = 32;

/** DER of RFC 8410 before the 32 bytes of a key: Node takes raw keys in no other form. */
const PUBLIC_PREFIX = Buffer.from('302a300506032b656e032100', 'hex');
const SECRET_PREFIX = Buffer.from('302e020100300506032b656e04220420', 'hex');

export interface FreshKey {
  readonly publicKey: Uint8Array;
  readonly secret: KeyObject;
}

/** A key pair for one stream; its secret never leaves the process. */
export function freshKey(): FreshKey {
  const { publicKey, privateKey } = generateKeyPairSync('x25519');
  return { publicKey: publicKey.export({ format: 'der', type: 'spki' }).subarray(PUBLIC_PREFIX.length), secret: privateKey };
}

/** A secret of 32 bytes as Node takes it. */
export function secretOf(bytes: Uint8Array): KeyObject {
  return createPrivateKey({ key: Buffer.concat([SECRET_PREFIX, bytes]), format: 'der', type: 'pkcs8' });
}

/** The shared secret, 32 bytes; null for a key of small order, with which it would be all zero. */
export function sharedSecret(secret: KeyObject, publicKey: Uint8Array): Uint8Array | null {
  try {
    const other = createPublicKey({ key: Buffer.concat([PUBLIC_PREFIX, publicKey]), format: 'der', type: 'spki' });
    const shared = diffieHellman({ privateKey: secret, publicKey: other });
    return shared.every((byte) => byte === 0) ? null : shared;
  } catch {
    return null;
  }
}
