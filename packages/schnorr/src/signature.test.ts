import { describe, expect, it } from 'vitest';
import { filled, keyBeyondOrder } from '../tests/bytes.js';
import { verifyBackends } from '../tests/verify-backends.js';
import { encodePublicKey, Point, Scalars, scalarToBytes } from './secp256k1.js';
import { readSignature, type SignatureInput } from './signature.js';

const readable: SignatureInput = {
  publicKey: encodePublicKey(Point.BASE),
  message: filled(32, 1),
  s: scalarToBytes(1n),
  commitment: filled(20, 1),
};
const order = Uint8Array.from(Buffer.from(Scalars.ORDER.toString(16), 'hex'));

describe('readSignature', () => {
  it('reads a signature whose numbers are in range, valid or not', () => {
    expect(readSignature(readable)).toMatchObject({ publicKey: Point.BASE, s: 1n });
  });

  it.each([
    ['s = 0', { s: filled(32, 0) }],
    ['s = n', { s: order }],
    ['s = 2²⁵⁶ − 1', { s: filled(32, 0xff) }],
    ['commitment = 0', { commitment: filled(20, 0) }],
    ['a key of zero bytes', { publicKey: filled(64, 0) }],
    ['a key off the curve', { publicKey: filled(64, 1) }],
    ['a key on the curve with Px ≥ n', { publicKey: keyBeyondOrder }],
  ])('refuses %s', (_rule, change) => {
    expect(readSignature({ ...readable, ...change })).toBeNull();
  });

  it('accepts the largest scalar, n − 1', () => {
    expect(readSignature({ ...readable, s: scalarToBytes(Scalars.ORDER - 1n) })).not.toBeNull();
  });
});

describe.each(verifyBackends.slice(0, 3))('%s throws only for wrong types', (_backend, verify) => {
  it.each([
    ['publicKey', 64],
    ['message', 32],
    ['s', 32],
    ['commitment', 20],
  ] as const)('%s of another width or type is a TypeError that names it', (field, width) => {
    const wrong: unknown[] = [filled(width - 1, 1), filled(width + 1, 1), new Uint8Array(0), 'ff'.repeat(width), undefined, null, [1]];
    for (const value of wrong) {
      const input = { ...readable, [field]: value };
      expect(() => verify(input)).toThrow(TypeError);
      expect(() => verify(input)).toThrow(new RegExp(`^${field}: expected`));
    }
  });
});
