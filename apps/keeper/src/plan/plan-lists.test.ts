import { expect, it } from 'vitest';
import { parseApiConfig } from '@oracle-gateway/protocol';
import { indexSubject } from '@oracle-gateway/protocol/internal';
import { simulatedFeed } from '../../tests/support/simulated-world.js';
import { KEEPER_ACCOUNT_KINDS } from '../accounts/index.js';
import type { KeptFeed } from '../feeds/kept-feed.js';
import { solanaTarget } from '../targets/solana/index.js';
import { planFeeds } from './plan-feeds.js';
import { planText } from './plan-text.js';

const accounts = new Map(
  (['agent', 'owner'] as const).map(
    (kind) => [kind, { kind: KEEPER_ACCOUNT_KINDS[kind], maxAmount: 9_000n, subscriptionOwner: null, gateways: ['main'] }] as const,
  ),
);
const SOLANA = solanaTarget({ name: 'ledger', maxFeesPerDay: null, priorityFee: { percentile: 75, capMicroLamports: 50_000 } });
const rule = { heartbeatMs: 3_600_000, leadMs: 120_000, deviationBps: 50 };

function kept(name: string, changes: Partial<KeptFeed> = {}) {
  const feed = simulatedFeed({ name, account: 'agent', rule, ...changes });
  const readPrices: Parameters<typeof planFeeds>[1][number]['readPrices'] = ({ sources }) =>
    Promise.resolve({ agent: `${1_000 + 1_500 * sources.length}`, subscription: `${750 * sources.length}` });
  return { settings: feed, feed, readPrices };
}

function plan(...feeds: readonly ReturnType<typeof kept>[]) {
  return planFeeds({ accounts, targets: [SOLANA] }, feeds);
}

it('feeds of one account, quorum and renewal share a list, and an index shares none', async () => {
  const combine = { rule: 'median', minSources: 2, maxDeviationBps: 100, maxAgeMs: 30_000, decimals: 2 } as const;
  const sources = ['https://one.example/', 'https://two.example/'].map((url) => parseApiConfig({ url, method: 'GET' }));
  const { lists } = await plan(
    kept('btc-usd'),
    kept('eth-usd'),
    kept('slow', { rule: { ...rule, heartbeatMs: 7_200_000 } }),
    kept('subscribed', { account: 'owner' }),
    kept('other-quorum', { quorum: 5 }),
    kept('index', { subject: indexSubject(sources, combine) }),
    kept('sol-usd'),
  );
  expect(lists.map(({ names }) => names)).toEqual([['btc-usd', 'eth-usd', 'sol-usd']]);
});

it('a month of a list stands beside that of a round for each feed', async () => {
  const text = planText(await plan(kept('btc-usd'), kept('eth-usd'), kept('one', { account: 'owner' }), kept('two', { account: 'owner' })));
  expect(text.slice(text.indexOf('A list'))).toBe(`A list of btc-usd, eth-usd
  shares   feeds that fall due together are bought in one round, and written together
  a round  agent 4000, subscription 1500 atomic units
  a month  750 charges of 3000000 atomic units in all; at most 750 transactions, 12000000 lamports
  alone    1500 charges of 3750000 atomic units in all; at most 1500 transactions, 19500000 lamports

A list of one, two
  shares   feeds that fall due together are bought in one round, and written together
  a round  agent 4000, subscription 1500 atomic units
  a month  750 charges of 1500 rounds in all; at most 750 transactions, 12000000 lamports
  alone    1500 charges of 1500 rounds in all; at most 1500 transactions, 19500000 lamports

In all, a day without deviations, each feed alone: 125000 atomic units, 50 rounds, at most 1300000 lamports.
`);
});

it('a list without a price is shown, and ends nothing', async () => {
  const [one, other] = [kept('one'), kept('other')];
  const readPrices = () => Promise.reject(new Error('the gateway did not answer'));
  const text = planText(await plan({ ...one, readPrices }, { ...other, readPrices }));
  expect(text).toContain('A list of one, other');
  expect(text).toContain('  a month  unknown without the price of a round\n  alone    unknown without the price of a round\n');
});
