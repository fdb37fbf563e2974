import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { describe, expect, it } from 'vitest';

import { signerFromSecretKey } from './signer.js';

const secret = Uint8Array.from({ length: 32 }, (_, index) => index);
const publicKey = ed25519.getPublicKey(secret);
const secretKey = Uint8Array.of(...secret, ...publicKey);

describe('signer', () => {
  it('signs as the public half of its key, a node request by its hash', async () => {
    const signer = signerFromSecretKey(secretKey);
    const message = Uint8Array.of(1, 2, 3);
    expect([...signer.address]).toEqual([...publicKey]);
    expect(ed25519.verify(await signer.sign('transaction', message), message, publicKey)).toBe(true);
    expect(ed25519.verify(await signer.sign('node_request', message), sha256(message), publicKey)).toBe(true);
  });

  it('refuses a key whose halves do not belong together, without repeating it', () => {
    const foreign = Uint8Array.of(...secret, ...ed25519.getPublicKey(Uint8Array.from({ length: 32 }, () => 1)));
    expect(() => signerFromSecretKey(foreign)).toThrow(/^secretKey: the public half must belong to the secret half$/);
    expect(() => signerFromSecretKey(secret)).toThrow(/^secretKey: must be 64 bytes$/);
  });

  it('does not show its secret when inspected', () => {
    expect(Object.keys(signerFromSecretKey(secretKey))).toEqual(['address', 'sign']);
  });
});
