import type { RoundId } from '@oracle-gateway/protocol';
import { afterAll, beforeEach, expect, inject, it, vi } from 'vitest';
import { connectRedis, createOutbox, outboxPrefix, type Outbox } from '../src/index.js';
import { sampleAddress, sampleRoundId } from '../src/testing/index.js';

const NAME = 'payer:any';
const LIFE_SECONDS = 500;
const MOST_LISTED = 10_000;
const MICROSECONDS = 1_000_000;

const redis = connectRedis(inject('redisUrl'));
afterAll(() => redis.disconnect());

let outbox: Outbox;
let prefix: string;
let listKey: string;
beforeEach(() => {
  const gateway = sampleAddress();
  prefix = outboxPrefix(gateway);
  listKey = `${prefix}:listed:${NAME}`;
  outbox = createOutbox({ redis, gateway, identityTtlSeconds: LIFE_SECONDS, resultTtlSeconds: 0, reservationMarginMs: 0 });
});

async function reserve(): Promise<{ roundId: RoundId; token: string }> {
  const roundId = sampleRoundId();
  const input = { path: 'subscription', roundId, holds: [], listedUnder: NAME, deadlineMs: 60_000, maxInFlight: 10 } as const;
  const reserved = await outbox.reserve(input);
  if (reserved.outcome !== 'reserved') throw new Error('not reserved');
  return { roundId, token: reserved.token };
}

/** Entries whose rounds were reserved so many seconds ago and have ended since. */
async function listEarlier(entries: number, secondsAgo: number): Promise<readonly RoundId[]> {
  const [nowSeconds] = await redis.time();
  const rounds = Array.from({ length: entries }, () => sampleRoundId());
  const newest = (Number(nowSeconds) - secondsAgo) * MICROSECONDS;
  await redis.zadd(listKey, ...rounds.flatMap((roundId, index) => [newest - index, roundId]));
  return rounds;
}

async function listed(): Promise<readonly RoundId[]> {
  return (await outbox.listed({ name: NAME, limit: 100 })).rounds.map(({ roundId }) => roundId);
}

it('a list ends an eighth of a life after the record of its last round at the latest', async () => {
  const reservation = await reserve();
  await outbox.fail({ ...reservation, reason: 'no' });
  const [listEnd, recordEnd] = [await redis.pexpiretime(listKey), await redis.pexpiretime(`${prefix}:round:${reservation.roundId}`)];
  expect(listEnd).toBeGreaterThan(0);
  expect(listEnd).toBeLessThanOrEqual(recordEnd + (LIFE_SECONDS * 1_000) / 8);
});

it('a list lives on with the record of its newest round', async () => {
  await listEarlier(1, LIFE_SECONDS / 8 + 1);
  await redis.expire(listKey, 60);
  const { roundId } = await reserve();
  const listedMs = Number(await redis.zscore(listKey, roundId)) / 1_000;
  expect(await redis.pexpiretime(listKey)).toBeGreaterThanOrEqual(Math.floor(listedMs) + LIFE_SECONDS * 1_000);
});

it('an entry is gone with the first reservation after its record’s least life, the younger ones stay', async () => {
  const [over] = await listEarlier(1, LIFE_SECONDS + 1);
  const [young] = await listEarlier(1, LIFE_SECONDS - 60);
  const { roundId } = await reserve();
  const entries = await redis.zrevrange(listKey, 0, -1);
  expect(entries).toEqual([roundId, young]);
  expect(entries).not.toContain(over);
});

it('a list holds its newest ten thousand rounds and no more', async () => {
  const earlier = await listEarlier(MOST_LISTED, 60);
  const { roundId } = await reserve();
  expect(await redis.zcard(listKey)).toBe(MOST_LISTED);
  expect(await redis.zrevrange(listKey, 0, 0)).toEqual([roundId]);
  expect(await redis.zscore(listKey, earlier.at(-1) ?? '')).toBeNull();
  expect(await redis.zscore(listKey, earlier.at(-2) ?? '')).not.toBeNull();
});

it('a round whose record is gone, or cannot be read by this version, is left out', async () => {
  const [gone, unreadable, alive] = [await reserve(), await reserve(), await reserve()];
  await redis.del(`${prefix}:round:${gone.roundId}`);
  await redis.hset(`${prefix}:round:${unreadable.roundId}`, 'version', '99');
  expect(await listed()).toEqual([alive.roundId]);
  const page = await outbox.listed({ name: NAME, limit: 2 });
  expect([page.rounds.length, typeof page.next]).toEqual([1, 'string']);
});

it('the order of a list is that of its reservations, also when the server’s clock was set back', async () => {
  await listEarlier(1, -3_600);
  const rounds = [await reserve(), await reserve()].map(({ roundId }) => roundId);
  expect(await listed()).toEqual(rounds.reverse());
});

it('a page costs one check of the list and one at each of its rounds', async () => {
  for (let round = 0; round < 5; round += 1) await reserve();
  await listed();
  const sent = vi.spyOn(redis, 'sendCommand');
  await outbox.listed({ name: NAME, limit: 3 });
  expect(sent.mock.calls.map(([{ name }]) => name).sort()).toEqual(['evalsha', 'evalsha', 'evalsha', 'zrevrangebyscore']);
});
