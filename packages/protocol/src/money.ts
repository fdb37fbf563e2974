import { formatScaled } from './decimal.js';

/** Decimal places of USDC. Amounts in dollars are amounts of a stablecoin with as many. */
export const USD_DECIMALS = 6;
/** Digits of a cent. */
const CENT_DIGITS = 2;
/** `$0.005` or `0.005usd`: the unit is a part of the amount, so that no number of dollars is read as atomic units. 13 digits fit 64 bits. */
const MONEY = /^(?:\$ ?(\d{1,13}(?:\.\d{1,6})?)|(\d{1,13}(?:\.\d{1,6})?) ?usd)$/i;

/** Dollars of an amount in atomic units, with at least two digits behind the point: `$0.005`, `$1,250.00`. */
export function formatMoney(amountAtomic: bigint): string {
  const [sign, amount] = amountAtomic < 0n ? ['-', -amountAtomic] : ['', amountAtomic];
  const [dollars = '', fraction = ''] = formatScaled(amount, USD_DECIMALS).split('.');
  return `${sign}$${dollars.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction.padEnd(CENT_DIGITS, '0')}`;
}

/** Atomic units of `$0.005` or `0.005usd`; undefined for another text, such as a number without its unit. */
export function parseMoney(text: string): bigint | undefined {
  const match = MONEY.exec(text);
  if (match === null) return undefined;
  const [dollars = '', fraction = ''] = (match[1] ?? match[2] ?? '').split('.');
  return BigInt(dollars + fraction.padEnd(USD_DECIMALS, '0'));
}
