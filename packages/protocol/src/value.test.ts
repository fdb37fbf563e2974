import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDecimal, scaleDecimal } from './decimal.js';
import { EXACT_DECIMALS, formatExact, formatTolerance, formatValue, packExact, packTolerance, packValue, ValueError } from './value.js';

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

describe('packTolerance', () => {
  it.each([2n ** 255n, -(2n ** 255n) - 1n])('refuses %s, which needs more than 256 bits', (mantissa) => {
    expect(() => packTolerance({ mantissa, exponent: 0 }, 0)).toThrow(
      expect.objectContaining({ constructor: ValueError, reason: 'out_of_range' }),
    );
  });

  it('truncates toward zero on both sides of it', () => {
    for (const mantissa of [19n, -19n]) {
      expect(formatTolerance(packTolerance({ mantissa, exponent: -1 }, 0), 0)).toBe(mantissa < 0n ? '-1' : '1');
    }
  });
});

describe('packing', () => {
  it('makes zero of zero alone, in either mode', () => {
    const number = fc.record({
      mantissa: fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
      exponent: fc.integer({ min: -110, max: 10 }),
    });
    fc.assert(
      fc.property(number, fc.integer({ min: 0, max: 36 }), (decimal, decimals) => {
        const isKept = scaleDecimal(decimal, decimals) !== 0n || decimal.mantissa === 0n;
        const pack = (): Uint8Array => packTolerance(decimal, decimals);
        if (isKept) expect(pack().every((byte) => byte === 0)).toBe(decimal.mantissa === 0n);
        else expect(pack).toThrow(expect.objectContaining({ constructor: ValueError, reason: 'loses_all_digits' }));
        if (decimals !== EXACT_DECIMALS || decimal.mantissa < 0n) return;
        if (isKept) expect(packExact(decimal)).toEqual(pack());
        else expect(() => packExact(decimal)).toThrow(expect.objectContaining({ constructor: ValueError, reason: 'loses_all_digits' }));
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['8.4e-20', undefined],
    ['0.5', 0],
    ['-0.5', 0],
  ])('of %s with decimals %s fails', (text, decimals) => {
    const pack = (): Uint8Array => (decimals === undefined ? packExact(parseDecimal(text)) : packTolerance(parseDecimal(text), decimals));
    expect(pack).toThrow(expect.objectContaining({ constructor: ValueError, reason: 'loses_all_digits' }));
  });
});

describe('packValue and formatValue', () => {
  const aggregation = {
    mode: 'tolerance',
    rule: 'median',
    maxDeviationBps: 1,
    maxAgeMs: 1,
    numeric: { type: 'int256', decimals: 2 },
  } as const;

  it('follow the mode of the source', () => {
    const decimal = { mantissa: 1_234n, exponent: -3 };
    expect(packValue(decimal, undefined)).toEqual(packExact(decimal));
    expect(packValue(decimal, aggregation)).toEqual(packTolerance(decimal, 2));
    expect([undefined, aggregation].map((mode) => formatValue(packValue(decimal, mode), mode))).toEqual(['1.234', '1.23']);
    expect(formatValue(packValue({ mantissa: -5n, exponent: 0 }, aggregation), aggregation)).toBe('-5');
  });
});
