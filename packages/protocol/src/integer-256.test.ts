import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromInt256, fromUint256, toInt256, toUint256 } from './integer-256.js';

const int256 = fc.bigInt({ min: -(2n ** 255n), max: 2n ** 255n - 1n });

describe('int256', () => {
  it.each([
    [0n, '00'.repeat(32)],
    [1n, `${'00'.repeat(31)}01`],
    [-1n, 'ff'.repeat(32)],
    [-2n, `${'ff'.repeat(31)}fe`],
    [2n ** 255n - 1n, `7f${'ff'.repeat(31)}`],
    [-(2n ** 255n), `80${'00'.repeat(31)}`],
  ])('%s is %s', (value, hex) => {
    expect(Buffer.from(toInt256(value)).toString('hex')).toBe(hex);
    expect(fromInt256(Buffer.from(hex, 'hex'))).toBe(value);
  });

  it('reads back what it wrote', () => {
    fc.assert(
      fc.property(int256, (value) => {
        expect(fromInt256(toInt256(value))).toBe(value);
      }),
    );
  });

  it.each([2n ** 255n, -(2n ** 255n) - 1n])('refuses %s', (value) => {
    expect(() => toInt256(value)).toThrow(RangeError);
  });
});

describe('uint256', () => {
  it.each([-1n, 2n ** 256n])('refuses %s', (value) => {
    expect(() => toUint256(value)).toThrow(RangeError);
  });

  it.each([0, 31, 33])('is not read from %d bytes', (length) => {
    expect(() => fromUint256(new Uint8Array(length))).toThrow(TypeError);
    expect(() => fromInt256(new Uint8Array(length))).toThrow(TypeError);
  });
});
