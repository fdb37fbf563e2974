import { type Decimal, DecimalError, parseDecimal, scaleDecimal } from './decimal.js';

type Step =
  | { readonly verb: 'multiply'; readonly factor: Decimal }
  | { readonly verb: 'divide'; readonly divisor: Decimal }
  | { readonly verb: 'invert' }
  | { readonly verb: 'round'; readonly places: number };

/** A parsed `valueTransform`: its steps, applied from left to right. */
export type Transform = readonly Step[];

/**
 * `syntax`: the text breaks a rule (a caller's mistake). `division_by_zero`: `invert` met the value zero (the source's). `loses_all_digits`:
 * a quotient is not zero, but has no digit within the places of a division (the source's).
 */
export class TransformError extends Error {
  override readonly name = 'TransformError';
  constructor(
    readonly reason: 'syntax' | 'division_by_zero' | 'loses_all_digits',
    readonly rule: string,
  ) {
    super(`valueTransform ${rule}`);
  }
}

const MAX_CHARS = 256;
const MAX_PLACES = 36;
const DIVISION_PLACES = 36;
const PLACES = /^(?:0|[1-9][0-9]?)$/;

const ONE: Decimal = { mantissa: 1n, exponent: 0 };

function parseOperand(verb: string, text: string): Decimal {
  try {
    return parseDecimal(text);
  } catch (error) {
    if (error instanceof DecimalError) throw new TransformError('syntax', `${verb}: operand ${error.rule}`);
    throw error;
  }
}

function parsePlaces(text: string): number {
  const places = PLACES.test(text) ? Number(text) : Number.NaN;
  if (!(places <= MAX_PLACES)) throw new TransformError('syntax', `round: places must be an integer from 0 to ${MAX_PLACES}`);
  return places;
}

function parseStep(text: string): Step {
  if (text === 'invert') return { verb: 'invert' };
  const colon = text.indexOf(':');
  const operand = text.slice(colon + 1);
  switch (colon === -1 ? '' : text.slice(0, colon)) {
    case 'multiply':
      return { verb: 'multiply', factor: parseOperand('multiply', operand) };
    case 'divide': {
      const divisor = parseOperand('divide', operand);
      if (divisor.mantissa === 0n) throw new TransformError('syntax', 'divide: operand must not be zero');
      return { verb: 'divide', divisor };
    }
    case 'round':
      return { verb: 'round', places: parsePlaces(operand) };
    default:
      throw new TransformError('syntax', 'steps must be multiply:<number>, divide:<number>, invert or round:<places>, joined by |');
  }
}

/**
 * Steps `multiply:<n>`, `divide:<n>`, `invert`, `round:<places>`, joined by `|` (interface §2.1, protocol §2.4).
 * @throws TransformError with reason `syntax`.
 */
export function parseTransform(text: string): Transform {
  if (text.length > MAX_CHARS) throw new TransformError('syntax', `must have at most ${MAX_CHARS} characters`);
  return text.split('|').map(parseStep);
}

/**
 * Quotient truncated toward zero at 36 fractional digits. A quotient other than zero never becomes zero: a later step could turn it into
 * anything.
 */
function divide(dividend: Decimal, divisor: Decimal): Decimal {
  const shift = dividend.exponent - divisor.exponent + DIVISION_PLACES;
  const mantissa =
    shift >= 0
      ? (dividend.mantissa * 10n ** BigInt(shift)) / divisor.mantissa
      : dividend.mantissa / (divisor.mantissa * 10n ** BigInt(-shift));
  if (mantissa === 0n && dividend.mantissa !== 0n) {
    throw new TransformError('loses_all_digits', `divide and invert: the quotient has no digit within ${DIVISION_PLACES} places`);
  }
  return { mantissa, exponent: -DIVISION_PLACES };
}

/** Half away from zero. */
function round(value: Decimal, places: number): Decimal {
  if (value.exponent >= -places) return value;
  const half = { mantissa: value.mantissa < 0n ? -5n : 5n, exponent: -places - 1 };
  const exponent = Math.min(value.exponent, half.exponent);
  const sum = scaleDecimal(value, -exponent) + scaleDecimal(half, -exponent);
  return { mantissa: scaleDecimal({ mantissa: sum, exponent }, places), exponent: -places };
}

function applyStep(value: Decimal, step: Step): Decimal {
  switch (step.verb) {
    case 'multiply':
      return { mantissa: value.mantissa * step.factor.mantissa, exponent: value.exponent + step.factor.exponent };
    case 'divide':
      return divide(value, step.divisor);
    case 'invert':
      if (value.mantissa === 0n) throw new TransformError('division_by_zero', 'invert: the value is zero');
      return divide(ONE, value);
    case 'round':
      return round(value, step.places);
  }
}

/**
 * Exact, except that `divide` and `invert` truncate toward zero at 36 fractional digits and `round` is half away from zero.
 * @throws TransformError with reason `division_by_zero` or `loses_all_digits`.
 */
export function applyTransform(transform: Transform, decimal: Decimal): Decimal {
  return transform.reduce(applyStep, decimal);
}
