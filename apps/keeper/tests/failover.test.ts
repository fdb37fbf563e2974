import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  findOrFetchRedis,
  launchRedisCluster,
  launchRedisSentinels,
  redisCommand,
  type RedisSentinels,
  type RedisServer,
} from '@oracle-gateway/dev-servers';
import { assertDurable, connectRedis, createConfirmedCalls, type OutboxLocation } from '@oracle-gateway/outbox';
import { expect, it, onTestFinished } from 'vitest';
import { createSchedule } from '../src/clock/schedule.js';
import { createRedisFeedStates } from '../src/state/redis-feed-states.js';
import { simulatedFeed, START_MS } from './support/simulated-world.js';

const PREFIX = '{og-keeper:failover}';
const REPLICATED = { 'min-replicas-to-write': '1' };

/** Options of servers, and a folder of their own. */
async function placeOfServers() {
  const dataDir = await mkdtemp(join(tmpdir(), 'keeper-failover-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  return { ...(await findOrFetchRedis()), dataDir };
}

async function startSentinels(replicas: number): Promise<{ world: RedisSentinels; location: OutboxLocation }> {
  const world = await launchRedisSentinels({ ...(await placeOfServers()), replicas, settings: REPLICATED });
  onTestFinished(() => world.stop());
  return { world, location: { kind: 'sentinel', name: world.name, sentinels: world.sentinels, tls: null, sentinelTls: null } };
}

function open(location: OutboxLocation) {
  const connect = (blocking: boolean) => {
    const redis = connectRedis(location, { blocking });
    onTestFinished(() => redis.disconnect());
    return redis;
  };
  const [redis, confirming] = [connect(false), connect(false)];
  const confirmed = createConfirmedCalls({ redis: confirming, prefix: PREFIX, minReplicas: 1 });
  return { redis, blockingRedis: connect(true), states: createRedisFeedStates({ redis, confirmed, prefix: PREFIX }) };
}

/** A keeper whose checks are counted; every check keeps an idempotency key. */
async function startChecks(location: OutboxLocation) {
  const { redis, blockingRedis, states } = open(location);
  await assertDurable(redis, { allowVolatile: false, durability: 'verify', minReplicas: 1 }, PREFIX);
  const [{ feedId }, token] = [simulatedFeed(), randomUUID()];
  const names: string[] = [];
  const schedule = createSchedule({
    redis,
    blockingRedis,
    prefix: PREFIX,
    concurrency: 1,
    periods: new Map([['price', 50]]),
    async onTick() {
      const name = randomUUID();
      await states.claim([feedId], { token, nowMs: START_MS, untilMs: START_MS + 1_000 }).catch(() => null);
      if (await states.keepIdempotencyKey([feedId], { token, list: null, idempotencyKey: name, nowMs: START_MS }).catch(() => false))
        names.push(name);
    },
    onTrouble: () => undefined,
  });
  await schedule.renew();
  schedule.start();
  onTestFinished(() => schedule.close());
  const untilKept = (more: number) => {
    const goal = names.length + more;
    return expect.poll(() => names.length).toBeGreaterThanOrEqual(goal);
  };
  const keptKey = async () => (await states.read(feedId, START_MS)).idempotencyKey;
  return { schedule, names, untilKept, keptKey };
}

function replicaOf([, replica]: readonly RedisServer[]): RedisServer {
  if (replica === undefined) throw new Error('no replica was launched');
  return replica;
}

it('keepers go on after the primary that Sentinels watch is killed, and no kept idempotency key is lost', async () => {
  const { world, location } = await startSentinels(2);
  const { schedule, names, untilKept, keptKey } = await startChecks(location);
  await untilKept(5);
  process.kill((await world.primary()).pid, 'SIGKILL');
  await untilKept(5);
  await schedule.close();
  expect(await keptKey()).toBe(names.at(-1));
});

it('keepers go on after a primary of a Cluster is killed, and while their slot moves', async () => {
  const world = await launchRedisCluster({ ...(await placeOfServers()), primaries: 3, replicasPerPrimary: 2, settings: REPLICATED });
  onTestFinished(() => world.stop());
  const nodes = world.servers.map(({ port }) => ({ host: '127.0.0.1', port }));
  const { schedule, names, untilKept, keptKey } = await startChecks({ kind: 'cluster', nodes, tls: null });
  await untilKept(5);
  await world.moveSlotOf(PREFIX, await world.otherPrimary(PREFIX));
  await untilKept(5);
  process.kill((await world.primaryOf(PREFIX)).pid, 'SIGKILL');
  await untilKept(5);
  await schedule.close();
  expect(await keptKey()).toBe(names.at(-1));
});

it('an idempotency key or an amount that no replica has is refused, so that no round is bought under it', async () => {
  const { world, location } = await startSentinels(1);
  const { states } = open(location);
  const [{ feedId }, token] = [simulatedFeed(), randomUUID()];
  await states.claim([feedId], { token, nowMs: START_MS, untilMs: START_MS + 60_000 });
  expect(await states.keepIdempotencyKey([feedId], { token, list: null, idempotencyKey: 'first', nowMs: START_MS })).toBe(true);
  const replica = replicaOf(world.servers);
  const primary = await world.primary();
  process.kill(replica.pid, 'SIGSTOP');
  // Else the writes would wait for the replica in its socket.
  await redisCommand(primary.port, 'CLIENT KILL TYPE replica');
  await redisCommand(primary.port, 'CONFIG SET min-replicas-to-write 0');
  const refused = [
    states.keepIdempotencyKey([feedId], { token, list: null, idempotencyKey: 'second', nowMs: START_MS }),
    states.spend([{ feedId, total: 1n, limit: null }], { token, nowMs: START_MS }),
  ];
  for (const write of refused) await expect(write).rejects.toMatchObject({ name: 'UnreplicatedWriteError', wanted: 1 });
  process.kill(primary.pid, 'SIGKILL');
  process.kill(replica.pid, 'SIGCONT');
  await expect.poll(() => world.primary()).toBe(replica);
  await expect.poll(async () => (await states.read(feedId, START_MS)).idempotencyKey).toBe('first');
});
