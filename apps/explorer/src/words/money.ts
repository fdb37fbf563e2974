const ATOMIC_DIGITS = 6;
const CENT_DIGITS = 2;
const MAX_WHOLE_DIGITS = 12;

/** Dollars of an amount in the wire's unit, a millionth of a dollar: `$0.003`. No digit is lost, and cents are whole. */
export function dollarText(atomic: bigint): string {
  const digits = String(atomic < 0n ? -atomic : atomic).padStart(ATOMIC_DIGITS + 1, '0');
  const whole = digits.slice(0, -ATOMIC_DIGITS).replaceAll(/\B(?=(\d{3})+$)/g, ',');
  const part = digits.slice(-ATOMIC_DIGITS).replace(/0+$/, '').padEnd(CENT_DIGITS, '0');
  return `${atomic < 0n ? '−' : ''}$${whole}.${part}`;
}

/** The amount of a positive sum in dollars as a visitor writes it, such as `0.005` or `$0.005`; undefined for any other text. */
export function dollarsIn(text: string): bigint | undefined {
  const [, whole = '', part = ''] = /^\$?(\d*)(?:\.(\d{1,6}))?$/.exec(text.trim().replaceAll(/[ ,_]/g, '')) ?? [];
  if (whole + part === '' || whole.length > MAX_WHOLE_DIGITS) return undefined;
  const atomic = BigInt(whole + part.padEnd(ATOMIC_DIGITS, '0'));
  return atomic === 0n ? undefined : atomic;
}
