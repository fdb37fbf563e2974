import type { MonthPlan, PlannedList } from './plan-lists.js';
import type { PlannedFeed, PlannedRound } from './read-plan.js';

/** The plan for an operator's terminal. */
export function planText({ feeds, lists }: { readonly feeds: readonly PlannedFeed[]; readonly lists: readonly PlannedList[] }): string {
  return `${[...feeds.map(feedText), ...lists.map(listText)].join('\n')}\n${totalText(feeds, lists.length > 0)}`;
}

function listText({ names, account, month, alone, ...round }: PlannedList): string {
  const cost = (plan: MonthPlan | null): string =>
    plan === null
      ? 'unknown without the price of a round'
      : `${plan.rounds} charges of ${plan.cost} ${account.unit} in all; at most ${plan.transactions} transactions, ${feesText(plan.lamports, plan.gas)}`;
  return blockText(`A list of ${names.join(', ')}`, [
    ['shares', 'feeds that fall due together are bought in one round, and written together'],
    ['a round', roundText(round)],
    ['a month', cost(month)],
    ['alone', cost(alone)],
  ]);
}

function blockText(title: string, lines: readonly (readonly [string, string])[]): string {
  return `${title}\n${lines.map(([name, text]) => `  ${name.padEnd(8)} ${text}\n`).join('')}`;
}

function roundText({ prices, trouble }: Pick<PlannedRound, 'prices' | 'trouble'>): string {
  return prices === null ? `no price: ${trouble ?? 'the gateway did not tell one'}` : pricesText(prices);
}

/** Fees in the units of the chains; gas is left out where no target has any. */
function feesText(lamports: bigint, gas: bigint): string {
  if (gas === 0n) return `${lamports} lamports`;
  return lamports === 0n ? `about ${gas} gas` : `${lamports} lamports, about ${gas} gas`;
}

function writesText(writes: PlannedFeed['writes']): string {
  return writes
    .map(
      ({ target, unit, least, most }) =>
        `${target} ${unit === 'gas' ? 'about ' : ''}${least === most ? least : `${least} to ${most}`} ${unit}`,
    )
    .join(', ');
}

function feedText({ feed, account, plan, writes, ...round }: PlannedFeed): string {
  const { heartbeatMs, leadMs, deviationBps } = feed.rule;
  const deviation = deviationBps === null ? 'no deviation' : `deviation ${deviationBps / 100} %`;
  const lines: [string, string][] = [
    [
      'rule',
      `heartbeat ${heartbeatMs / 1_000} s, renewed ${leadMs / 1_000} s before it ends; ${deviation}; a check every ${feed.checkIntervalMs / 1_000} s`,
    ],
    ['pays', `account ${feed.account}, by ${account.path}`],
    ['a round', roundText(round)],
    ['a write', writesText(writes)],
  ];
  if (plan === null) lines.push(['a day', 'unknown without the price of a round']);
  else {
    const cost = `${plan.costPerDay} ${account.unit}`;
    lines.push([
      'a day',
      `${plan.checksPerDay} checks, ${plan.writesPerDay} heartbeats: ${cost}, at most ${feesText(plan.lamportsPerDay, plan.gasPerDay)}`,
    ]);
    lines.push(['limit', limitText(feed.maxPerDay, account.unit, plan.writesToSpare)]);
  }
  return blockText(feed.name, lines);
}

function pricesText(prices: Readonly<Record<string, string>>): string {
  return `${Object.entries(prices)
    .map(([path, price]) => `${path} ${price}`)
    .join(', ')} atomic units`;
}

function limitText(maxPerDay: bigint | null, unit: string, spare: number | null): string {
  if (maxPerDay === null) return 'none';
  if (spare === null) return `${maxPerDay} ${unit}`;
  const rest = spare < 0 ? `TOO LOW: ${-spare} heartbeats are missing` : `leaves ${spare} rounds for deviations and failures`;
  return `${maxPerDay} ${unit}; ${rest}`;
}

function totalText(planned: readonly PlannedFeed[], hasLists: boolean): string {
  const known = planned.flatMap(({ plan, account }) => (plan === null ? [] : [{ plan, unit: account.unit }]));
  const costs = [...new Set(known.map(({ unit }) => unit))].map(
    (unit) => `${known.filter((one) => one.unit === unit).reduce((sum, { plan }) => sum + plan.costPerDay, 0n)} ${unit}`,
  );
  const lamports = known.reduce((sum, { plan }) => sum + plan.lamportsPerDay, 0n);
  const gas = known.reduce((sum, { plan }) => sum + plan.gasPerDay, 0n);
  const missing = planned.length - known.length;
  const what = [...costs, `at most ${feesText(lamports, gas)}`].join(', ');
  return `In all, a day without deviations${hasLists ? ', each feed alone' : ''}: ${what}${missing === 0 ? '' : `; feeds without a price: ${missing}`}.\n`;
}
