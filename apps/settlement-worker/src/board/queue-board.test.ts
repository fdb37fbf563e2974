import { connectRedis, createSettlementQueue, settlementQueuePrefix } from '@oracle-gateway/outbox';
import { sampleAddress, sampleRoundId } from '@oracle-gateway/outbox/testing';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type QueueBoard, serveQueueBoard } from './queue-board.js';

const redis = connectRedis(inject('redisUrl'));
const gateway = sampleAddress();
const roundId = sampleRoundId();
const queue = createSettlementQueue({ redis, gateway, onWakeFailure: (error) => expect.unreachable(String(error)) });
const jobId = `s-${roundId.slice(0, 22)}`;

let board: QueueBoard;
beforeAll(async () => {
  await queue.wake(roundId);
  board = await serveQueueBoard({ redis, gateway, address: { host: '127.0.0.1', port: 0 } });
});
afterAll(async () => {
  await board.close();
  await queue.close();
  redis.disconnect();
});

/** All that Redis has of this queue. */
async function contents(): Promise<unknown> {
  const keys = (await redis.keys(`${settlementQueuePrefix(gateway)}*`)).sort();
  return Promise.all(keys.map(async (key) => [key, (await redis.dumpBuffer(key)).toString('hex')]));
}

it('shows the jobs that wait, and neither their rounds nor the server', async () => {
  const answer = await fetch(`${board.url}/api/queues?activeQueue=settlement&status=waiting&page=1&jobsPerPage=10`);
  const text = await answer.text();
  expect(answer.status).toBe(200);
  expect(text).toContain(jobId);
  expect(text).not.toContain(roundId);
  const job = await (await fetch(`${board.url}/api/queues/settlement/${jobId}`)).text();
  expect(job).not.toContain(roundId);
});

it('has a page whose policy keeps every request at its own server', async () => {
  const page = await fetch(`${board.url}/`);
  expect(page.status).toBe(200);
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/^default-src 'none'; /);
  expect(policy).not.toMatch(/https?:|\*/);
  const [script = ''] = /static\/js\/main[^"]+/.exec(await page.text()) ?? [];
  expect((await fetch(`${board.url}/${script}`)).status).toBe(200);
});

it.each([
  ['PUT', '/api/queues/settlement/pause'],
  ['PUT', '/api/queues/settlement/empty'],
  ['PUT', '/api/queues/settlement/obliterate'],
  ['PUT', '/api/queues/settlement/clean/wait'],
  ['PUT', `/api/queues/settlement/${jobId}/clean`],
  ['POST', '/api/queues/settlement/add'],
  ['PATCH', `/api/queues/settlement/${jobId}/update-data`],
  ['DELETE', `/api/queues/settlement/${jobId}`],
])('%s %s changes nothing', async (method, path) => {
  const before = await contents();
  const answer = await fetch(`${board.url}${path}`, { method, headers: { 'content-type': 'application/json' }, body: '{}' });
  expect(answer.status).toBe(405);
  expect(await contents()).toEqual(before);
});
