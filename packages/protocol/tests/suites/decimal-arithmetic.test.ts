import { describe, expect, it } from 'vitest';
import { type Decimal, DecimalError, parseDecimal } from '../../src/decimal.js';
import { compareNumbers } from '../../src/jsonpath/compare-numbers.js';
import { readNumber } from '../../src/transform/read-number.js';
import { type DecimalCase, decimalCases, suiteNumber } from './dectest.js';

const MAX_PLACES = 36;

/** Conditions of the suite's bounded formats. Decimals here have no bounds of exponents and no infinities. */
const FORMAT_CONDITIONS = new Set(['Overflow', 'Underflow', 'Clamped', 'Subnormal', 'Invalid_operation', 'Division_by_zero']);

function isDecimal(text: string): boolean {
  try {
    parseDecimal(text);
    return true;
  } catch (error) {
    if (error instanceof DecimalError) return false;
    throw error;
  }
}

/** Cases of a file whose operands are decimals of the protocol and whose result is finite within the suite's format. */
function usableCases(file: string): readonly DecimalCase[] {
  return decimalCases(file).filter(
    ({ operands, result, conditions }) =>
      operands.every(isDecimal) && suiteNumber(result) !== null && !conditions.some((condition) => FORMAT_CONDITIONS.has(condition)),
  );
}

/** The difference of two numbers, and a unit of the second one's last place, both in the smaller unit of the two. */
function distance(a: Decimal, b: Decimal): { readonly apart: bigint; readonly place: bigint } {
  const unit = Math.min(a.exponent, b.exponent);
  const place = 10n ** BigInt(b.exponent - unit);
  const difference = a.mantissa * 10n ** BigInt(a.exponent - unit) - b.mantissa * place;
  return { apart: difference < 0n ? -difference : difference, place };
}

/** Where the suite rounds to its precision, the exact result lies within a unit of the last place. Else both are equal. */
function expectResult(ours: Decimal, { result }: DecimalCase, isRounded: boolean): void {
  const expected = suiteNumber(result);
  if (expected === null) throw new Error('the case has no finite result');
  const { apart, place } = distance(ours, expected);
  if (isRounded) expect(apart).toBeLessThan(place);
  else expect(apart).toBe(0n);
}

function transformed(value: string, step: string): Decimal {
  return readNumber(new TextEncoder().encode(value), { valueTransform: step });
}

/** `round:` is half away from zero, and counts places up to 36. */
function roundingStep({ operation, operands: [, unit = '0'] }: DecimalCase): string | null {
  const places = operation === 'quantize' ? -(suiteNumber(unit)?.exponent ?? 0) : 0;
  return places >= 0 && places <= MAX_PLACES ? `round:${places}` : null;
}

const exact = ['multiply', 'divide', 'add', 'subtract', 'abs'].flatMap((file) =>
  usableCases(file).map((one) => ({ ...one, step: [one.operation, ...one.operands.slice(1)].join(':') })),
);
const rounded = ['quantize', 'tointegral'].flatMap((file) =>
  usableCases(file)
    .filter(({ rounding }) => rounding === 'half_up')
    .flatMap((one) => {
      const step = roundingStep(one);
      return step === null ? [] : [{ ...one, step }];
    }),
);

const steps = [...exact, ...rounded];

describe('General Decimal Arithmetic', () => {
  it.each([
    ['multiply', 208],
    ['divide', 372],
    ['add', 1386],
    ['subtract', 480],
    ['abs', 46],
    ['quantize', 310],
    ['tointegral', 111],
    ['compare', 441],
    ['base', 616],
  ])('has for %s %i cases of numbers here', (file, count) => {
    const cases = steps.filter(({ operation }) => operation.startsWith(file));
    expect(cases.length > 0 ? cases : usableCases(file)).toHaveLength(count);
  });

  it.each(exact)('$id: $operands.0, $step is $result', (one) => {
    expectResult(transformed(one.operands[0] ?? '', one.step), one, one.conditions.includes('Inexact'));
  });

  it.each(rounded)('$id: $operands.0, $step is $result', (one) => {
    expectResult(transformed(one.operands[0] ?? '', one.step), one, false);
  });

  it.each(usableCases('compare'))('$id: $operands.0 beside $operands.1 is $result', ({ operands: [a = '', b = ''], result }) => {
    expect(String(compareNumbers(a, b))).toBe(result);
  });

  it.each(usableCases('base'))('$id: the text $operands.0 is $result', (one) => {
    expectResult(parseDecimal(one.operands[0] ?? ''), one, one.conditions.includes('Inexact'));
  });

  const refused = decimalCases('base').filter(({ operands: [text = ''] }) => !isDecimal(text));

  it.each(refused)(
    '$id: a text that is refused is no number, or not in the form of JSON, or beyond the bounds',
    ({ operands: [text = ''] }) => {
      const isNumber = suiteNumber(text) !== null;
      const isJson = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/.test(text);
      const exponent = Math.abs(Number(/[eE](.*)$/.exec(text)?.[1] ?? '0'));
      expect(!isNumber || !isJson || text.length > 128 || exponent > 78).toBe(true);
    },
  );
});
