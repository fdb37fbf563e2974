import { createRequire } from 'node:module';

/**
 * The functions used of the npm package `secp256k1`, libsecp256k1 as an addon of Node. It throws for what it refuses, a wrong width
 * included. Points are 33 or 65 bytes of SEC1.
 */
export interface Secp256k1Addon {
  contextRandomize(seed: Uint8Array): void;
  privateKeyVerify(secret: Uint8Array): boolean;
  /** Multiplies `secret` in place. */
  privateKeyTweakMul(secret: Uint8Array, factor: Uint8Array): Uint8Array;
  /** Adds to `secret` in place. */
  privateKeyTweakAdd(secret: Uint8Array, addend: Uint8Array): Uint8Array;
  publicKeyCreate(secret: Uint8Array, compressed: false): Uint8Array;
  publicKeyConvert(point: Uint8Array, compressed: false): Uint8Array;
  publicKeyCombine(points: readonly Uint8Array[], compressed: false): Uint8Array;
  publicKeyTweakMul(point: Uint8Array, factor: Uint8Array, compressed: false): Uint8Array;
  ecdsaRecover(signature: Uint8Array, recoveryId: number, hash: Uint8Array, compressed: false): Uint8Array;
}

/**
 * The addon itself, never the JavaScript that the package's main entry falls back to without a word; `null` where the package is not
 * installed or has no build for this platform.
 *
 * @param installedBy URL of a module that depends on the package `secp256k1`; it is searched for there first, then beside this package
 */
export function loadAddon(installedBy?: string): Secp256k1Addon | null {
  const fromThere = installedBy === undefined ? null : addonOf(installedBy);
  return fromThere ?? addonOf(import.meta.url);
}

function addonOf(moduleUrl: string): Secp256k1Addon | null {
  try {
    return createRequire(moduleUrl)('secp256k1/bindings.js') as Secp256k1Addon;
  } catch {
    return null;
  }
}
