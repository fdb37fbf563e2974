import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { WorkerWorld } from './support/worker-in-process.js';

let world: WorkerWorld;
beforeEach(async () => {
  world = await WorkerWorld.open(inject('redisUrl'));
});
afterEach(() => world.close());

it('one job that names several rounds fills a batch, which does not wait for the interval', async () => {
  await world.pendingRounds(1);
  await (await world.startWorker({ intervalSeconds: 3_600, batchLimit: 3 })).listen();
  // The due rounds of the start are taken: from now on only a job tells of rounds.
  await world.untilSettled(1);
  const rounds = await world.pendingRounds(3);
  expect((await world.outbox.statistics()).pending).toBe(3);
  await world.wake(rounds);
  await world.untilSettled(4);
});
