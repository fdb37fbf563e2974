import { expect, it } from 'vitest';
import { lamportsOf } from '../targets/solana/lamports.js';
import { planFeed } from './plan.js';

const rule = { heartbeatMs: 3_600_000, leadMs: 120_000, deviationBps: 50 };

it('a day has a check every so often, and a round for each heartbeat less its lead', () => {
  const plan = planFeed({ rule, checkIntervalMs: 15_000, price: 3_500n, maxPerDay: 100_000n, lamportsPerWrite: 13_000n });
  expect(plan).toEqual({
    checksPerDay: 5_760,
    writesPerDay: 25,
    costPerDay: 87_500n,
    lamportsPerDay: 325_000n,
    gasPerDay: 0n,
    writesToSpare: 3,
  });
});

it('a limit that does not cover the heartbeats shows how many are missing', () => {
  expect(planFeed({ rule, checkIntervalMs: 15_000, price: 3_500n, maxPerDay: 35_000n, lamportsPerWrite: 0n }).writesToSpare).toBe(-15);
  expect(planFeed({ rule, checkIntervalMs: 15_000, price: 3_500n, maxPerDay: null, lamportsPerWrite: 0n }).writesToSpare).toBeNull();
});

it('a value is found due at a check, not between two', () => {
  const seconds = (heartbeat: number, lead: number, check: number) =>
    planFeed({
      rule: { heartbeatMs: heartbeat * 1_000, leadMs: lead * 1_000, deviationBps: null },
      checkIntervalMs: check * 1_000,
      price: 1n,
      maxPerDay: null,
      lamportsPerWrite: 0n,
    }).writesPerDay;
  // 50 s are due at the check at 60 s, and 4 s at the check at 10 s.
  expect([seconds(60, 10, 10), seconds(60, 10, 20), seconds(5, 1, 10)]).toEqual([1_728, 1_440, 8_640]);
});

it('a transaction costs its signature and the priority fee, rounded up', () => {
  expect([lamportsOf(160_000, 0n), lamportsOf(160_000, 50_000n), lamportsOf(1, 1n)]).toEqual([5_000n, 13_000n, 5_001n]);
});
