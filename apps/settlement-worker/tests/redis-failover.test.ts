import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, findOrFetchRedis, launchRedisCluster, launchRedisSentinels } from '@oracle-gateway/dev-servers';
import type { OutboxLocation } from '@oracle-gateway/outbox';
import { expect, it, onTestFinished } from 'vitest';
import { WorkerWorld } from './support/worker-in-process.js';

/** The sweep would find the rounds too: here a job alone tells of them. */
const NO_SWEEP = { intervalSeconds: 3_600, batchLimit: 1 };

async function placeOfServers() {
  const dataDir = await mkdtemp(join(tmpdir(), 'settlement-worker-failover-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  return { ...(await findOrFetchRedis()), dataDir };
}

async function startSettling(location: OutboxLocation) {
  const world = await WorkerWorld.open(location);
  onTestFinished(() => world.close());
  await (await world.startWorker(NO_SWEEP)).listen();
  /** A round that is committed and announced by now, as soon as the servers take it. */
  const settleOne = async (): Promise<void> => {
    const [round] = await eventually(() => world.pendingRounds(1), { intervalMs: 50 });
    if (round === undefined) throw new Error('a round was asked for');
    await world.wake([round]);
    await world.untilRecord(round.roundId, ({ state }) => state === 'settled');
  };
  await settleOne();
  return { world, settleOne };
}

it('a worker settles what it is told of after a primary of a Cluster is killed', async () => {
  const cluster = await launchRedisCluster({ ...(await placeOfServers()), primaries: 3, replicasPerPrimary: 1 });
  onTestFinished(() => cluster.stop());
  const nodes = cluster.servers.map(({ port }) => ({ host: '127.0.0.1', port }));
  const { world, settleOne } = await startSettling({ kind: 'cluster', nodes, tls: null });
  await cluster.moveSlotOf(world.prefix, await cluster.otherPrimary(world.prefix));
  await settleOne();
  const primary = await cluster.primaryOf(world.prefix);
  process.kill(primary.pid, 'SIGKILL');
  await expect.poll(async () => (await cluster.primaryOf(world.prefix)).port).not.toBe(primary.port);
  await settleOne();
});

it('a worker settles what it is told of after the primary that Sentinels watch is killed', async () => {
  const sentinels = await launchRedisSentinels(await placeOfServers());
  onTestFinished(() => sentinels.stop());
  const { name, sentinels: places } = sentinels;
  const { settleOne } = await startSettling({ kind: 'sentinel', name, sentinels: places, tls: null, sentinelTls: null });
  const primary = await sentinels.primary();
  process.kill(primary.pid, 'SIGKILL');
  await expect.poll(async () => (await sentinels.primary()).port).not.toBe(primary.port);
  await settleOne();
});
