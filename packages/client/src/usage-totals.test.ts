import { describe, expect, it } from 'vitest';
import type { UsageOfDay } from './reads/reads.js';
import { totalOf, totalsBy, usageSentence } from './usage-totals.js';

const BASE: UsageOfDay = { day: '2026-11-29', path: 'subscription', delegate: null, rounds: 1, units: 1, amount: 0n };
const USAGE: readonly UsageOfDay[] = [
  { ...BASE, rounds: 9, units: 9 },
  { ...BASE, delegate: 'others', rounds: 3, units: 3 },
  { ...BASE, day: '2026-11-30', path: 'x402', rounds: 4, units: 6, amount: 12_000n },
];

describe('usageSentence', () => {
  it.each([
    [USAGE, 'November 2026: 12 rounds by subscription, 4 rounds of 6 sources by x402 for $0.012.'],
    [[{ ...BASE, path: 'agent', amount: 1n } as const], 'November 2026: 1 round by agent for $0.000001.'],
    [[], 'November 2026: no rounds were charged.'],
  ])('tells rounds, sources and dollars by path: %#', (usage, sentence) => {
    expect(usageSentence({ month: '2026-11', usage })).toBe(sentence);
  });
});

describe('totals', () => {
  it('keep every charge, and are 0 of none', () => {
    expect(totalOf(USAGE)).toEqual({ rounds: 16, units: 18, amount: 12_000n });
    expect(totalOf([])).toEqual({ rounds: 0, units: 0, amount: 0n });
  });

  it('have one entry a name, in the order of the charges', () => {
    expect([...totalsBy(USAGE, ({ day }) => day)]).toEqual([
      ['2026-11-29', { rounds: 12, units: 12, amount: 0n }],
      ['2026-11-30', { rounds: 4, units: 6, amount: 12_000n }],
    ]);
  });
});
