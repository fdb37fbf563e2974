import { eventually } from '@oracle-gateway/dev-servers';
import { quotaKey, connectRedis, createOutbox, type Outbox } from '@oracle-gateway/outbox';
import { sampleRoundId } from '@oracle-gateway/outbox/testing';
import { parseAddress } from '@oracle-gateway/protocol';
import { beforeAll, expect, it } from 'vitest';

import { steadyPrice } from '../../src/demo/asked-price.js';
import type { PriceRound } from './price-round.js';
import { askWhileKilling } from './kill-at-random.js';
import { execute, prepareRound, receiptAddress, roundsLeft, settlementsOnLedger, type TestWorld } from './test-world.js';
import { twoWorkerWorld } from './two-worker-world.js';

/**
 * The long form: KILL_TEST_ROUNDS=500 vitest run tests/e2e/two-worker-world.test.ts. The limit is 500, for the sake of their timestamps.
 */
const ROUNDS = Math.min(Number(process.env.KILL_TEST_ROUNDS ?? 24), 500);
const AT_ONCE = 4;
/** A dead worker's claims last twenty seconds. Other workers wait until its lost transactions expire. */
const TEST_LIMIT_MS = 900_000;

let test: TestWorld;
beforeAll(() => {
  test = twoWorkerWorld();
});

interface Asked {
  readonly round: PriceRound;
  readonly isAnswered: boolean;
}

let lastTimestampSeconds = 0;
/** Each later than the one before, and within the five minutes that gateway and nodes accept. */
function nextTimestampSeconds(): number {
  lastTimestampSeconds = Math.max(lastTimestampSeconds + 1, Math.floor(Date.now() / 1_000) - 250);
  return lastTimestampSeconds;
}

/** Two owners, every quorum, no two rounds alike; every third is of a list of three sources. */
async function ask(index: number): Promise<Asked> {
  const { keys, sources } = test.world.manifest;
  const listed = [1, 2, 3].map((place) => ({ ...steadyPrice(sources.price), valueTransform: `multiply:${place}` }));
  const round = prepareRound(test, {
    quorum: 2 + (index % 4),
    ownerKey: Uint8Array.from(index % 3 === 0 ? keys.otherOwner : keys.subscriptionOwner),
    timestampSeconds: nextTimestampSeconds(),
    ...(index % 3 === 1 ? { apiConfigs: listed } : {}),
  });
  try {
    const answer = await execute(test, round);
    return { round, isAnswered: answer.status === 200 };
  } catch {
    // The gateway died over it: whether it was committed, the ledger tells.
    return { round, isAnswered: false };
  }
}

/** A reservation of everything that is left goes through only when nothing is committed. */
async function expectNothingCommitted(outbox: Outbox, owner: PriceRound['owner']): Promise<void> {
  const { value, slot } = await test.reader.subscription(owner, { fresh: true });
  const left = value?.roundsLeft ?? 0n;
  const hold = { quotaKey: quotaKey('subscription', owner), units: Number(left), available: left, slot, until: 'settled' } as const;
  const reserved = await outbox.reserve({
    path: 'subscription',
    roundId: sampleRoundId(),
    holds: [hold],
    deadlineMs: 1_000,
    maxInFlight: 10,
  });
  expect(reserved).toMatchObject({ outcome: 'reserved' });
}

it(
  `worker, gateway and Redis killed at random points over ${ROUNDS} rounds: each round that was answered is on the ledger once, the quotas fell by the units of what is there, nothing stays committed`,
  { timeout: TEST_LIMIT_MS + ROUNDS * 5_000 },
  async () => {
    const { manifest } = test.world;
    const owners = [
      prepareRound(test, { quorum: 2 }),
      prepareRound(test, { quorum: 2, ownerKey: Uint8Array.from(manifest.keys.otherOwner) }),
    ].map(({ owner }) => owner);
    const before = await Promise.all(owners.map((owner) => roundsLeft(test, owner)));
    const asked = await askWhileKilling(test, { count: ROUNDS, atOnce: AT_ONCE, ask });

    const redis = connectRedis(manifest.redisUrl);
    try {
      const gateway = parseAddress(manifest.gatewayPda);
      const outbox = createOutbox({ redis, gateway, identityTtlSeconds: 60, resultTtlSeconds: 60 });
      await eventually(
        async () => {
          const { reserved, pending } = await outbox.statistics();
          if (reserved + pending > 0) throw new Error(`${reserved} reserved, ${pending} pending`);
        },
        { intervalMs: 500 },
      );
      const answered = asked.filter(({ isAnswered }) => isAnswered);
      // The others died with the gateway, or with Redis.
      expect(answered.length).toBeGreaterThan(ROUNDS / 2);
      expect(answered.filter(({ round }) => round.units > 1).length).toBeGreaterThan(ROUNDS / 8);
      expect(answered.map(({ round }) => settlementsOnLedger(test, round))).toEqual(answered.map(() => 1));
      const onLedger: PriceRound[] = [];
      for (const { round } of asked) {
        expect(settlementsOnLedger(test, round)).toBeLessThanOrEqual(1);
        if ((await test.reader.receipt(receiptAddress(test, round))).value !== null) onLedger.push(round);
      }
      const after = await Promise.all(owners.map((owner) => roundsLeft(test, owner)));
      const settledOf = (owner: PriceRound['owner']): number =>
        onLedger.filter((round) => Buffer.from(round.owner).equals(owner)).reduce((sum, { units }) => sum + units, 0);
      expect(owners.map((_, index) => Number(before[index]! - after[index]!))).toEqual(owners.map(settledOf));
      for (const owner of owners) await expectNothingCommitted(outbox, owner);
    } finally {
      redis.disconnect();
    }
  },
);
