import { randomBytes } from 'node:crypto';

import { ed25519 } from '@noble/curves/ed25519.js';
import { toAddress, type Address } from '@oracle-gateway/protocol';

/** An Ed25519 key in the Solana CLI's form: 32 secret bytes ‖ public key. */
export type SecretKey = Uint8Array;

export function newKeypair(): SecretKey {
  const secret = randomBytes(32);
  return Uint8Array.of(...secret, ...ed25519.getPublicKey(secret));
}

export function addressOf(key: SecretKey): Address {
  return toAddress(key.subarray(32));
}

/** The text of a Solana CLI key file. */
export function keyFileText(key: SecretKey): string {
  return JSON.stringify([...key]);
}
