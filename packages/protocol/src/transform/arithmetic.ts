import { addDecimals, type Decimal, divideDecimals, roundDecimal } from '../decimal.js';
import { decimalOperand, OperandError } from './operand.js';
import { type TransformStep, StepError } from './step.js';

const MAX_PLACES = 36;
const PLACES = /^(?:0|[1-9][0-9]?)$/;
const ONE: Decimal = { mantissa: 1n, exponent: 0 };

function placesOperand(text: string): number {
  const places = PLACES.test(text) ? Number(text) : Number.NaN;
  if (!(places <= MAX_PLACES)) throw new OperandError(`must be an integer from 0 to ${MAX_PLACES}`);
  return places;
}

function divisorOperand(text: string): Decimal {
  const divisor = decimalOperand(text);
  if (divisor.mantissa === 0n) throw new OperandError('must not be zero');
  return divisor;
}

function negate({ mantissa, exponent }: Decimal): Decimal {
  return { mantissa: -mantissa, exponent };
}

function arithmeticStep(
  name: string,
  {
    operand,
    meaning,
    fails = [],
  }: { readonly operand: '<n>' | '<places>' | null; readonly meaning: string; readonly fails?: TransformStep['fails'] },
  bind: (operand: string) => (value: Decimal) => Decimal,
): TransformStep {
  return {
    name,
    kind: 'arithmetic',
    operand,
    takes: 'number',
    gives: 'number',
    meaning,
    fails,
    bind: (text) => ({ kind: 'arithmetic', apply: bind(text) }),
  };
}

export const ARITHMETIC_STEPS: readonly TransformStep[] = [
  arithmeticStep('add', { operand: '<n>', meaning: 'Exact' }, (text) => {
    const term = decimalOperand(text);
    return (value) => addDecimals(value, term);
  }),
  arithmeticStep('subtract', { operand: '<n>', meaning: 'Exact' }, (text) => {
    const term = negate(decimalOperand(text));
    return (value) => addDecimals(value, term);
  }),
  arithmeticStep('multiply', { operand: '<n>', meaning: 'Exact' }, (text) => {
    const factor = decimalOperand(text);
    return (value) => ({ mantissa: value.mantissa * factor.mantissa, exponent: value.exponent + factor.exponent });
  }),
  arithmeticStep(
    'divide',
    { operand: '<n>', meaning: 'Truncated toward zero at 36 fractional digits; `n` is not zero', fails: ['loses_all_digits'] },
    (text) => {
      const divisor = divisorOperand(text);
      return (value) => divideDecimals(value, divisor);
    },
  ),
  arithmeticStep(
    'abs',
    { operand: null, meaning: 'The number without its sign' },
    () => (value) => (value.mantissa < 0n ? negate(value) : value),
  ),
  arithmeticStep(
    'invert',
    { operand: null, meaning: '1 ÷ the number, truncated likewise', fails: ['division_by_zero', 'loses_all_digits'] },
    () => (value) => {
      if (value.mantissa === 0n) throw new StepError('division_by_zero');
      return divideDecimals(ONE, value);
    },
  ),
  arithmeticStep('round', { operand: '<places>', meaning: 'To 0 to 36 places, half away from zero' }, (text) => {
    const places = placesOperand(text);
    return (value) => roundDecimal(value, places);
  }),
];
