import { describe, expect, it } from 'vitest';
import scribe from '@oracle-gateway/vectors/scribe-schnorr.json' with { type: 'json' };
import { countingRandom, filled, hex } from '../../tests/bytes.js';
import { Scalars } from '../secp256k1.js';
import { generateSecretKey, publicKeyOf } from './secret-key.js';
import { SecretKeyError } from './signing-key.js';

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

  it.each([
    ['no entropy bits set', 0n, 1n],
    ['the last scalar', Scalars.ORDER - 2n, Scalars.ORDER - 1n],
    ['one beyond: it wraps to 1, never to 0 or n', Scalars.ORDER - 1n, 1n],
    ['all bits set', 2n ** 384n - 1n, ((2n ** 384n - 1n) % (Scalars.ORDER - 1n)) + 1n],
  ])('reduces 384 bits to 1..n−1: %s', (_what, wide, expected) => {
    const secretKey = generateSecretKey(() => hex(wide.toString(16).padStart(96, '0')));
    expect(secretKey).toEqual(hex(expected.toString(16).padStart(64, '0')));
  });

  it('asks for 48 bytes, once', () => {
    const asked: number[] = [];
    generateSecretKey((length) => {
      asked.push(length);
      return filled(length, 1);
    });
    expect(asked).toEqual([48]);
  });

  it.each([0, 32, 47, 49])('refuses a source that answers %s bytes', (length) => {
    expect(() => generateSecretKey(() => filled(length, 1))).toThrow(/^random: expected 48 bytes/);
  });
});
