import { describe, expect, it } from 'vitest';
import { countingRandom, filled } from '../tests/bytes.js';
import { encodePublicKey, Point, Scalars } from './curve.js';
import { publicKeyOf, signSingle } from './signing/index.js';
import { noncePointOf, verifySignature } from './verify.js';

const secretKey = filled(32, 5);
const message = filled(32, 9);
const signature = { publicKey: publicKeyOf(secretKey), message, ...signSingle({ secretKey, message, random: countingRandom(1) }) };

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

describe('noncePointOf', () => {
  const publicKey = Point.BASE.multiply(3n).toAffine();

  it('is [s]G − [e]P', () => {
    expect(noncePointOf({ publicKey, s: 10n, e: 2n })).toEqual(encodePublicKey(Point.BASE.multiply(4n).toAffine()));
  });

  it('is null at infinity', () => {
    expect(noncePointOf({ publicKey, s: 6n, e: 2n })).toBeNull();
    expect(noncePointOf({ publicKey, s: Scalars.ORDER - 3n, e: Scalars.ORDER - 1n })).toBeNull();
  });
});
