import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { WorkerWorld } from '../support/worker-in-process.js';

let world: WorkerWorld;
let warnings: Error[];
function note(warning: Error): void {
  void warnings.push(warning);
}
beforeEach(async () => {
  warnings = [];
  process.on('warning', note);
  world = await WorkerWorld.open(inject('redisUrl'));
});
afterEach(async () => {
  process.off('warning', note);
  await world.close();
});

it('a backlog without wake-ups is drained without waiting for the interval, by two workers without a conflict or a warning', async () => {
  await world.pendingRounds(700);
  const workers = [await world.startWorker({ intervalSeconds: 3_600 }), await world.startWorker({ intervalSeconds: 3_600 })];
  for (const worker of workers) await worker.listen();
  await world.untilSettled(700);
  // The same bytes may go out twice on a slow machine; no round gets two transactions.
  expect([...world.rpc.transactionsOf.values()].map(({ size }) => size)).toEqual(Array(700).fill(1));
  expect(warnings).toEqual([]);
  expect(world.logLines.filter((line) => /"level":[56]0/.test(line))).toEqual([]);
});

it('records at the head of the list that no worker can claim do not hide the records behind them', async () => {
  const broken = await world.pendingRounds(120);
  for (const { roundId } of broken) {
    const [key] = await world.redis.keys(`*:round:${roundId}`);
    await world.redis.hset(String(key), 'b0', '{}');
  }
  const sound = await world.pendingRounds(3);
  await (await world.startWorker({ intervalSeconds: 3_600, maxAttempts: 2 })).listen();
  for (const { roundId } of sound) await world.untilRecord(roundId, ({ state }) => state === 'settled');
});
