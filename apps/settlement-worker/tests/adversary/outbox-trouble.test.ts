import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findOrFetchRedis, launchRedisServer, type RedisServer } from '@oracle-gateway/dev-servers';
import { WorkerWorld } from '../support/worker-in-process.js';

let dataDir: string;
let server: RedisServer;
let world: WorkerWorld;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'settlement-worker-redis-'));
  server = await launchRedisServer({ ...(await findOrFetchRedis()), dataDir });
  world = await WorkerWorld.open(server.url);
});
afterEach(async () => {
  process.kill(server.pid, 'SIGCONT');
  await world.close();
  await server.stop();
  await rm(dataDir, { recursive: true });
});

it('an outbox that stops between claim and broadcast uses up no attempt, and the worker says so while it lasts', async () => {
  const rounds = await world.pendingRounds(5);
  let isStopped = false;
  world.rpc.beforeAnswer = (method) => {
    if (method === 'getLatestBlockhash' && !isStopped) {
      isStopped = true;
      process.kill(server.pid, 'SIGSTOP');
    }
    return Promise.resolve();
  };
  const worker = await world.startWorker({ maxAttempts: 1 });
  const { url } = await worker.listen();
  const health = async () => {
    const response = await fetch(`${String(url)}/health`);
    return { status: response.status, body: await response.json() };
  };
  await expect.poll(health, { interval: 200 }).toMatchObject({ status: 503, body: { outbox: expect.any(String) as string } });
  expect(world.rpc.broadcasts).toEqual([]);
  process.kill(server.pid, 'SIGCONT');
  await world.untilSettled(5);
  for (const { roundId } of rounds) expect(await world.outbox.read(roundId)).toMatchObject({ attempts: 0, parked: false });
  await expect.poll(health).toMatchObject({ status: 200 });
});
