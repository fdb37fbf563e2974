import { afterEach, beforeEach, expect, it } from 'vitest';
import { connectRedis, createDurabilityWatch, createOutbox, type DurabilityOptions, type HighWater, type Outbox } from '../../src/index.js';
import { sampleAddress, samplePayload, sampleRoundId } from '../../src/testing/index.js';
import { ThrowawayRedis } from '@oracle-gateway/dev-servers';

const STRICT: DurabilityOptions = { allowVolatile: false, durability: 'verify' };

let server: ThrowawayRedis;
let opened: { close(): void }[];
beforeEach(async () => {
  server = await ThrowawayRedis.start();
  opened = [];
});
afterEach(async () => {
  opened.forEach((process) => process.close());
  await server.end();
});

/** Connections and watch of one process of the gateway. */
function openProcess(gateway = sampleAddress(), options = STRICT, highWater: HighWater = { pending: 0, settling: 0 }) {
  const redis = connectRedis(server.url);
  const durability = createDurabilityWatch({ redis, gateway, options, highWater });
  const outbox = createOutbox({ redis, gateway, identityTtlSeconds: 60, resultTtlSeconds: 60, durability });
  const close = (): void => {
    durability.close();
    redis.disconnect();
  };
  opened.push({ close });
  return { redis, durability, outbox, gateway };
}

function reserve(outbox: Outbox, roundId = sampleRoundId()) {
  return outbox.reserve({ path: 'subscription', roundId, holds: [], deadlineMs: 60_000, maxInFlight: 10 });
}

/** Waits until the client has lost the server and found it again. */
function reconnected(redis: { once(event: 'ready', listener: () => void): unknown }) {
  return new Promise<void>((resolve) => redis.once('ready', resolve));
}

it('a first start on an empty server needs nothing, and several processes agree on one marker', async () => {
  const first = openProcess();
  const second = openProcess(first.gateway);
  await Promise.all([first.durability.assertDurable(), second.durability.assertDurable()]);
  expect(first.durability.marker).not.toBe('');
  expect(second.durability.marker).toBe(first.durability.marker);
  expect((await reserve(first.outbox)).outcome).toBe('reserved');
});

it('a server that comes back with its records serves on without a word', async () => {
  const { redis, durability, outbox } = openProcess();
  const roundId = sampleRoundId();
  await reserve(outbox, roundId);
  const back = reconnected(redis);
  await server.restart({ isEmpty: false });
  await back;
  expect((await reserve(outbox, roundId)).outcome).toBe('duplicate');
  expect(durability.state).toBe('durable');
});

it('a server that comes back empty reserves no identity a second time', async () => {
  const { redis, durability, outbox } = openProcess();
  const roundId = sampleRoundId();
  expect((await reserve(outbox, roundId)).outcome).toBe('reserved');
  const back = reconnected(redis);
  await server.restart({ isEmpty: true });
  await back;
  await expect(reserve(outbox, roundId)).rejects.toMatchObject({ name: 'VolatileOutboxError', setting: 'marker' });
  expect(durability.state).toBe('volatile');
});

it('a reservation that was sent before the loss was noticed is refused by the server itself', async () => {
  const { redis, outbox, durability } = openProcess();
  await durability.assertDurable();
  await redis.flushall();
  expect(durability.state).toBe('durable');
  await expect(reserve(outbox)).rejects.toMatchObject({ name: 'VolatileOutboxError', setting: 'marker' });
  await expect(durability.assertDurable()).rejects.toMatchObject({ name: 'VolatileOutboxError', setting: 'marker' });
});

async function serve(outbox: Outbox) {
  const roundId = sampleRoundId();
  const reserved = await reserve(outbox, roundId);
  if (reserved.outcome !== 'reserved') throw new Error(reserved.outcome);
  await outbox.commit({ roundId, token: reserved.token, settlement: samplePayload(), result: '{}' });
  return roundId;
}

it('a server that comes back with an older copy of its records serves no round a second time', async () => {
  const { redis, durability, outbox } = openProcess();
  await serve(outbox);
  const restore = await server.backUp();
  const missing = await serve(outbox);
  expect(durability.highWater).toEqual({ pending: 2, settling: 0 });
  const back = reconnected(redis);
  await restore();
  await back;
  await expect(reserve(outbox, missing)).rejects.toMatchObject({ name: 'VolatileOutboxError', setting: 'totals' });
  expect(durability.state).toBe('volatile');
});

it('a process that starts after the restore notices by what an earlier one knew, and serves from the newest copy', async () => {
  const { gateway, outbox, durability } = openProcess();
  await serve(outbox);
  const restore = await server.backUp();
  await serve(outbox);
  const { highWater } = durability;
  const next = openProcess(gateway, STRICT, highWater);
  await next.durability.assertDurable();
  await restore();
  const late = openProcess(gateway, STRICT, highWater);
  await expect(late.durability.assertDurable()).rejects.toMatchObject({
    setting: 'totals',
    message: expect.stringContaining('at least 1 served') as string,
  });
  // The older copy looks like any other to a process without that knowledge.
  await expect(openProcess(gateway).durability.assertDurable()).resolves.toBeUndefined();
});

it('a server that comes back with other settings takes nothing until they are right again', async () => {
  const { redis, durability, outbox } = openProcess();
  await reserve(outbox);
  const back = reconnected(redis);
  await server.restart({ isEmpty: false, settings: { appendfsync: 'everysec' } });
  await back;
  await expect(reserve(outbox)).rejects.toMatchObject({ name: 'VolatileOutboxError', setting: 'appendfsync' });
  await expect(durability.assertDurable()).rejects.toMatchObject({ setting: 'appendfsync' });
  await redis.config('SET', 'appendfsync', 'always');
  expect((await reserve(outbox)).outcome).toBe('reserved');
});

it('where records may be lost, a server that comes back empty is served from', async () => {
  const { redis, outbox } = openProcess(sampleAddress(), { ...STRICT, allowVolatile: true });
  await reserve(outbox);
  const back = reconnected(redis);
  await server.restart({ isEmpty: true, settings: { appendonly: 'no' } });
  await back;
  expect((await reserve(outbox)).outcome).toBe('reserved');
});
