import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Decimal, parseDecimal, scaleDecimal } from '../decimal.js';
import { parseTransform } from './parse-transform.js';
import { TransformError } from './transform-error.js';
import { readNumber } from './read-number.js';
import { StepError } from './step.js';

function apply(steps: string, text: string): Decimal {
  return readNumber(new TextEncoder().encode(text), { valueTransform: steps });
}

/** Compares two decimals as integers at a scale that holds both. */
function expectEqual(left: Decimal, right: Decimal): void {
  const decimals = -Math.min(left.exponent, right.exponent, 0);
  expect(scaleDecimal(left, decimals)).toBe(scaleDecimal(right, decimals));
}

const number = fc
  .tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.integer({ min: -20, max: 20 }))
  .map(([integer, exponent]) => `${integer}e${exponent}`);

describe('multiply', () => {
  it('is exact in any order', () => {
    fc.assert(
      fc.property(number, number, number, (value, a, b) => {
        expectEqual(apply(`multiply:${a}|multiply:${b}`, value), apply(`multiply:${b}|multiply:${a}`, value));
      }),
    );
  });
});

describe('divide', () => {
  const divisor = number.filter((text) => parseDecimal(text).mantissa !== 0n);

  /** Whether value ÷ divisor is not zero and less than 10^-36. */
  function vanishes(value: string, by: string): boolean {
    const size = (text: string): bigint => scaleDecimal(parseDecimal(text.replace(/^-/, '')), 100);
    return size(value) !== 0n && size(value) * 10n ** 36n < size(by);
  }

  it('fails exactly where a value that is not zero would become zero', () => {
    fc.assert(
      fc.property(number, divisor, (value, by) => {
        const divided = (): Decimal => apply(`divide:${by}`, value);
        if (vanishes(value, by)) expect(divided).toThrow(expect.objectContaining({ constructor: StepError, rule: 'loses_all_digits' }));
        else expect(divided().mantissa === 0n).toBe(parseDecimal(value).mantissa === 0n);
      }),
    );
  });

  it('is off by less than the 36th place, toward zero', () => {
    fc.assert(
      fc.property(number, divisor, (value, by) => {
        fc.pre(!vanishes(value, by));
        const quotient = apply(`divide:${by}`, value);
        const remainder = scaleDecimal(parseDecimal(value), 200) - scaleDecimal(apply(`multiply:${by}`, `${quotient.mantissa}`), 200 - 36);
        const size = (whole: bigint): bigint => (whole < 0n ? -whole : whole);
        expect(size(remainder)).toBeLessThan(size(scaleDecimal(parseDecimal(by), 200 - 36)));
        if (remainder !== 0n) expect(remainder < 0n).toBe(parseDecimal(value).mantissa < 0n);
      }),
    );
  });
});

describe('round', () => {
  it('moves by half a place at most and leaves no further digit', () => {
    fc.assert(
      fc.property(number, fc.integer({ min: 0, max: 36 }), (value, places) => {
        const rounded = apply(`round:${places}`, value);
        const difference = scaleDecimal(rounded, 60) - scaleDecimal(parseDecimal(value), 60);
        expect((difference < 0n ? -difference : difference) * 2n).toBeLessThanOrEqual(10n ** BigInt(60 - places));
        expect(scaleDecimal(rounded, 60) % 10n ** BigInt(60 - places)).toBe(0n);
      }),
    );
  });

  it.each(['2.5', '-2.5'])('takes the half in %s away from zero', (value) => {
    expectEqual(apply('round:0', value), parseDecimal(value.replace('2.5', '3')));
  });
});

describe('invert', () => {
  it.each(['0', '0.00', '-0'])('refuses %s as the source’s fault', (value) => {
    expect(() => apply('invert', value)).toThrow(expect.objectContaining({ constructor: StepError, rule: 'division_by_zero' }));
  });
});

describe('parseTransform', () => {
  it('throws nothing but a TransformError with a place, whatever the text', () => {
    const verb = fc.constantFrom('multiply:', 'divide:', 'round:', 'invert', '|', ':', ' ', '1', '-', '0', 'e9', '.5', '99');
    const nearTransform = fc.array(verb, { maxLength: 12 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(fc.oneof(fc.string(), nearTransform), (text) => {
        try {
          parseTransform(text);
        } catch (error) {
          expect(error).toBeInstanceOf(TransformError);
          expect((error as TransformError).at).toBeLessThanOrEqual(text.length);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
