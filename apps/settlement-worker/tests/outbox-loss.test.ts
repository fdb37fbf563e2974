import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { findOrFetchRedis, launchRedisServer, type RedisServer } from '@oracle-gateway/dev-servers';
import { World } from './support/world.js';

let dataDir: string;
let server: RedisServer;
let world: World;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'settlement-worker-redis-'));
  server = await launchRedisServer({ ...(await findOrFetchRedis()), dataDir });
  world = await World.open(server.url, inject('workerBundle'));
});
afterEach(async () => {
  await world.close();
  await server.stop();
  await rm(dataDir, { recursive: true });
});

async function killServer(): Promise<void> {
  process.kill(server.pid, 'SIGKILL');
  await server.exited;
}

it('a server that dies and returns has lost no round, and the same worker goes on', async () => {
  const broadcast = world.holdBroadcast();
  const { roundId } = await world.pendingRound();
  const worker = await world.startWorker();
  await broadcast.arrived;
  await killServer();
  server = await launchRedisServer({ ...(await findOrFetchRedis()), dataDir, port: server.port });
  broadcast.answer('land');
  await worker.untilLogged('settled', { roundId });
  expect(world.rpc.broadcasts).toHaveLength(1);
});

it('a worker stops although the server is gone', async () => {
  const broadcast = world.holdBroadcast();
  await world.pendingRound();
  const worker = await world.startWorker();
  await broadcast.arrived;
  await killServer();
  await worker.untilLogged('the outbox has connection trouble');
  expect(await worker.end('SIGTERM')).toBe(0);
});
