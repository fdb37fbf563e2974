import { formatMoney, formatMonth } from '@oracle-gateway/protocol/internal';
import type { Usage, UsageOfDay } from './reads/reads.js';

/** Sums of several charges. */
export type UsageTotal = Pick<UsageOfDay, 'rounds' | 'units' | 'amount'>;

/** The sum of charges: rounds, units and atomic units. */
export function totalOf(charges: readonly UsageTotal[]): UsageTotal {
  return charges.reduce<UsageTotal>(
    (sum, { rounds, units, amount }) => ({ rounds: sum.rounds + rounds, units: sum.units + units, amount: sum.amount + amount }),
    { rounds: 0, units: 0, amount: 0n },
  );
}

/** Sums by a name that each charge has, such as its day or its path, in the order in which the names first come. */
export function totalsBy<Name>(usage: readonly UsageOfDay[], nameOf: (charge: UsageOfDay) => Name): ReadonlyMap<Name, UsageTotal> {
  const totals = new Map<Name, UsageTotal>();
  for (const charge of usage) {
    const name = nameOf(charge);
    totals.set(name, totalOf([totals.get(name) ?? totalOf([]), charge]));
  }
  return totals;
}

/** A month of usage in a sentence: `November 2026: 12 rounds by subscription, 4 rounds of 6 sources by x402 for $0.012.` */
export function usageSentence({ month, usage }: Usage): string {
  const parts = [...totalsBy(usage, ({ path }) => path)].map(([path, { rounds, units, amount }]) => {
    const sources = units === rounds ? '' : ` of ${counted(units, 'source')}`;
    return `${counted(rounds, 'round')}${sources} by ${path}${amount === 0n ? '' : ` for ${formatMoney(amount)}`}`;
  });
  return `${formatMonth(month)}: ${parts.length === 0 ? 'no rounds were charged' : parts.join(', ')}.`;
}

function counted(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}
