import { ed25519 } from '@noble/curves/ed25519.js';
import { parseAddress } from '@oracle-gateway/protocol';
import { createPublicKey, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { keypairSigner, signWith } from './signer.js';

const seed = Uint8Array.from({ length: 32 }, (_, place) => place);
const secretKey = Uint8Array.from([...seed, ...ed25519.getPublicKey(seed)]);
const MESSAGE = Uint8Array.of(1, 2, 3);

describe('the signer of a key file', () => {
  it('signs as any Ed25519 verifies, by its address', async () => {
    const signer = keypairSigner(secretKey);
    const x = Buffer.from(parseAddress(signer.address)).toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    expect(verify(null, MESSAGE, key, await signWith(signer, MESSAGE))).toBe(true);
  });

  it.each([
    ['32 bytes', seed],
    ['65 bytes', Uint8Array.from([...secretKey, 0])],
    ['another public key', Uint8Array.from([...seed, ...seed])],
    ['no bytes', [...secretKey] as unknown as Uint8Array],
  ])('is not made of %s', (_what, bytes) => {
    expect(() => keypairSigner(bytes)).toThrow(expect.objectContaining({ name: 'ClientUsageError', field: 'secretKey' }));
  });

  it('repeats no byte of the key in its error', () => {
    expect(() => keypairSigner(Uint8Array.from([...seed, ...seed]))).toThrow(/^[^,[\]]*$/);
  });
});

describe('a signature', () => {
  const { address } = keypairSigner(secretKey);

  it.each([new Uint8Array(63), new Uint8Array(65), 'a'.repeat(64), undefined])('has 64 bytes: %s', async (answer) => {
    const signer = { address, sign: () => answer as Uint8Array };
    await expect(signWith(signer, MESSAGE)).rejects.toMatchObject({ name: 'ClientUsageError', field: 'signer' });
  });

  it('gives the reason of a refusal as its cause', async () => {
    const cause = new Error('the user declined');
    await expect(signWith({ address, sign: () => Promise.reject(cause) }, MESSAGE)).rejects.toMatchObject({ field: 'signer', cause });
  });
});
