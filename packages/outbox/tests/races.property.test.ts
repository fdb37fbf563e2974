import { formatAddress } from '@oracle-gateway/protocol';
import fc from 'fast-check';
import { afterAll, expect, inject, it } from 'vitest';
import { connectRedis, createOutbox, type Outbox, type ReserveOutcome } from '../src/index.js';
import { sampleAddress, sampleRoundId } from '../src/testing/index.js';

const connections = [connectRedis(inject('redisUrl')), connectRedis(inject('redisUrl'))];
afterAll(() => connections.forEach((redis) => redis.disconnect()));

/** The same shard as two gateway processes see it. */
function openTwice(): readonly Outbox[] {
  const gateway = sampleAddress();
  return connections.map((redis) => createOutbox({ redis, gateway, identityTtlSeconds: 60, resultTtlSeconds: 60 }));
}

/** Sends all reservations at once, alternating between the connections. */
function reserveAll(
  outboxes: readonly Outbox[],
  rounds: readonly { roundId: ReturnType<typeof sampleRoundId>; roundsLeft: bigint }[],
): Promise<ReserveOutcome[]> {
  const account = `subscription:${formatAddress(sampleAddress())}`;
  return Promise.all(
    rounds.map(({ roundId, roundsLeft }, index) => {
      const outbox = outboxes[index % outboxes.length];
      if (outbox === undefined) throw new Error('no outbox');
      const hold = { account, units: 1, available: roundsLeft, slot: 1, until: 'settled' } as const;
      return outbox.reserve({ path: 'subscription', roundId, holds: [hold], deadlineMs: 60_000, maxInFlight: 1_000 });
    }),
  );
}

const countOf = (outcomes: readonly ReserveOutcome[], outcome: ReserveOutcome['outcome']): number =>
  outcomes.filter((reserved) => reserved.outcome === outcome).length;

it('of fifty identical reservations at once over two connections exactly one succeeds', async () => {
  const roundId = sampleRoundId();
  const outcomes = await reserveAll(
    openTwice(),
    Array.from({ length: 50 }, () => ({ roundId, roundsLeft: 100n })),
  );
  expect([countOf(outcomes, 'reserved'), countOf(outcomes, 'duplicate')]).toEqual([1, 49]);
});

it('of two rounds at once for one unit left exactly one is reserved', async () => {
  const rounds = [sampleRoundId(), sampleRoundId()].map((roundId) => ({ roundId, roundsLeft: 1n }));
  const outcomes = await reserveAll(openTwice(), rounds);
  expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['held', 'reserved']);
});

it('however many rounds arrive at once, as many are reserved as there are units', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 1, max: 24 }), async (units, rounds) => {
      const attempts = Array.from({ length: rounds }, () => ({ roundId: sampleRoundId(), roundsLeft: BigInt(units) }));
      const outcomes = await reserveAll(openTwice(), attempts);
      expect(countOf(outcomes, 'reserved')).toBe(Math.min(units, rounds));
      expect(countOf(outcomes, 'held')).toBe(Math.max(0, rounds - units));
    }),
    { numRuns: 50 },
  );
});
