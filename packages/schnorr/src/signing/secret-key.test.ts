import { describe, expect, it } from 'vitest';
import scribe from '../../../../vectors/scribe-schnorr.json' with { type: 'json' };
import { countingRandom, filled, hex } from '../../tests/bytes.js';
import { Scalars } from '../curve.js';
import { generateSecretKey, publicKeyOf, SecretKeyError } from './secret-key.js';

const order = hex(Scalars.ORDER.toString(16));

describe('publicKeyOf', () => {
  it.each(scribe.positive)('agrees with the vectors: $name', ({ privKeys, pubKeys }) => {
    expect(privKeys.map((secret) => publicKeyOf(hex(secret)))).toEqual(pubKeys.map(({ x, y }) => hex(x + y)));
  });

  it.each([
    ['zero', filled(32, 0)],
    ['n', order],
    ['2²⁵⁶ − 1', filled(32, 0xff)],
  ])('refuses %s', (_what, secretKey) => {
    expect(() => publicKeyOf(secretKey)).toThrow(SecretKeyError);
  });

  it('never says what the key was', () => {
    const secretKey = filled(31, 0xab);
    expect(() => publicKeyOf(secretKey)).toThrow(new TypeError('secretKey: expected 32 bytes, got 31'));
    expect(new SecretKeyError().message).not.toMatch(/[0-9a-f]{8}/);
  });
});

describe('generateSecretKey', () => {
  it('gives a usable key of 32 bytes', () => {
    const secretKey = generateSecretKey(countingRandom(3));
    expect(secretKey).toHaveLength(32);
    expect(publicKeyOf(secretKey)).toHaveLength(64);
  });
});
