import { formatAddress } from '@oracle-gateway/protocol';
import fc from 'fast-check';
import { afterAll, expect, inject, it } from 'vitest';
import { connectRedis, createOutbox, outboxPrefix, type Outbox, type ReserveOutcome } from '../src/index.js';
import { sampleAddress, samplePayload, sampleRoundId } from '../src/testing/index.js';

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
  const quotaKey = `subscription:${formatAddress(sampleAddress())}`;
  return Promise.all(
    rounds.map(({ roundId, roundsLeft }, index) => {
      const outbox = outboxes[index % outboxes.length];
      if (outbox === undefined) throw new Error('no outbox');
      const hold = { quotaKey, units: 1, available: roundsLeft, slot: 1, until: 'settled' } as const;
      return outbox.reserve({ path: 'subscription', roundId, holds: [hold], deadlineMs: 60_000, maxInFlight: 1_000 });
    }),
  );
}

function countOf(outcomes: readonly ReserveOutcome[], outcome: ReserveOutcome['outcome']): number {
  return outcomes.filter((reserved) => reserved.outcome === outcome).length;
}

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

it('whatever rounds of several accounts do at once, what is committed is the sum of the units held, never above what is available', async () => {
  const quotaKeys = ['a', 'b', 'c'] as const;
  const round = fc.record({
    units: fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5 })),
    quotaKeys: fc.shuffledSubarray([...quotaKeys], { minLength: 2, maxLength: 2 }),
    fate: fc.constantFrom('reserved', 'failed', 'committed', 'settled', 'rolled back'),
  });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 30 }), fc.array(round, { minLength: 1, maxLength: 12 }), async (available, rounds) => {
      const gateway = sampleAddress();
      const outboxes = connections.map((redis) => createOutbox({ redis, gateway, identityTtlSeconds: 60, resultTtlSeconds: 60 }));
      const expected = new Map<string, number>(quotaKeys.map((quotaKey) => [quotaKey, 0]));
      await Promise.all(
        rounds.map(async ({ units, quotaKeys: names, fate }, index) => {
          const outbox = outboxes[index % outboxes.length];
          const [settled, answered] = names;
          if (outbox === undefined || settled === undefined || answered === undefined) throw new Error('two of each');
          const hold = { available: BigInt(available), slot: 1 };
          const holds = [
            { ...hold, quotaKey: settled, units: units[0], until: 'settled' },
            { ...hold, quotaKey: answered, units: units[1], until: 'answered' },
          ] as const;
          const held = (quotaKey: string, by: number) => expected.set(quotaKey, (expected.get(quotaKey) ?? 0) + by);
          const roundId = sampleRoundId();
          const reserved = await outbox.reserve({ path: 'subscription', roundId, holds, deadlineMs: 60_000, maxInFlight: 1_000 });
          if (reserved.outcome !== 'reserved') return;
          const { token } = reserved;
          if (fate === 'failed') return outbox.fail({ roundId, token, reason: 'no' });
          held(settled, units[0]);
          if (fate === 'reserved') return void held(answered, units[1]);
          await outbox.commit({ roundId, token, settlement: samplePayload(), result: '{}' });
          if (fate === 'committed') return;
          const claim = await outbox.claim({ roundId, workerId: 'worker', leaseMs: 60_000 });
          if (claim === null) throw new Error('not claimed');
          await outbox.settle(claim, { signature: null, slot: 2, seenAtSlot: 2, readings: [] });
          if (fate === 'rolled back') await outbox.rollBack({ roundId, seenAtSlot: 2, reason: 'rolled_back' });
        }),
      );
      const [redis] = connections;
      for (const quotaKey of quotaKeys) {
        const committed = Number((await redis?.hget(`${outboxPrefix(gateway)}:account:${quotaKey}`, 'committed')) ?? 0);
        expect(committed).toBe(expected.get(quotaKey));
        expect(committed).toBeLessThanOrEqual(available);
      }
    }),
    { numRuns: 40 },
  );
});
