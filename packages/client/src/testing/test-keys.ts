import { ed25519 } from '@noble/curves/ed25519.js';

const SEED_BYTES = 32;

/** A key for tests, 64 bytes as a key file of the Solana CLI has them. It is known to every reader of this package: never pay into it. */
export function testSecretKey(number: number): Uint8Array {
  const seed = new Uint8Array(SEED_BYTES).fill(number);
  return Uint8Array.from([...seed, ...ed25519.getPublicKey(seed)]);
}

/** The public half. */
export function publicHalf(secretKey: Uint8Array): Uint8Array {
  return secretKey.slice(SEED_BYTES);
}
