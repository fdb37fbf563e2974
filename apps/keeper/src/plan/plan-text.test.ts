import { parseApiConfig } from '@oracle-gateway/protocol';
import { indexSubject, sourceSubject } from '@oracle-gateway/protocol/internal';
import { expect, it } from 'vitest';
import type { KeptFeedSettings } from '../config/feed-settings.js';
import { evmTarget } from '../targets/evm/index.js';
import { solanaTarget } from '../targets/solana/index.js';
import { planText } from './plan-text.js';
import { readPlan } from './read-plan.js';
import { writeCosts } from './write-costs.js';

const subject = sourceSubject(parseApiConfig({ url: 'https://source.example/', method: 'GET', responseParser: '$.price' }));
const feed: KeptFeedSettings = {
  ...{
    name: 'btc-usd',
    account: 'escrow',
    targets: ['ledger'],
    isAlone: false,
    subject,
    quorum: 3,
    checkIntervalMs: 15_000,
    maxPerDay: 50_000n,
  },
  rule: { heartbeatMs: 3_600_000, leadMs: 120_000, deviationBps: 50 },
};
const SOLANA = solanaTarget({ name: 'ledger', maxFeesPerDay: null, priorityFee: { percentile: 75, capMicroLamports: 50_000 } });
const EVM = evmTarget({
  ...{ name: 'base', maxFeesPerDay: null, chainId: 8_453, contract: '0x00', contracts: new Map() },
  ...{ confirmations: 1, maxFeeGwei: 10 },
});
const escrow = { path: 'agent', unit: 'atomic units' } as const;
const prices = { subscription: '3000', agent: '2500', x402: '11000' };
const deps = { readPrices: () => Promise.resolve(prices), writes: writeCosts([SOLANA], feed) };

it('a plan shows checks, heartbeats, prices by path and lamports, of each feed and in all', async () => {
  const kept = await readPlan(deps, { feed, account: escrow });
  const steady: KeptFeedSettings = {
    ...feed,
    name: 'eth-usd',
    account: 'subscription',
    maxPerDay: null,
    rule: { ...feed.rule, deviationBps: null },
  };
  const subscription = await readPlan(deps, { feed: steady, account: { path: 'subscription', unit: 'rounds' } });
  expect(planText({ feeds: [kept, subscription], lists: [] })).toBe(`btc-usd
  rule     heartbeat 3600 s, renewed 120 s before it ends; deviation 0.5 %; a check every 15 s
  pays     account escrow, by agent
  a round  subscription 3000, agent 2500, x402 11000 atomic units
  a write  ledger 5000 to 13000 lamports
  a day    5760 checks, 25 heartbeats: 62500 atomic units, at most 325000 lamports
  limit    50000 atomic units; TOO LOW: 5 heartbeats are missing

eth-usd
  rule     heartbeat 3600 s, renewed 120 s before it ends; no deviation; a check every 15 s
  pays     account subscription, by subscription
  a round  subscription 3000, agent 2500, x402 11000 atomic units
  a write  ledger 5000 to 13000 lamports
  a day    5760 checks, 25 heartbeats: 25 rounds, at most 325000 lamports
  limit    none

In all, a day without deviations: 62500 atomic units, 25 rounds, at most 650000 lamports.
`);
});

it('an index costs one round of a subscription for each source', async () => {
  const combine = { rule: 'median', minSources: 2, maxDeviationBps: 100, maxAgeMs: 30_000, decimals: 2 } as const;
  const sources = ['https://one.example/', 'https://two.example/', 'https://three.example/'].map((url) =>
    parseApiConfig({ url, method: 'GET', responseParser: '$.price' }),
  );
  const index = { ...feed, subject: indexSubject(sources, combine), maxPerDay: 90n };
  const text = planText({ feeds: [await readPlan(deps, { feed: index, account: { path: 'subscription', unit: 'rounds' } })], lists: [] });
  expect(text).toContain('25 heartbeats: 75 rounds, ');
  expect(text).toContain('limit    90 rounds; leaves 5 rounds for deviations and failures\n');
});

it('a feed of two chains pays on both', async () => {
  const both = { ...feed, targets: ['ledger', 'base'] };
  const planned = await readPlan({ ...deps, writes: writeCosts([SOLANA, EVM], both) }, { feed: both, account: escrow });
  const text = planText({ feeds: [planned], lists: [] });
  expect(text).toContain('a write  ledger 5000 to 13000 lamports, base about 62100 gas\n');
  expect(text).toContain('at most 325000 lamports, about 1552500 gas\n');
});

it('a limit that suffices shows what is left', async () => {
  const text = planText({ feeds: [await readPlan(deps, { feed: { ...feed, maxPerDay: 100_000n }, account: escrow })], lists: [] });
  expect(text).toContain('limit    100000 atomic units; leaves 15 rounds for deviations and failures\n');
});

it.each([
  ['a gateway that does not answer', () => Promise.reject(new Error('the gateway did not answer')), 'the gateway did not answer'],
  ['a path that is not served', () => Promise.resolve({ subscription: '3000' }), 'a day    unknown without the price of a round'],
  ['a price that is none', () => Promise.resolve({ agent: '-1' }), 'a day    unknown without the price of a round'],
])('%s is shown, and ends nothing', async (_what, readPrices, text) => {
  const planned = await readPlan({ ...deps, readPrices }, { feed, account: escrow });
  expect(planned.plan).toBeNull();
  expect(planText({ feeds: [planned], lists: [] })).toContain(text);
  expect(planText({ feeds: [planned], lists: [] })).toContain('; feeds without a price: 1');
});
