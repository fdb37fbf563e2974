import type { Client } from '@oracle-gateway/client';
import { totalOf, type UsageTotal, totalsBy, usageSentence } from '@oracle-gateway/client/usage-totals';
import { operations } from '@oracle-gateway/gateway-api';
import { type Static, Type } from '@sinclair/typebox';

import { defineTool, type Tool } from './tool.js';

const MAX_PATHS = 16;
const MAX_DAYS = 31;

const sums = {
  rounds: Type.Integer(),
  sources: Type.Integer({ description: 'a list and an index have several in a round' }),
  paid: Type.String({
    pattern: '^[0-9]{1,40}$',
    description: 'atomic units of the stablecoin; 0 of rounds that a subscription paid in advance',
  }),
};

const Output = Type.Object(
  {
    summary: Type.String({ description: 'the month in a sentence, with dollars' }),
    month: Type.String(),
    total: Type.Object(sums, { additionalProperties: false }),
    byPath: Type.Array(Type.Object({ path: Type.String(), ...sums }, { additionalProperties: false }), { maxItems: MAX_PATHS }),
    byDay: Type.Array(Type.Object({ day: Type.String({ description: 'UTC' }), ...sums }, { additionalProperties: false }), {
      maxItems: MAX_DAYS,
    }),
  },
  { additionalProperties: false, description: 'charges of the account, as the gateway counts them' },
);

export function getUsageTool({ client }: { readonly client: Pick<Client, 'usage'> }): Tool {
  return defineTool({
    name: 'get_usage',
    title: 'See what was charged',
    description:
      'Shows what the account was charged in a month, by day and by path, as the gateway counts it. Free. A round counts once its payment is certain, so the latest may be missing: get_budget counts what this server has signed.',
    input: Type.Object(
      {
        month: Type.Optional(
          Type.String({ ...operations.getUsage.queryParameters.month, description: 'such as 2026-11; this month by default' }),
        ),
      },
      { additionalProperties: false },
    ),
    output: Output,
    isPaid: false,
    async run({ month }, signal) {
      const read = await client.usage({ month, signal });
      const [byPath, byDay] = [totalsBy(read.usage, ({ path }) => path), totalsBy(read.usage, ({ day }) => day)];
      return {
        summary: usageSentence(read),
        month: read.month,
        total: shown(totalOf(read.usage)),
        byPath: [...byPath].slice(0, MAX_PATHS).map(([path, total]) => ({ path, ...shown(total) })),
        byDay: [...byDay].slice(0, MAX_DAYS).map(([day, total]) => ({ day, ...shown(total) })),
      };
    },
  });
}

function shown({ rounds, units, amount }: UsageTotal): Static<typeof Output>['total'] {
  return { rounds, sources: units, paid: amount.toString() };
}
