import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOrFetchRedis, launchRedisCluster, redisCommand, type RedisCluster } from '@oracle-gateway/dev-servers';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { type ClusterLocation, connectRedis, createSettlementQueue, outboxPrefix } from '../../src/index.js';
import { openRival, type Rival, RivalLoad, sampleAddress, sampleRoundId } from '../../src/testing/index.js';

const MIN_REPLICAS = 1;

let folder: string;
let cluster: RedisCluster;
let location: ClusterLocation;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outbox-cluster-'));
  cluster = await launchRedisCluster({ ...(await findOrFetchRedis()), dataDir: folder, settings: { 'min-replicas-to-write': '1' } });
  location = { kind: 'cluster', nodes: cluster.servers.map(({ port }) => ({ host: '127.0.0.1', port })), tls: null };
});
afterAll(async () => {
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
});

async function openRivals(gateway = sampleAddress()): Promise<{ readonly rivals: readonly Rival[]; readonly prefix: string }> {
  const rivals = [openRival(location, MIN_REPLICAS, gateway), openRival(location, MIN_REPLICAS, gateway)];
  onTestFinished(() => rivals.forEach((rival) => rival.close()));
  await Promise.all(rivals.map(({ durability }) => durability.assertDurable()));
  return { rivals, prefix: outboxPrefix(gateway) };
}

async function expectNoFaults(load: RivalLoad, { outbox }: Rival): Promise<void> {
  expect(await load.faults(outbox)).toEqual({ lost: [], twice: [] });
}

it('a slot that moves under load loses no served round, and serves none twice', async () => {
  const { rivals, prefix } = await openRivals();
  const load = new RivalLoad(rivals);
  await load.untilServed(20);
  await cluster.moveSlotOf(prefix, await cluster.otherPrimary(prefix));
  await load.untilServedAnew();
  await load.untilServed(20);
  await load.end();
  await expectNoFaults(load, openedFirst(rivals));
});

it('a primary killed under load loses no served round and serves none twice, and rounds are served again once it is back', async () => {
  const { rivals, prefix } = await openRivals();
  const load = new RivalLoad(rivals);
  await load.untilServed(20);
  const primary = await cluster.primaryOf(prefix);
  process.kill(primary.pid, 'SIGKILL');
  await expect.poll(async () => (await cluster.primaryOf(prefix)).port).not.toBe(primary.port);
  // The new primary has no replica before its predecessor is back, and serves nothing that only one server has.
  await cluster.restart(primary);
  await load.untilServedAnew();
  await load.untilServed(20);
  await load.end();
  await expectNoFaults(load, openedFirst(rivals));
});

it('a user who may do only what docs/redis.md names serves rounds, and no error tells a password', async () => {
  const rules = 'on >secret ~{og:* &{og:* +@all -@admin -@dangerous +config|get +info +cluster|slots +cluster|info';
  await Promise.all(cluster.servers.map(({ port }) => redisCommand(port, `ACL SETUSER gateway ${rules}`)));
  const gateway = sampleAddress();
  const tenant = openRival({ ...location, username: 'gateway', password: { current: () => 'secret' } }, MIN_REPLICAS, gateway);
  const intruder = openRival({ ...location, username: 'gateway', password: { current: () => 'guessed' } }, MIN_REPLICAS, gateway);
  onTestFinished(() => [tenant, intruder].forEach((rival) => rival.close()));
  const load = new RivalLoad([tenant]);
  await load.untilServed(3);
  await load.end();
  const queue = createSettlementQueue({ redis: tenant.redis, gateway, onWakeFailure: (error) => expect.unreachable(String(error)) });
  await queue.wake(sampleRoundId());
  await queue.close();
  await expect(intruder.durability.assertDurable()).rejects.not.toThrow(/guessed|secret/);
});

it('commands that are gathered go to the servers that have their slots', async () => {
  const redis = connectRedis(location);
  onTestFinished(() => redis.disconnect());
  const keys = Array.from({ length: 30 }, () => sampleRoundId());
  await Promise.all(keys.map((key) => redis.set(key, key)));
  expect(await Promise.all(keys.map((key) => redis.get(key)))).toEqual(keys);
});

function openedFirst([first]: readonly Rival[]): Rival {
  if (first === undefined) throw new Error('no process was opened');
  return first;
}
