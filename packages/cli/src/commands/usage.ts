import { connect } from '@oracle-gateway/caller';
import { command, EXIT_CODES, optional, OUTPUT_FLAGS } from '@oracle-gateway/caller/command';
import { isMembers, month } from '@oracle-gateway/caller/settings';
import type { Quota, UsageOfDay } from '@oracle-gateway/client';
import { totalOf, type UsageTotal, totalsBy, usageSentence } from '@oracle-gateway/client/usage-totals';
import { formatMoney } from '@oracle-gateway/protocol/internal';

import type { CliCommand } from '../deps.js';
import { ACCOUNT_FLAGS, CONNECTION_FLAGS } from '../flag-groups.js';

const HEADER = ['day', 'path', 'delegate', 'rounds', 'sources', 'paid'] as const;

export const usage: CliCommand = command({
  words: 'usage',
  summary: 'Prints what the account was charged in a month, by day, path and delegate',
  description: [
    'A round counts once its payment is made, or once the ledger can no longer lose its settlement.',
    'A subscription is paid in advance, so that its rounds have no amount. A delegate sees its own rounds. Days are UTC, and a gateway keeps 62.',
  ],
  operands: [],
  flags: {
    month: optional(month, 'month of the charges; the present one by default'),
    ...ACCOUNT_FLAGS,
    ...CONNECTION_FLAGS,
    ...OUTPUT_FLAGS,
  },
  examples: [
    ['oracle-gateway usage', 'this month, of the subscription of the key'],
    ['oracle-gateway usage --month 2026-10 --account agent --json', 'another month, of the escrow of the key'],
  ],
  async run({ flags, around: { signal }, deps, terminal }) {
    const { client, account } = await connect(deps.caller, flags, { needsKey: true });
    const read = await client.usage({ month: flags.month, signal });
    const left = account?.quota === undefined ? '' : leftOf(await client.quota({ signal }));
    const total = totalOf(read.usage);
    terminal.result(read.usage.length === 0 ? usageSentence(read) : tableOf(read.usage, total), { ...read, total });
    if (read.usage.length > 0) terminal.note(usageSentence(read));
    if (left !== '') terminal.note(left);
    return EXIT_CODES.done;
  },
});

/** A line for each day and path, and for each delegate where one has asked; the totals of paths where there are several, and of all. */
function tableOf(charges: readonly UsageOfDay[], total: UsageTotal): string {
  const hasDelegates = charges.some(({ delegate }) => delegate !== null);
  const paths = totalsBy(charges, ({ path }) => path);
  const rows = [
    HEADER,
    ...charges.map(({ day, path, delegate, ...sums }) => [day, path, delegate ?? 'itself', ...sumsText(sums)]),
    ...(paths.size === 1 ? [] : [...paths].map(([path, sums]) => ['total', path, '', ...sumsText(sums)])),
    ['total', '', '', ...sumsText(total)],
  ].map((row) => row.filter((_, place) => hasDelegates || HEADER[place] !== 'delegate'));
  const widths = rows[0]?.map((_, place) => Math.max(...rows.map((row) => row[place]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((text, place) => text.padEnd(widths[place] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function sumsText({ rounds, units, amount }: UsageTotal): readonly string[] {
  return [String(rounds), String(units), formatMoney(amount)];
}

/** The rest of the account, as `quota` tells it; for a delegate its own part. */
function leftOf(quota: Quota): string {
  const { delegate, ataBalance } = quota;
  const { availableRounds } = isMembers(delegate) ? delegate : quota;
  if (typeof availableRounds === 'string') return `left: ${availableRounds} rounds`;
  return typeof ataBalance === 'string' && /^\d{1,20}$/.test(ataBalance) ? `left in the escrow: ${formatMoney(BigInt(ataBalance))}` : '';
}
