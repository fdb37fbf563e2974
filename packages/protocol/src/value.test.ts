import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EXACT_DECIMALS, formatExact, packExact, ValueError } from './value.js';

const uint256 = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });

describe('packExact', () => {
  it('packs every uint256, big-endian', () => {
    fc.assert(
      fc.property(uint256, (value) => {
        const packed = packExact({ mantissa: value, exponent: -EXACT_DECIMALS });
        expect(packed).toHaveLength(32);
        expect(BigInt(`0x${Buffer.from(packed).toString('hex')}`)).toBe(value);
      }),
    );
  });

  it('refuses every larger value', () => {
    fc.assert(
      fc.property(uint256, (value) => {
        expect(() => packExact({ mantissa: value + 2n ** 256n, exponent: -EXACT_DECIMALS })).toThrow(
          expect.objectContaining({ constructor: ValueError, reason: 'out_of_range' }),
        );
      }),
    );
  });

  it('refuses a number below zero even when it would truncate to zero', () => {
    expect(() => packExact({ mantissa: -1n, exponent: -100 })).toThrow(
      expect.objectContaining({ constructor: ValueError, reason: 'negative' }),
    );
  });
});

describe('formatExact', () => {
  it.each([0, 31, 33])('refuses %d bytes', (length) => {
    expect(() => formatExact(new Uint8Array(length))).toThrow(TypeError);
  });
});
