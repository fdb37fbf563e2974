/** Longer texts are no bound: the program reads as many characters. */
const MAX_CHARS = 128;
/** The shortest form of a number: a bound has one text, and so its source one id. */
const SHORTEST_FORM = /^(0|[1-9][0-9]*)(?:\.([0-9]*[1-9]))?$/;

/**
 * A bound by amount in units of the packed value: `maxDeviation` × 10^decimals. No bound is zero. So is a text that is not in its shortest
 * form or has more than `decimals` fractional digits.
 */
export function scaledDeviation(maxDeviation: string | undefined, decimals: number): bigint {
  if (maxDeviation === undefined || maxDeviation.length > MAX_CHARS) return 0n;
  const [, whole = '', fraction = ''] = SHORTEST_FORM.exec(maxDeviation) ?? [];
  return fraction.length > decimals ? 0n : BigInt(whole + fraction.padEnd(decimals, '0'));
}
