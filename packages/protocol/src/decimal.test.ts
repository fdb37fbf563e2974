import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DecimalError, formatScaled, parseDecimal, scaleDecimal } from './decimal.js';

describe('parseDecimal', () => {
  it.each([
    ['64628.31000000', 6462831000000n, -8],
    ['-0.0', 0n, -1],
    ['1.5e3', 15n, 2],
    ['1E-2', 1n, -2],
  ])('%s is held exactly', (text, mantissa, exponent) => {
    expect(parseDecimal(text)).toEqual({ mantissa, exponent });
  });

  it('throws nothing but DecimalError, whatever the text', () => {
    const nearNumber = fc.string({ unit: fc.constantFrom(...Array.from('0123456789.eE+-, \n_x')), maxLength: 140 });
    fc.assert(
      fc.property(fc.oneof(fc.string(), nearNumber), (text) => {
        try {
          parseDecimal(text);
        } catch (error) {
          expect(error).toBeInstanceOf(DecimalError);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('formatScaled', () => {
  it.each([
    [0n, 18, '0'],
    [1n, 18, '0.000000000000000001'],
    [1_500_000_000_000_000_000n, 18, '1.5'],
    [-150n, 2, '-1.5'],
    [-5n, 3, '-0.005'],
    [100n, 0, '100'],
    [2n ** 256n - 1n, 0, '115792089237316195423570985008687907853269984665640564039457584007913129639935'],
    [10n ** 60n, 18, '1000000000000000000000000000000000000000000'],
  ])('%s with %d decimals is %s', (value, decimals, text) => {
    expect(formatScaled(value, decimals)).toBe(text);
  });

  it('is plain, and reads back as the value', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 255n), max: 2n ** 256n - 1n }), fc.integer({ min: 0, max: 36 }), (value, decimals) => {
        const text = formatScaled(value, decimals);
        expect(text).toMatch(/^-?(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/);
        expect(scaleDecimal(parseDecimal(text), decimals)).toBe(value);
      }),
    );
  });
});
