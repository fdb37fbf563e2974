/** An exact decimal number: `mantissa × 10^exponent`. */
export interface Decimal {
  readonly mantissa: bigint;
  readonly exponent: number;
}

const MAX_CHARS = 128;
const MAX_WRITTEN_EXPONENT = 78;

/** The rules of a text that is to be a decimal number, by the names that a failure of a source has. */
const RULES = {
  not_a_number: 'must be written as a JSON number',
  too_long: `must have at most ${MAX_CHARS} characters`,
  exponent: `must have an exponent within ±${MAX_WRITTEN_EXPONENT}`,
} as const;

/** The text is no decimal number within the protocol's bounds. */
export class DecimalError extends Error {
  override readonly name = 'DecimalError';
  readonly rule: string;
  constructor(readonly reason: keyof typeof RULES) {
    super(`decimal ${RULES[reason]}`);
    this.rule = RULES[reason];
  }
}

/** JSON's number grammar (RFC 8259 §6): integer, fraction, exponent. */
export const JSON_NUMBER = /^(-?(?:0|[1-9][0-9]*))(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/;

/**
 * Reads JSON's number grammar exactly; no IEEE double is involved. Minus zero is zero (docs/protocol.md#decimal-and-packing).
 * @throws DecimalError for another grammar, more than 128 characters or an exponent beyond ±78.
 */
export function parseDecimal(text: string): Decimal {
  const match = JSON_NUMBER.exec(text);
  if (match === null) throw new DecimalError('not_a_number');
  if (text.length > MAX_CHARS) throw new DecimalError('too_long');
  const [, integer = '', fraction = '', written = '0'] = match;
  const exponent = Number(written);
  if (Math.abs(exponent) > MAX_WRITTEN_EXPONENT) throw new DecimalError('exponent');
  return { mantissa: BigInt(integer + fraction), exponent: exponent - fraction.length };
}

/** Truncates `decimal × 10^decimals` toward zero to an integer. */
export function scaleDecimal(decimal: Decimal, decimals: number): bigint {
  const shift = decimal.exponent + decimals;
  return shift >= 0 ? decimal.mantissa * 10n ** BigInt(shift) : decimal.mantissa / 10n ** BigInt(-shift);
}

/** `value ÷ 10^decimals` in plain notation, trailing zeros trimmed, never scientific (docs/protocol.md#decimal-and-packing). */
export function formatScaled(value: bigint, decimals: number): string {
  const sign = value < 0n ? '-' : '';
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0');
  const integer = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return fraction === '' ? `${sign}${integer}` : `${sign}${integer}.${fraction}`;
}

const DIVISION_PLACES = 36;

/** A quotient that is not zero has no digit within the places of a division. */
export class LostDigitsError extends Error {
  override readonly name = 'LostDigitsError';
}

/** The numbers as integers of one power of ten. */
export function commonScale(decimals: readonly Decimal[]): { readonly mantissas: readonly bigint[]; readonly exponent: number } {
  const exponent = decimals.reduce((least, decimal) => Math.min(least, decimal.exponent), 0);
  return { mantissas: decimals.map((decimal) => scaleDecimal(decimal, -exponent)), exponent };
}

/** Exact. */
export function addDecimals(left: Decimal, right: Decimal): Decimal {
  const exponent = Math.min(left.exponent, right.exponent);
  return { mantissa: scaleDecimal(left, -exponent) + scaleDecimal(right, -exponent), exponent };
}

/** Less than, equal to or greater than zero, as `left` is to `right`. */
export function compareDecimals(left: Decimal, right: Decimal): number {
  const { mantissa } = addDecimals(left, { mantissa: -right.mantissa, exponent: right.exponent });
  if (mantissa === 0n) return 0;
  return mantissa < 0n ? -1 : 1;
}

/**
 * Quotient truncated toward zero at 36 fractional digits. A quotient other than zero never becomes zero: a later step could turn it into
 * anything.
 * @throws LostDigitsError
 */
export function divideDecimals(dividend: Decimal, divisor: Decimal): Decimal {
  const shift = dividend.exponent - divisor.exponent + DIVISION_PLACES;
  const mantissa =
    shift >= 0
      ? (dividend.mantissa * 10n ** BigInt(shift)) / divisor.mantissa
      : dividend.mantissa / (divisor.mantissa * 10n ** BigInt(-shift));
  if (mantissa === 0n && dividend.mantissa !== 0n) throw new LostDigitsError();
  return { mantissa, exponent: -DIVISION_PLACES };
}

/** Half away from zero. */
export function roundDecimal(value: Decimal, places: number): Decimal {
  if (value.exponent >= -places) return value;
  const half = { mantissa: value.mantissa < 0n ? -5n : 5n, exponent: -places - 1 };
  return { mantissa: scaleDecimal(addDecimals(value, half), places), exponent: -places };
}
