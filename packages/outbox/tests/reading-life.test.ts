import { afterAll, beforeEach, expect, inject, it } from 'vitest';
import { connectRedis, createOutbox, outboxPrefix, type Outbox } from '../src/index.js';
import { sampleAddress, samplePayload, sampleRoundId } from '../src/testing/index.js';

const LIFE_MS = 60_000;
const QUOTA_KEY = 'escrow:any';
const FAR_AHEAD = 1_000_000_000;

const redis = connectRedis(inject('redisUrl'));
afterAll(() => redis.disconnect());

let outbox: Outbox;
let prefix: string;
beforeEach(() => {
  const gateway = sampleAddress();
  prefix = outboxPrefix(gateway);
  outbox = createOutbox({ redis, gateway, identityTtlSeconds: 500, resultTtlSeconds: 100, reservationMarginMs: 0 });
});

/** Lets the life of the reading pass. */
async function age(ms: number): Promise<void> {
  const key = `${prefix}:account:${QUOTA_KEY}`;
  await redis.hset(key, 'readingAtMs', Number(await redis.hget(key, 'readingAtMs')) - ms);
}
async function reading() {
  return (await outbox.holdTotals(QUOTA_KEY, { holders: 9 })).reading;
}
function store(available: bigint, slot: number): Promise<void> {
  return outbox.storeReading({ quotaKey: QUOTA_KEY, available, slot });
}
async function reserve(available: bigint, slot: number) {
  const roundId = sampleRoundId();
  const hold = { quotaKey: QUOTA_KEY, units: 1, available, slot, until: 'settled' as const };
  const reserved = await outbox.reserve({ path: 'agent', roundId, holds: [hold], deadlineMs: 60_000, maxInFlight: 9 });
  return { roundId, ...reserved };
}
async function served(available: bigint, slot: number) {
  const reserved = await reserve(available, slot);
  if (reserved.outcome !== 'reserved') throw new Error('not reserved');
  await outbox.commit({ ...reserved, settlement: samplePayload(), result: '{}' });
  const claim = await outbox.claim({ roundId: reserved.roundId, workerId: 'worker', leaseMs: 60_000 });
  if (claim === null) throw new Error('not claimed');
  return claim;
}

it('a reading gives way to one of a lower slot once its slot was told a life ago, and not before', async () => {
  await store(0n, FAR_AHEAD);
  await age(LIFE_MS - 5_000);
  await store(9n, 5);
  expect(await reading()).toEqual({ available: 0n, slot: FAR_AHEAD });
  await age(6_000);
  expect(await reading(), 'no reader believes it over what it has just read').toBeNull();
  await store(9n, 5);
  expect(await reading()).toEqual({ available: 9n, slot: 5 });
  await store(8n, 4);
  expect(await reading(), 'the life of the new one has begun').toEqual({ available: 9n, slot: 5 });
});

it('no refusal lengthens the life of a reading', async () => {
  await store(0n, FAR_AHEAD);
  for (let refusals = 0; refusals < 3; refusals += 1) {
    await age(21_000);
    expect((await reserve(9n, 5 + refusals)).outcome).toBe(refusals < 2 ? 'held' : 'reserved');
  }
});

it('no reading of the same slot lengthens it either', async () => {
  await store(0n, FAR_AHEAD);
  await age(LIFE_MS - 5_000);
  await store(0n, FAR_AHEAD);
  await age(6_000);
  expect((await reserve(9n, 5)).outcome).toBe('reserved');
});

it('a reading that an earlier version wrote gives way at once', async () => {
  await redis.hset(`${prefix}:account:${QUOTA_KEY}`, { available: '0', slot: String(FAR_AHEAD) });
  expect((await reserve(9n, 5)).outcome).toBe('reserved');
});

it('with the wrong reading ends the wait for its slot: a round that was seen settled at it gives its units back', async () => {
  const claim = await served(2n, 5);
  const readings = [{ quotaKey: QUOTA_KEY, available: 1n, slot: 6 }];
  await outbox.settle(claim, { signature: null, slot: null, seenAtSlot: FAR_AHEAD, readings });
  await store(0n, FAR_AHEAD - 1);
  await age(LIFE_MS + 1);
  await store(1n, 7);
  const committed = async () => (await outbox.holdTotals(QUOTA_KEY, { holders: 0 })).committed;
  expect(await committed(), 'the settlement may be newer than the reading').toBe(1n);
  await store(1n, 7 + 150);
  expect(await committed()).toBe(0n);
});
