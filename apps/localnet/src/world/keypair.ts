import { randomBytes } from 'node:crypto';

import { ed25519 } from '@noble/curves/ed25519.js';

import type { SecretKey } from '../ledger/index.js';

/** A new Ed25519 key in the Solana CLI's form: 32 secret bytes ‖ public key. */
export function newKeypair(): SecretKey {
  const secret = randomBytes(32);
  return Uint8Array.of(...secret, ...ed25519.getPublicKey(secret));
}

/** The text of a Solana CLI key file. */
export function keyFileText(key: SecretKey): string {
  return JSON.stringify([...key]);
}
