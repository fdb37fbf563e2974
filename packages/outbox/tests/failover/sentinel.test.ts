import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOrFetchRedis, launchRedisSentinels, redisCommand, type RedisSentinels, type RedisServer } from '@oracle-gateway/dev-servers';
import { expect, it, onTestFinished } from 'vitest';
import { createConfirmedCalls, type OutboxLocation, outboxPrefix } from '../../src/index.js';
import { openRival, type Rival, RivalLoad, sampleAddress, samplePayload, sampleRoundId } from '../../src/testing/index.js';

let world: RedisSentinels;
let location: OutboxLocation;
async function start(replicas: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'outbox-sentinel-'));
  const settings = { 'min-replicas-to-write': '1' };
  world = await launchRedisSentinels({ ...(await findOrFetchRedis()), dataDir: folder, replicas, settings });
  location = { kind: 'sentinel', name: world.name, sentinels: world.sentinels, tls: null, sentinelTls: null };
  onTestFinished(async () => {
    await world.stop();
    await rm(folder, { recursive: true, force: true });
  });
}

function open(minReplicas: number, gateway = sampleAddress()): Rival {
  const opened = openRival(location, minReplicas, gateway);
  onTestFinished(() => opened.close());
  return opened;
}

function replicaOf([, replica]: readonly RedisServer[]): RedisServer {
  if (replica === undefined) throw new Error('no replica was launched');
  return replica;
}

async function reserved({ outbox }: Rival) {
  const roundId = sampleRoundId();
  const reservation = await outbox.reserve({ path: 'any', roundId, holds: [], deadlineMs: 60_000, maxInFlight: 100 });
  if (reservation.outcome !== 'reserved') throw new Error(reservation.outcome);
  return { roundId, token: reservation.token, settlement: samplePayload(), result: '{}' };
}

it('a primary killed under load loses no served round, serves none twice, and its successor serves by itself', async () => {
  await start(2);
  const gateway = sampleAddress();
  const rivals = [open(1, gateway), open(1, gateway)];
  const load = new RivalLoad(rivals);
  await load.untilServed(20);
  process.kill((await world.primary()).pid, 'SIGKILL');
  await load.untilServedAnew();
  await load.untilServed(20);
  await load.end();
  expect(await load.faults(open(1, gateway).outbox)).toEqual({ lost: [], twice: [] });
});

it('a round that no replica has is not answered, and one that is answered without may be forgotten, which is noticed', async () => {
  await start(1);
  const gateway = sampleAddress();
  const [safe, hasty] = [open(1, gateway), open(0, gateway)];
  const [confirmed, refused, hastened] = [await reserved(safe), await reserved(safe), await reserved(hasty)];
  await safe.outbox.commit(confirmed);

  const replica = replicaOf(world.servers);
  const first = await world.primary();
  process.kill(replica.pid, 'SIGSTOP');
  // Else the writes would wait for the replica in its socket.
  await redisCommand(first.port, 'CLIENT KILL TYPE replica');
  await expect(safe.outbox.commit(refused)).rejects.toThrow(/^NOREPLICAS/);
  await redisCommand(first.port, 'CONFIG SET min-replicas-to-write 0');
  const callAndWait = createConfirmedCalls({ redis: safe.confirming, prefix: outboxPrefix(gateway), minReplicas: 1 });
  const call = { lua: "return redis.call('SET', KEYS[1], '1')", keys: [`${outboxPrefix(gateway)}:any`], args: [] };
  const waiting = [safe.outbox.commit(refused), callAndWait(call)].map((write) => write.catch((error: unknown) => error));
  // Nothing else waits behind them.
  expect(await Promise.race([...waiting, reserved(safe)])).toMatchObject({ result: '{}' });
  for (const error of await Promise.all(waiting)) {
    expect(error).toMatchObject({ name: 'UnreplicatedWriteError', confirmed: 0, wanted: 1 });
  }
  await hasty.outbox.commit(hastened);
  process.kill(first.pid, 'SIGKILL');
  process.kill(replica.pid, 'SIGCONT');
  await expect.poll(() => world.primary()).toBe(replica);

  const reader = open(0, gateway);
  await expect.poll(() => reader.outbox.read(confirmed.roundId).catch(() => null)).toMatchObject({ state: 'pending' });
  expect((await reader.outbox.read(hastened.roundId))?.state).toBe('reserved');
  await expect
    .poll(() => hasty.durability.assertDurable().catch((error: unknown) => error))
    .toMatchObject({
      name: 'VolatileOutboxError',
      setting: 'totals',
    });
  // A refused round may be missing: its caller has no answer.
  await expect(safe.durability.assertDurable()).resolves.toBeUndefined();
});
