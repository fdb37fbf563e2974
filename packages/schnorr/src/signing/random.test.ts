import { describe, expect, it } from 'vitest';
import { filled, hex } from '../../tests/bytes.js';
import { Scalars } from '../curve.js';
import { randomScalar } from './random.js';

const wide = (value: bigint) => (): Uint8Array => hex(value.toString(16).padStart(96, '0'));

describe('randomScalar', () => {
  it.each([
    ['no entropy bits set', 0n, 1n],
    ['the last scalar', Scalars.ORDER - 2n, Scalars.ORDER - 1n],
    ['one beyond: it wraps to 1, never to 0 or n', Scalars.ORDER - 1n, 1n],
    ['all bits set', 2n ** 384n - 1n, ((2n ** 384n - 1n) % (Scalars.ORDER - 1n)) + 1n],
  ])('reduces 384 bits to 1..n−1: %s', (_what, input, expected) => {
    expect(randomScalar(wide(input))).toBe(expected);
  });

  it('asks for 48 bytes, once', () => {
    const asked: number[] = [];
    randomScalar((length) => {
      asked.push(length);
      return filled(length, 1);
    });
    expect(asked).toEqual([48]);
  });

  it.each([0, 32, 47, 49])('refuses a source that answers %s bytes', (length) => {
    expect(() => randomScalar(() => filled(length, 1))).toThrow(/^random: expected 48 bytes/);
  });
});
