import { generateKeyPairSync } from 'node:crypto';
import { formatAddress, toAddress } from '@oracle-gateway/protocol';

export interface SampleKeypair {
  /** The Solana CLI's form. */
  readonly json: string;
  /** Base58. */
  readonly address: string;
}

/** A fresh keypair as operators keep theirs. */
export function gatewayKeypair(): SampleKeypair {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  // The raw 32 bytes end both DER forms (RFC 8410).
  const secretBytes = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32);
  const publicBytes = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  return { json: JSON.stringify([...secretBytes, ...publicBytes]), address: formatAddress(toAddress(publicBytes)) };
}
