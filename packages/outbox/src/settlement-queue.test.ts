import { Queue } from 'bullmq';
import { afterAll, expect, inject, it } from 'vitest';
import { connectRedis } from './connect-redis.js';
import { createSettlementQueue, SETTLEMENT_QUEUE, settlementQueuePrefix } from './settlement-queue.js';
import { sampleAddress, sampleRoundId } from './testing/index.js';

const redis = connectRedis(inject('redisUrl'));
afterAll(() => redis.disconnect());

it('a round has one job at a time, under the shard’s hash tag', async () => {
  const gateway = sampleAddress();
  const queue = createSettlementQueue({ redis, gateway });
  const roundId = sampleRoundId();
  await queue.wake(roundId);
  await queue.wake(roundId);
  const reader = new Queue(SETTLEMENT_QUEUE, { connection: redis, prefix: settlementQueuePrefix(gateway) });
  expect((await reader.getJobs('waiting')).map((job) => [job.id, job.data as unknown, job.opts.attempts])).toEqual([
    [`s-${roundId.slice(0, 22)}`, { roundId }, 0],
  ]);
  const keys = await redis.keys(`*${settlementQueuePrefix(gateway)}*`);
  expect(keys.every((key) => key.startsWith(settlementQueuePrefix(gateway)))).toBe(true);
  await reader.close();
  await queue.close();
});

it('a wake-up that fails is reported and not thrown: the sweep repeats it', async () => {
  const gone = connectRedis(inject('redisUrl'));
  await gone.ping();
  const failures: [unknown, string][] = [];
  const queue = createSettlementQueue({ redis: gone, gateway: sampleAddress(), onWakeFailure: (...failure) => failures.push(failure) });
  await queue.wake(sampleRoundId());
  gone.disconnect();
  const roundId = sampleRoundId();
  await queue.wake(roundId);
  expect(failures.map(([, failed]) => failed)).toEqual([roundId]);
  const own: string[] = [];
  await queue.wake(roundId, (_error, failed) => own.push(failed));
  expect([own, failures.length]).toEqual([[roundId], 1]);
  await queue.close();
});
