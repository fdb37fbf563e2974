import { afterAll, describe, expect, inject, it } from 'vitest';
import { CallsSpentError, createCallBudget } from './call-budget.js';
import { connectRedis } from './connect-redis.js';
import { outboxPrefix } from './keys.js';
import { sampleAddress } from './testing/index.js';

const redis = connectRedis(inject('redisUrl'));
afterAll(() => redis.disconnect());

async function secondsNow(): Promise<number> {
  return Number((await redis.time())[0]);
}

/** A budget whose calls of earlier seconds are as given, by how many seconds ago they were. */
async function budgetOf(callsPerMinute: number, earlier: Readonly<Record<number, number>> = {}) {
  const gateway = sampleAddress();
  const key = `${outboxPrefix(gateway)}:calls:provider`;
  const now = await secondsNow();
  for (const [ago, calls] of Object.entries(earlier)) await redis.hset(key, String(now - Number(ago)), calls);
  const open = () => createCallBudget({ redis, gateway, callsPerMinute });
  return { key, budget: open(), sibling: open() };
}

async function secondsLeft(asked: Promise<unknown>): Promise<number | null> {
  try {
    await asked;
    return null;
  } catch (error) {
    if (error instanceof CallsSpentError) return error.secondsLeft;
    throw error;
  }
}

describe('a budget of calls', () => {
  it('is spent after so many, whichever process takes them, and takes all or nothing', async () => {
    const { budget, sibling } = await budgetOf(10);
    await budget.take('provider', 4);
    await sibling.take('provider', 4);
    expect(await secondsLeft(budget.take('provider', 3))).toBeGreaterThan(0);
    await sibling.take('provider', 2);
    expect(await secondsLeft(budget.take('provider', 1))).toBeGreaterThan(0);
  });

  it('taken by fifty at once is never exceeded', async () => {
    const { budget, sibling } = await budgetOf(60);
    const asked = Array.from({ length: 50 }, (_, index) => secondsLeft((index % 2 === 0 ? budget : sibling).take('provider', 4)));
    expect((await Promise.all(asked)).filter((left) => left === null)).toHaveLength(15);
  });

  it('looked at is not taken', async () => {
    const { budget } = await budgetOf(4);
    for (let look = 0; look < 3; look += 1) await budget.look('provider', 4);
    await budget.take('provider', 4);
    expect(await secondsLeft(budget.look('provider', 1))).toBeGreaterThan(0);
  });

  it('counts every span of a minute, not minutes of the clock', async () => {
    const { budget } = await budgetOf(10, { 55: 5, 30: 4 });
    await budget.take('provider', 1);
    expect(await secondsLeft(budget.take('provider', 1))).toBeGreaterThan(0);
  });

  it('forgets what is more than a minute past, and tells when enough will be', async () => {
    const { budget, key } = await budgetOf(10, { 3_600: 10, 63: 10, 40: 6, 10: 4 });
    const left = await secondsLeft(budget.take('provider', 5));
    // 61 s after the second in which the oldest six were taken; the clock may have gone on meanwhile.
    expect([20, 21]).toContain(left);
    expect(await secondsLeft(budget.take('provider', 11))).toBe(61);
    expect(Object.keys(await redis.hgetall(key))).toHaveLength(2);
  });

  it('has what is given back again, and never more', async () => {
    const { budget } = await budgetOf(4);
    const taken = await budget.take('provider', 4);
    await taken.giveBack();
    await taken.giveBack();
    await budget.take('provider', 4);
    expect(await secondsLeft(budget.take('provider', 1))).toBeGreaterThan(0);
  });

  it('of one name is not of another', async () => {
    const { budget } = await budgetOf(4);
    await budget.take('provider', 4);
    await budget.take('other', 4);
  });

  it('leaves nothing behind for ever', async () => {
    const { budget, key } = await budgetOf(4);
    await budget.take('provider', 1);
    expect(await redis.ttl(key)).toBeGreaterThan(60);
  });

  it('has a name of letters, digits and . : _ -', async () => {
    const { budget } = await budgetOf(4);
    await expect(budget.take('a provider', 1)).rejects.toThrow(RangeError);
  });
});
