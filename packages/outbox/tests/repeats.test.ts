import { afterAll, expect, inject, it } from 'vitest';
import { connectRedis, createOutbox, outboxPrefix } from '../src/index.js';
import { sampleAddress, samplePayload, sampleRoundId } from '../src/testing/index.js';

const redis = connectRedis(inject('redisUrl'));
afterAll(() => redis.disconnect());

/** An outbox whose every call names the same token: each call repeats the first, as a client does whose connection broke. */
function repeatingOutbox() {
  const gateway = sampleAddress();
  const options = { redis, gateway, identityTtlSeconds: 60, resultTtlSeconds: 60 };
  return { prefix: outboxPrefix(gateway), outbox: createOutbox({ ...options, newToken: () => 'same' }), other: createOutbox(options) };
}

const hold = { quotaKey: 'subscription:any', units: 1, available: 1n, slot: 1, until: 'settled' } as const;

it('a reservation repeated with its own token is the same reservation, and takes its units once', async () => {
  const { prefix, outbox } = repeatingOutbox();
  const input = { path: 'subscription', roundId: sampleRoundId(), holds: [hold], deadlineMs: 60_000, maxInFlight: 1 } as const;
  const first = await outbox.reserve(input);
  expect(first.outcome).toBe('reserved');
  expect(await outbox.reserve(input)).toEqual(first);
  expect(await redis.hget(`${prefix}:account:subscription:any`, 'committed')).toBe('1');
});

it('a claim repeated with its own token is the same claim', async () => {
  const { outbox, other } = repeatingOutbox();
  const roundId = sampleRoundId();
  await outbox.reserve({ path: 'subscription', roundId, holds: [hold], deadlineMs: 60_000, maxInFlight: 1 });
  await outbox.commit({ roundId, token: 'same', settlement: samplePayload(), result: '{}' });
  const first = await outbox.claim({ roundId, workerId: 'worker', leaseMs: 60_000 });
  expect(first).not.toBeNull();
  expect(await outbox.claim({ roundId, workerId: 'worker', leaseMs: 60_000 })).toEqual(first);
  expect(await other.claim({ roundId, workerId: 'worker', leaseMs: 60_000 })).toBeNull();
});

it('another process ends a reservation whose holds it does not remember', async () => {
  const { prefix, outbox, other } = repeatingOutbox();
  const rounds = [sampleRoundId(), sampleRoundId()] as const;
  const input = { path: 'subscription', deadlineMs: 60_000, maxInFlight: 9, holds: [{ ...hold, available: 9n }] } as const;
  for (const roundId of rounds) await outbox.reserve({ ...input, roundId });
  await other.fail({ roundId: rounds[0], token: 'same', reason: 'no' });
  expect(await redis.hget(`${prefix}:account:subscription:any`, 'committed')).toBe('1');
  await other.commit({ roundId: rounds[1], token: 'same', settlement: samplePayload(), result: '{}' });
  expect(await redis.hget(`${prefix}:account:subscription:any`, 'committed')).toBe('1');
});
