import type { KeyUse } from '@oracle-gateway/app-config';
import { toHex } from '@oracle-gateway/protocol';
import { generateSecretKey, publicKeyOf, type RandomBytes } from '@oracle-gateway/schnorr/signing';
import { x25519 } from '@noble/curves/ed25519.js';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The public halves of a node's two keys, as a registration names them. */
export interface GeneratedKeys {
  readonly publicKey: string;
  readonly encryptionKey: string;
}

export const SIGNING_KEY_FILE = 'signing.key';
export const ENCRYPTION_KEY_FILE = 'encryption.key';

/**
 * Writes a new signing key and a new X25519 key into a folder, readable by their owner only. Creates the folder where it is missing. Never
 * overwrites: throws when a file exists.
 */
export function generateKeys(directory: string, random: RandomBytes): GeneratedKeys {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const signingKey = generateSecretKey(random);
  const encryptionKey = random(32);
  writeKey(join(directory, SIGNING_KEY_FILE), 'signing', signingKey);
  writeKey(join(directory, ENCRYPTION_KEY_FILE), 'encryption', encryptionKey);
  return { publicKey: toHex(publicKeyOf(signingKey)), encryptionKey: toHex(x25519.getPublicKey(encryptionKey)) };
}

function writeKey(path: string, use: KeyUse, key: Uint8Array): void {
  writeFileSync(path, `${use}:${toHex(key)}\n`, { mode: 0o600, flag: 'wx' });
}
