import { describe, expect, it } from 'vitest';
import { filled } from '../tests/bytes.js';
import { challenge } from './challenge.js';
import { encodePublicKey, Point, Scalars } from './secp256k1.js';

const publicKey = encodePublicKey(Point.BASE);
const input = { publicKey, message: filled(32, 1), commitment: filled(20, 2) };

// The value of every accepted signature is checked in verify.vectors.test.ts.
describe('challenge', () => {
  it('is a scalar below n', () => {
    expect(challenge(input)).toBeLessThan(Scalars.ORDER);
  });

  it('depends on the parity of Py and on nothing else of it', () => {
    const negated = encodePublicKey(Point.BASE.negate());
    const sameParity = publicKey.slice();
    sameParity[40] = (sameParity[40] ?? 0) ^ 0xff;
    expect(challenge({ ...input, publicKey: negated })).not.toBe(challenge(input));
    expect(challenge({ ...input, publicKey: sameParity })).toBe(challenge(input));
  });

  it.each([
    ['publicKey', 63],
    ['message', 31],
    ['commitment', 32],
  ])('refuses a %s of another width', (field, width) => {
    expect(() => challenge({ ...input, [field]: filled(width, 1) })).toThrow(new RegExp(`^${field}: expected`));
  });
});
