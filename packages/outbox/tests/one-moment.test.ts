import { afterAll, expect, inject, it, vi } from 'vitest';
import { connectRedis, createOutbox } from '../src/index.js';
import { sampleAddress, samplePayload, sampleRoundId } from '../src/testing/index.js';

const redis = connectRedis(inject('redisUrl'));
afterAll(() => redis.disconnect());

it('record and result are read in one command, so that nothing happens in between', async () => {
  const outbox = createOutbox({ redis, gateway: sampleAddress(), identityTtlSeconds: 60, resultTtlSeconds: 60 });
  const roundId = sampleRoundId();
  const reserved = await outbox.reserve({ path: 'subscription', roundId, holds: [], deadlineMs: 60_000, maxInFlight: 10 });
  if (reserved.outcome !== 'reserved') throw new Error('not reserved');
  await outbox.commit({ roundId, token: reserved.token, settlement: samplePayload(), result: '{"answer":1}' });

  const sent = vi.spyOn(redis, 'sendCommand');
  const record = await outbox.read(roundId);
  expect([record?.state, record?.result]).toEqual(['pending', '{"answer":1}']);
  // The script is called by its hash, by its text, or by its text after a hash that the server did not know.
  expect(sent.mock.calls.map(([command]) => command.name).join()).toMatch(/^(evalsha|eval|evalsha,eval)$/);
});
