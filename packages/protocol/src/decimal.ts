/** An exact decimal number: `mantissa × 10^exponent`. */
export interface Decimal {
  readonly mantissa: bigint;
  readonly exponent: number;
}

/** The text is no decimal number within the protocol's bounds. */
export class DecimalError extends Error {
  override readonly name = 'DecimalError';
  constructor(readonly rule: string) {
    super(`decimal ${rule}`);
  }
}

const MAX_CHARS = 128;
const MAX_WRITTEN_EXPONENT = 78;

/** JSON's number grammar (RFC 8259 §6): integer, fraction, exponent. */
const GRAMMAR = /^(-?(?:0|[1-9][0-9]*))(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/;

/**
 * Reads JSON's number grammar exactly; no IEEE double is involved. Minus zero is zero (protocol §2.3).
 * @throws DecimalError for another grammar, more than 128 characters or an exponent beyond ±78.
 */
export function parseDecimal(text: string): Decimal {
  if (text.length > MAX_CHARS) throw new DecimalError(`must have at most ${MAX_CHARS} characters`);
  const match = GRAMMAR.exec(text);
  if (match === null) throw new DecimalError('must be written as a JSON number');
  const [, integer = '', fraction = '', written = '0'] = match;
  const exponent = Number(written);
  if (Math.abs(exponent) > MAX_WRITTEN_EXPONENT) throw new DecimalError(`must have an exponent within ±${MAX_WRITTEN_EXPONENT}`);
  return { mantissa: BigInt(integer + fraction), exponent: exponent - fraction.length };
}

/** Truncates `decimal × 10^decimals` toward zero to an integer. */
export function scaleDecimal(decimal: Decimal, decimals: number): bigint {
  const shift = decimal.exponent + decimals;
  return shift >= 0 ? decimal.mantissa * 10n ** BigInt(shift) : decimal.mantissa / 10n ** BigInt(-shift);
}

/** `value ÷ 10^decimals` in plain notation, trailing zeros trimmed, never scientific (interface §2.5, protocol §2.6). */
export function formatScaled(value: bigint, decimals: number): string {
  const sign = value < 0n ? '-' : '';
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0');
  const integer = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return fraction === '' ? `${sign}${integer}` : `${sign}${integer}.${fraction}`;
}
