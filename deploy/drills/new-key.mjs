import { generateKeyPairSync } from 'node:crypto';
import { formatAddress } from '../../packages/protocol/dist/index.js';

/** A new key in the Solana CLI's form, as `solana-keygen new` writes it, and its address in base58. */
export function newKey() {
  const { d, x } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const publicKey = Buffer.from(x, 'base64url');
  return { secretKey: [...Buffer.concat([Buffer.from(d, 'base64url'), publicKey])], address: formatAddress(Uint8Array.from(publicKey)) };
}
