import type { PlannedFeed } from './read-plan.js';

/** The plan for an operator's terminal. */
export function planText(planned: readonly PlannedFeed[]): string {
  return `${planned.map(feedText).join('\n')}\n${totalText(planned)}`;
}

function feedText({ feed, account, prices, trouble, plan, lamportsPerWrite }: PlannedFeed): string {
  const { heartbeatMs, leadMs, deviationBps } = feed.rule;
  const deviation = deviationBps === null ? 'no deviation' : `deviation ${deviationBps / 100} %`;
  const lines = [
    [
      'rule',
      `heartbeat ${heartbeatMs / 1_000} s, renewed ${leadMs / 1_000} s before it ends; ${deviation}; a check every ${feed.checkIntervalMs / 1_000} s`,
    ],
    ['pays', `account ${feed.account}, by ${account.path}`],
    ['a round', prices === null ? `no price: ${trouble ?? 'the gateway did not tell one'}` : pricesText(prices)],
    ['a write', `${lamportsPerWrite.least} to ${lamportsPerWrite.most} lamports`],
  ];
  if (plan === null) lines.push(['a day', 'unknown without the price of a round']);
  else {
    const cost = `${plan.costPerDay} ${account.unit}`;
    lines.push(['a day', `${plan.checksPerDay} checks, ${plan.writesPerDay} heartbeats: ${cost}, at most ${plan.lamportsPerDay} lamports`]);
    lines.push(['limit', limitText(feed.maxPerDay, account.unit, plan.writesToSpare)]);
  }
  return `${feed.name}\n${lines.map(([name = '', text = '']) => `  ${name.padEnd(8)} ${text}\n`).join('')}`;
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

function totalText(planned: readonly PlannedFeed[]): string {
  const known = planned.flatMap(({ plan, account }) => (plan === null ? [] : [{ plan, unit: account.unit }]));
  const costs = [...new Set(known.map(({ unit }) => unit))].map(
    (unit) => `${known.filter((one) => one.unit === unit).reduce((sum, { plan }) => sum + plan.costPerDay, 0n)} ${unit}`,
  );
  const lamports = known.reduce((sum, { plan }) => sum + plan.lamportsPerDay, 0n);
  const missing = planned.length - known.length;
  const what = [...costs, `at most ${lamports} lamports`].join(', ');
  return `In all, a day without deviations: ${what}${missing === 0 ? '' : `; feeds without a price: ${missing}`}.\n`;
}
