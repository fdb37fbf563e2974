import type { Address } from '@oracle-gateway/protocol';
import { Queue } from 'bullmq';
import { afterAll, expect, inject, it, vi } from 'vitest';
import { connectRedis } from '../connection/connect-redis.js';
import { sampleAddress, sampleRoundId } from '../testing/index.js';
import { createSettlementQueue, roundsOfJob, SETTLEMENT_QUEUE, settlementQueuePrefix, type SettlementJob } from './settlement-queue.js';

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

it('rounds that are woken together share a job, each once', async () => {
  const gateway = sampleAddress();
  const queue = createSettlementQueue({ redis, gateway });
  const [first, second, third] = [sampleRoundId(), sampleRoundId(), sampleRoundId()];
  await Promise.all([first, second, first, third].map((roundId) => queue.wake(roundId)));
  expect(await jobsOf(gateway)).toEqual([{ roundId: first, others: [second, third] }]);
  await queue.close();
});

it('a job that is full, or whose queue closes, does not wait for more rounds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const gateway = sampleAddress();
  const queue = createSettlementQueue({ redis, gateway });
  const roundIds = Array.from({ length: 26 }, () => sampleRoundId());
  const wakeUps = roundIds.map((roundId) => queue.wake(roundId));
  await Promise.all(wakeUps.slice(0, 25));
  await queue.close();
  await Promise.all(wakeUps);
  vi.useRealTimers();
  expect((await jobsOf(gateway)).map((job) => roundsOfJob(job))).toEqual([roundIds.slice(0, 25), roundIds.slice(25)]);
});

it('a job of another build, or of no form, names the rounds that it has', () => {
  const [first, second] = [sampleRoundId(), sampleRoundId()];
  expect(roundsOfJob({ roundId: first, others: undefined })).toEqual([first]);
  expect(roundsOfJob({ roundId: first, others: [second, 7, null, 'not-a-round!'] })).toEqual([first, second]);
  expect(roundsOfJob({ roundId: undefined, others: { length: 1 } })).toEqual([]);
});

it('a wake-up that fails is reported and not thrown: the sweep repeats it', async () => {
  const gone = connectRedis(inject('redisUrl'));
  await gone.ping();
  const failures: [unknown, string][] = [];
  const queue = createSettlementQueue({ redis: gone, gateway: sampleAddress(), onWakeFailure: (...failure) => failures.push(failure) });
  await queue.wake(sampleRoundId());
  gone.disconnect();
  const roundIds = [sampleRoundId(), sampleRoundId()];
  const own: string[] = [];
  await Promise.all([...roundIds.map((roundId) => queue.wake(roundId)), queue.wake(sampleRoundId(), (_error, failed) => own.push(failed))]);
  expect(failures.map(([, failed]) => failed)).toEqual(roundIds);
  expect(own).toHaveLength(1);
  await queue.close();
});

/** Jobs that wait for a worker, the oldest first. */
async function jobsOf(gateway: Address): Promise<readonly SettlementJob[]> {
  const reader = new Queue<SettlementJob>(SETTLEMENT_QUEUE, { connection: redis, prefix: settlementQueuePrefix(gateway) });
  const jobs = await reader.getJobs('waiting', 0, -1, true);
  await reader.close();
  return jobs.map(({ data }) => data);
}
