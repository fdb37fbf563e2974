import { afterAll, expect, inject, it } from 'vitest';
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
  await outbox.read(roundId);

  const observer = redis.duplicate();
  const monitor = await observer.monitor();
  // What a script runs inside has the source `lua`; other tests use this server too, for other rounds.
  const fromOutside: string[] = [];
  const seenMarker = new Promise<void>((resolve) => {
    monitor.on('monitor', (_time: string, args: readonly string[], source: string) => {
      if (args[1] === `end of ${roundId}`) resolve();
      else if (source !== 'lua' && args.some((argument) => argument.includes(roundId))) fromOutside.push(args[0] ?? '');
    });
  });
  const record = await outbox.read(roundId);
  await redis.echo(`end of ${roundId}`);
  await seenMarker;
  monitor.disconnect();
  observer.disconnect();
  expect([record?.state, record?.result]).toEqual(['pending', '{"answer":1}']);
  expect(fromOutside.map((command) => command.toLowerCase())).toEqual(['evalsha']);
});
