import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareNumbers } from './compare-numbers.js';

/** Slow and plain: both numbers as integers at one scale. */
function referenceOrder(left: string, right: string): number {
  const parts = (text: string): { mantissa: bigint; exponent: number } => {
    const [plain = '', exponent = '0'] = text.toLowerCase().split('e');
    const [integer = '', fraction = ''] = plain.split('.');
    return { mantissa: BigInt(`${integer}${fraction}`), exponent: Number(exponent) - fraction.length };
  };
  const [a, b] = [parts(left), parts(right)];
  const scale = Math.min(a.exponent, b.exponent);
  const [x, y] = [a, b].map(({ mantissa, exponent }) => mantissa * 10n ** BigInt(exponent - scale));
  return x! < y! ? -1 : x! > y! ? 1 : 0;
}

const digits = fc.array(fc.constantFrom(...Array.from('00012589')), { minLength: 1, maxLength: 24 }).map((list) => list.join(''));
const number = fc
  .tuple(
    fc.constantFrom('', '-'),
    digits.map((text) => text.replace(/^0+(?=[0-9])/, '')),
    fc.option(digits, { nil: undefined }),
    fc.option(fc.tuple(fc.constantFrom('e', 'E', 'e+', 'e-', 'e0'), fc.integer({ min: 0, max: 40 })), { nil: undefined }),
  )
  .map(
    ([sign, integer, fraction, exponent]) => `${sign}${integer}${fraction === undefined ? '' : `.${fraction}`}${exponent?.join('') ?? ''}`,
  );

/** The same number with its point elsewhere. */
function shifted(text: string, places: number): string {
  const [, plain, exponent] = /^([^eE]*)(?:[eE](.*))?$/.exec(text)!;
  const [integer, fraction = ''] = plain!.split('.');
  return `${integer}${fraction}${'0'.repeat(places)}e${Number(exponent ?? 0) - fraction.length - places}`;
}

it('numbers compare as exact fractions do', () => {
  fc.assert(
    fc.property(number, number, fc.integer({ min: 0, max: 30 }), (left, right, places) => {
      expect(compareNumbers(left, right)).toBe(referenceOrder(left, right));
      expect(compareNumbers(right, left)).toBe(referenceOrder(right, left));
      expect(compareNumbers(left, shifted(left, places))).toBe(0);
    }),
    { numRuns: 2_000 },
  );
});

it('an exponent of any size is compared and never built', () => {
  const huge = '9'.repeat(10_000);
  expect(compareNumbers(`1e${huge}`, `1e-${huge}`)).toBe(1);
  expect(compareNumbers(`-1e${huge}`, `1e-${huge}`)).toBe(-1);
  expect(compareNumbers(`10e${huge}`, `1e1${'0'.repeat(10_000)}`)).toBe(0);
  expect(compareNumbers(`-10e${huge}`, `-1.1e1${'0'.repeat(10_000)}`)).toBe(1);
  expect(compareNumbers(`0e${huge}`, '-0')).toBe(0);
});

it('zeros cost no more than their own length', () => {
  const zeros = '0'.repeat(250_000);
  expect(compareNumbers(`1${zeros}1`, `1${zeros}2`)).toBe(-1);
  expect(compareNumbers(`0.${zeros}1`, `1e-250001`)).toBe(0);
});
