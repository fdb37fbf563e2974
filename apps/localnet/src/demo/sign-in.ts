import { randomBytes } from 'node:crypto';

import { ed25519 } from '@noble/curves/ed25519.js';
import type { InfoAnswer } from '@oracle-gateway/gateway-api';
import { formatAddress, toHex } from '@oracle-gateway/protocol';

import { addressOf, type SecretKey } from '../base/keypair.js';

/** The `SIGN-IN-WITH-X` header of a key, as a wallet makes it from what `GET /v1/info` says (docs/api.md, POST /v1/session). */
export function signInHeader(key: SecretKey, { domain, uri, chainId }: NonNullable<InfoAnswer['data']['signIn']>): string {
  const address = formatAddress(addressOf(key));
  const [nonce, issuedAt] = [randomBytes(16).toString('hex'), new Date().toISOString()];
  const text = [
    `${domain} wants you to sign in with your Solana account:`,
    address,
    '',
    `URI: ${uri}`,
    'Version: 1',
    `Chain ID: ${chainId.slice('solana:'.length)}`,
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt}`,
  ].join('\n');
  const signature = toHex(ed25519.sign(new TextEncoder().encode(text), key.subarray(0, 32)));
  const payload = { domain, address, uri, version: '1', chainId, type: 'ed25519', nonce, issuedAt, signature };
  return Buffer.from(JSON.stringify(payload)).toString('base64');
}
