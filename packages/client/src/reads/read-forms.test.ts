import { describe, expect, it } from 'vitest';
import {
  hasProviders,
  isFeedRoundsPage,
  isInfo,
  isNodes,
  isProvider,
  isQuotaOf,
  isRoundsPage,
  isRoundStatus,
  isUsage,
} from './read-forms.js';

const ROUND = { roundId: 'Round1', state: 'settled', createdAt: 7 };

const USED = { day: '2026-11-30', path: 'agent', delegate: null, rounds: 1, units: 1, amount: '2500' };
const USAGE = { month: '2026-11', usage: [USED] };

function page(change: object = {}, count = 1) {
  return { rounds: Array(count).fill({ ...ROUND, ...change }), next: null };
}

describe('the form of a read', () => {
  it.each([
    ['info', isInfo, { gatewayPda: 'a', network: 'solana:x' }],
    ['nodes', isNodes, { nodes: [] }],
    ['providers', hasProviders, { providers: [] }],
    ['a provider', isProvider, { id: 'a', flows: [] }],
    ['a page of rounds', isRoundsPage, page()],
    ['a page of a feed', isFeedRoundsPage, page({ timestamp: 1, value: '-1.50', signers: 3 })],
    ["a page of a list's feed", isFeedRoundsPage, page({ timestamp: 1, value: `0x${'ab'.repeat(32)}`, signers: 3 })],
    ['a round', isRoundStatus, ROUND],
    ['usage', isUsage, USAGE],
    ['a quota', isQuotaOf('owner', 'a'), { owner: 'a' }],
  ])('of %s is told from anything else', (_what, isForm, data) => {
    expect(isForm(data)).toBe(true);
    for (const other of [undefined, null, 'text', [], [data], {}]) expect(isForm(other)).toBe(false);
  });

  it.each([
    ['more rounds than a page has', page({}, 101)],
    ['a round without an id', page({ roundId: undefined })],
    ['a time that no date holds', page({ createdAt: 8_640_000_000_000_001 })],
    ['a time that is a text', page({ createdAt: '7' })],
    ['a reason that is none', page({ reason: {} })],
    ['a next page that is none', { ...page(), next: 7 }],
    ['no next page', { rounds: [] }],
  ])('of a page refuses %s', (_what, data) => {
    expect(isRoundsPage(data)).toBe(false);
  });

  it.each([{ value: 7 }, { value: '1e9' }, { value: '0xab' }, { value: `1${'0'.repeat(100)}` }, { timestamp: -1 }, { signers: 1.5 }])(
    'of a feed refuses %j',
    (change) => {
      expect(isFeedRoundsPage(page(change))).toBe(false);
    },
  );

  it.each([
    { amount: 7 },
    { amount: '-1' },
    { amount: '1'.repeat(21) },
    { rounds: '1' },
    { units: 1.5 },
    { day: '1 May' },
    { path: 'a b' },
    { delegate: '\n' },
    { delegate: 7 },
  ])('of usage refuses %j', (change) => {
    expect(isUsage({ ...USAGE, usage: [USED, { ...USED, ...change }] })).toBe(false);
    expect(isUsage({ ...USAGE, usage: [USED, { ...USED, delegate: 'others' }] })).toBe(true);
  });
});
