import { parseMoney } from '@oracle-gateway/protocol/internal';

/** A million millions of dollars: more is a slip of the hand. */
const MOST_ATOMIC = 10n ** 18n;

/** The amount of a positive sum in a field for dollars, such as `0.005` or `$0.005`; undefined for any other text. */
export function dollarsIn(text: string): bigint | undefined {
  const amount = parseMoney(`$${text.trim().replace(/^\$/, '').replaceAll(/[ ,_]/g, '').replace(/^\./, '0.')}`);
  return amount === 0n || (amount ?? 0n) >= MOST_ATOMIC ? undefined : amount;
}
