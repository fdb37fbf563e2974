import { formatAddress } from '@oracle-gateway/protocol';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { connectRedis } from '../connection/connect-redis.js';
import { sampleAddress } from '../testing/index.js';
import { outboxPrefix } from '../wire/keys.js';
import { type CallingTenant, CallsSpentError, createCallBudget } from './call-budget.js';

const redis = connectRedis(inject('redisUrl'));
afterAll(() => redis.disconnect());

async function secondsNow(): Promise<number> {
  return Number((await redis.time())[0]);
}

/** A budget whose calls of earlier seconds are as given, by how many seconds ago they were. */
/** Each time another tenant, so that what is left is all that counts. */
function anybody(): CallingTenant {
  return { name: `key:${formatAddress(sampleAddress())}`, isStranger: false };
}

async function budgetOf(callsPerMinute: number, earlier: Readonly<Record<number, number>> = {}) {
  const gateway = sampleAddress();
  const key = `${outboxPrefix(gateway)}:shared-calls:provider`;
  const now = await secondsNow();
  for (const [ago, calls] of Object.entries(earlier)) await redis.hset(key, `${now - Number(ago)}:k:earlier`, calls);
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
    await budget.take('provider', anybody(), 4);
    await sibling.take('provider', anybody(), 4);
    expect(await secondsLeft(budget.take('provider', anybody(), 3))).toBeGreaterThan(0);
    await sibling.take('provider', anybody(), 2);
    expect(await secondsLeft(budget.take('provider', anybody(), 1))).toBeGreaterThan(0);
  });

  it('taken by fifty at once is never exceeded', async () => {
    const { budget, sibling } = await budgetOf(60);
    const asked = Array.from({ length: 50 }, (_, index) =>
      secondsLeft((index % 2 === 0 ? budget : sibling).take('provider', anybody(), 4)),
    );
    expect((await Promise.all(asked)).filter((left) => left === null)).toHaveLength(15);
  });

  it('checked is not taken', async () => {
    const { budget } = await budgetOf(4);
    for (let check = 0; check < 3; check += 1) await budget.peek('provider', anybody(), 4);
    await budget.take('provider', anybody(), 4);
    expect(await secondsLeft(budget.peek('provider', anybody(), 1))).toBeGreaterThan(0);
  });

  it('counts every span of a minute, not minutes of the clock', async () => {
    const { budget } = await budgetOf(10, { 55: 5, 30: 4 });
    await budget.take('provider', anybody(), 1);
    expect(await secondsLeft(budget.take('provider', anybody(), 1))).toBeGreaterThan(0);
  });

  it('forgets what is more than a minute past, and tells when enough will be', async () => {
    const { budget, key } = await budgetOf(10, { 3_600: 10, 63: 10, 40: 6, 10: 4 });
    const left = await secondsLeft(budget.take('provider', anybody(), 5));
    // 61 s after the second in which the oldest six were taken; the clock may have gone on meanwhile.
    expect([20, 21]).toContain(left);
    expect(await secondsLeft(budget.take('provider', anybody(), 11))).toBe(61);
    expect(Object.keys(await redis.hgetall(key))).toHaveLength(2);
  });

  it('has what is given back again, and never more', async () => {
    const { budget } = await budgetOf(4);
    const taken = await budget.take('provider', anybody(), 4);
    await taken.giveBack();
    await taken.giveBack();
    await budget.take('provider', anybody(), 4);
    expect(await secondsLeft(budget.take('provider', anybody(), 1))).toBeGreaterThan(0);
  });

  it('of one name is not of another', async () => {
    const { budget } = await budgetOf(4);
    await budget.take('provider', anybody(), 4);
    await budget.take('other', anybody(), 4);
  });

  it('leaves nothing behind for ever', async () => {
    const { budget, key } = await budgetOf(4);
    await budget.take('provider', anybody(), 1);
    expect(await redis.ttl(key)).toBeGreaterThan(60);
  });

  it('has a name of letters, digits and . : _ -', async () => {
    const { budget } = await budgetOf(4);
    await expect(budget.take('a provider', anybody(), 1)).rejects.toThrow(RangeError);
  });

  it('is shared: one tenant has most of it alone, and leaves some to others', async () => {
    const { budget, sibling } = await budgetOf(60);
    const [one, other] = [anybody(), anybody()];
    const takes = async (tenant: CallingTenant): Promise<number> => {
      let taken = 0;
      while ((await refusalOf(sibling.take('provider', tenant, 4))) === null) taken += 4;
      return taken;
    };
    expect(await takes(one)).toBe(48);
    expect(await refusalOf(budget.peek('provider', one, 4))).toMatchObject({ isShare: true });
    expect(await takes(other)).toBe(8);
    expect(await takes(anybody())).toBe(4);
    expect(await refusalOf(budget.take('provider', anybody(), 4))).toMatchObject({ isShare: false });
  });

  it('is shared by all strangers together', async () => {
    const { budget } = await budgetOf(60);
    const takes = () => refusalOf(budget.take('provider', { ...anybody(), isStranger: true }, 4));
    let taken = 0;
    while ((await takes()) === null) taken += 4;
    expect(taken).toBeLessThanOrEqual(30);
    expect(await takes()).toMatchObject({ isShare: true });
    await budget.take('provider', anybody(), 4);
  });

  it('tells when the share of a tenant is there again', async () => {
    const now = await secondsNow();
    const { budget, key } = await budgetOf(60);
    const one = anybody();
    for (const [ago, calls] of [
      [50, 20],
      [20, 30],
    ] as const) {
      await redis.hset(key, `${now - ago}:k:${one.name}`, calls);
    }
    const refused = await refusalOf(budget.take('provider', one, 8));
    expect(refused?.isShare).toBe(true);
    expect([10, 11, 12]).toContain(refused?.secondsLeft);
  });
});

async function refusalOf(asked: Promise<unknown>): Promise<CallsSpentError | null> {
  try {
    await asked;
    return null;
  } catch (error) {
    if (error instanceof CallsSpentError) return error;
    throw error;
  }
}
