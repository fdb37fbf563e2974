import { assertBytes } from '../bytes.js';
import type { Curve, CurveDeps } from '../curve.js';
import { PORTABLE } from '../curve-noble.js';
import { encodePublicKey, type Point, SCALAR_BYTES } from '../secp256k1.js';

/** Not a secret key. The message never holds the bytes. */
export class SecretKeyError extends Error {
  override readonly name = 'SecretKeyError';
  constructor() {
    super('secretKey: must be from 1 to n − 1');
  }
}

export interface KeyMaterial {
  /** x, 32 bytes. */
  readonly secret: Uint8Array;
  readonly publicKey: Point;
  readonly curve: Curve;
}

const materialOf = new WeakMap<SigningKey, KeyMaterial>();

/**
 * A secret key whose public key was computed once, and the form of the curve that everything about it is computed on. The secret is no
 * property of the object: nothing can print, serialise or clone it.
 */
export class SigningKey {
  /** 64 bytes Px ‖ Py. */
  readonly publicKey: Uint8Array;

  constructor(material: KeyMaterial) {
    this.publicKey = encodePublicKey(material.publicKey);
    materialOf.set(this, material);
    Object.freeze(this);
  }

  toJSON(): never {
    throw new TypeError('a signing key must not be stored: create it again from the secret key');
  }
}

/**
 * @param secretKey 32 bytes, big-endian; copied
 * @throws SecretKeyError, TypeError for a wrong width
 */
export function createSigningKey(secretKey: Uint8Array, { curve }: CurveDeps = PORTABLE): SigningKey {
  assertBytes(secretKey, SCALAR_BYTES, 'secretKey');
  const secret = secretKey.slice();
  const publicKey = curve.multiplyBase(secret);
  if (publicKey === null) throw new SecretKeyError();
  return new SigningKey({ secret, publicKey, curve });
}

/** Not part of the package's surface. @throws TypeError for anything but a SigningKey that was made here */
export function openSigningKey(signingKey: SigningKey): KeyMaterial {
  const material = materialOf.get(signingKey);
  if (material === undefined) throw new TypeError('signingKey: must be a key that createSigningKey made');
  return material;
}
