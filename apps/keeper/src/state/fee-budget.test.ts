import { randomUUID } from 'node:crypto';
import { createConfirmedCalls } from '@oracle-gateway/outbox';
import { expect, it } from 'vitest';
import { shareStates } from '../../tests/support/redis-states.js';
import { createFeeBudget } from './fee-budget.js';

const shared = shareStates();
const DAY_MS = 86_400_000;
const TODAY_MS = 20_000 * DAY_MS;

function open(limit: bigint | null) {
  const { redis } = shared();
  const prefix = '{og-keeper:fees}';
  return createFeeBudget(
    { redis, confirmed: createConfirmedCalls({ redis, prefix, minReplicas: 0 }), prefix },
    { target: randomUUID(), limit },
  );
}

it('fees are counted up to the limit of a day, and anew on the next', async () => {
  const budget = open(10n);
  expect([await budget.take(7n, TODAY_MS), await budget.take(4n, TODAY_MS), await budget.take(3n, TODAY_MS)]).toEqual([true, false, true]);
  expect([await budget.spentToday(TODAY_MS), await budget.spentToday(TODAY_MS + DAY_MS)]).toEqual([10n, 0n]);
  expect(await budget.take(4n, TODAY_MS + DAY_MS)).toBe(true);
});

it('fees that were not paid are given back, never more than there are', async () => {
  const budget = open(10n);
  await budget.take(10n, TODAY_MS);
  await budget.giveBack(6n, TODAY_MS);
  expect(await budget.take(6n, TODAY_MS)).toBe(true);
  await budget.giveBack(99n, TODAY_MS);
  expect(await budget.spentToday(TODAY_MS)).toBe(0n);
});

it('keepers that count at once never pass the limit together', async () => {
  const budget = open(5n);
  const taken = await Promise.all(Array.from({ length: 20 }, () => budget.take(1n, TODAY_MS)));
  expect([taken.filter(Boolean).length, await budget.spentToday(TODAY_MS)]).toEqual([5, 5n]);
});

it('without a limit all fees are counted', async () => {
  const budget = open(null);
  expect([await budget.take(1_000_000_000_000n, TODAY_MS), await budget.spentToday(TODAY_MS)]).toEqual([true, 1_000_000_000_000n]);
});
