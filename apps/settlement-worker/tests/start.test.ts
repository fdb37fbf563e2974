import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOrFetchRedis, freePort, launchRedisServer } from '@oracle-gateway/dev-servers';
import { afterEach, beforeEach, expect, inject, it, onTestFinished } from 'vitest';
import { DeploymentMismatchError } from '@oracle-gateway/ledger';
import { WorkerWorld } from './support/worker-in-process.js';

let world: WorkerWorld;
beforeEach(async () => {
  world = await WorkerWorld.open(inject('redisUrl'));
});
afterEach(() => world.close());

async function health(url: string | null): Promise<{ readonly status: number; readonly body: unknown }> {
  const response = await fetch(`${url ?? ''}/health`);
  return { status: response.status, body: await response.json() };
}

it('a worker starts while the ledger does not answer: it says so, and settles what waits once the ledger answers', async () => {
  await world.pendingRounds(4);
  await world.rpc.close();
  const worker = await world.startWorker();
  const { url } = await worker.listen();
  expect(await health(url)).toMatchObject({ status: 503, body: { ledger: expect.stringContaining('no usable answer') as string } });
  await world.rpc.open();
  await world.untilSettled(4);
  expect((await health(url)).status).toBe(200);
});

it('a worker starts while Redis is down: it says so, and settles what is there once Redis answers', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'worker-start-'));
  const port = await freePort();
  const late = await WorkerWorld.open(`redis://127.0.0.1:${port}`);
  const worker = await late.startWorker();
  const { url } = await worker.listen();
  expect(await health(url)).toMatchObject({ status: 503, body: { outbox: expect.any(String) as string } });
  const server = await launchRedisServer({ ...(await findOrFetchRedis()), dataDir, port });
  onTestFinished(async () => {
    await late.close();
    await server.stop();
    await rm(dataDir, { recursive: true });
  });
  await late.pendingRounds(2);
  await late.untilSettled(2);
  expect((await health(url)).status).toBe(200);
});

it('a ledger that turns out to be the wrong one ends it, as it would have at the start', async () => {
  await world.rpc.close();
  const worker = await world.startWorkerOf('solana:another');
  await worker.listen();
  await world.rpc.open();
  await expect(worker.failed).rejects.toThrow(DeploymentMismatchError);
  await expect(world.startWorkerOf('solana:another')).rejects.toThrow(DeploymentMismatchError);
});
