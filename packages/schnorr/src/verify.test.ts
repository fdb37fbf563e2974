import { describe, expect, it } from 'vitest';
import { countingRandom, filled } from '../tests/bytes.js';
import { createSigningKey, signSingle } from './signing/index.js';
import { verifySignature } from './verify.js';

const signingKey = createSigningKey(filled(32, 5));
const message = filled(32, 9);
const signature = { publicKey: signingKey.publicKey, message, ...signSingle({ signingKey, message }, { random: countingRandom(1) }) };

describe('verifySignature', () => {
  it('accepts an honest signature', () => {
    expect(verifySignature(signature)).toBe(true);
  });

  it('accepts any Uint8Array, a Buffer or a view into a larger one included', () => {
    const padded = new Uint8Array(100);
    padded.set(signature.s, 40);
    expect(verifySignature({ ...signature, message: Buffer.from(message), s: padded.subarray(40, 72) })).toBe(true);
  });

  it('does not write into its arguments', () => {
    const copies = structuredClone(signature);
    verifySignature(signature);
    expect(signature).toEqual(copies);
  });
});
