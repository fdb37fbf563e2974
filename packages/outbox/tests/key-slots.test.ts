import { Queue } from 'bullmq';
import calculateSlot from 'cluster-key-slot';
import { Redis } from 'ioredis';
import { afterAll, afterEach, expect, inject, it, vi } from 'vitest';
import { SCRIPTS } from '../src/connection/scripts.generated.js';
import {
  connectRedis,
  createBooks,
  createCallBudget,
  createDurabilityWatch,
  createFeedStore,
  createOutbox,
  createSettlementQueue,
  outboxPrefix,
  SETTLEMENT_QUEUE,
  settlementQueuePrefix,
} from '../src/index.js';
import { outboxScenarios, sampleAddress, sampleRoundId } from '../src/testing/index.js';
import { LossyAnswers } from './support/lossy-answers.js';

const redis = connectRedis(inject('redisUrl'));
afterAll(() => redis.disconnect());
afterEach(() => vi.restoreAllMocks());

interface Sent {
  readonly name: string;
  readonly keys: readonly string[];
}

/** Commands sent to servers while `work` runs, with the keys that a cluster reads from them. */
async function sentBy(work: () => Promise<unknown>): Promise<readonly Sent[]> {
  const spy = vi.spyOn(Redis.prototype, 'sendCommand');
  await work();
  return spy.mock.calls.map(([command]) => ({ name: command.name, keys: command.getKeys().map(String) }));
}

/** Commands whose keys are not all in the slot of the shard. */
function strays(sent: readonly Sent[], prefix: string): readonly Sent[] {
  const slot = calculateSlot(prefix);
  return sent.filter(
    ({ keys }) => keys.length > 0 && (calculateSlot.generateMulti(keys) !== slot || !keys.every((key) => key.startsWith(prefix))),
  );
}

it('every key of every script is in the slot of its shard', async () => {
  const known = new Set<string>(Object.values(SCRIPTS).map(({ lua }) => lua));
  const run = new Set<string>();
  for (const scenario of outboxScenarios) {
    const gateway = sampleAddress();
    const spy = vi.spyOn(Redis.prototype, 'sendCommand');
    // A connection of its own: the text of a script is sent once for each.
    const own = connectRedis(inject('redisUrl'));
    await scenario.run(() =>
      Promise.resolve(createOutbox({ redis: own, gateway, identityTtlSeconds: 60, resultTtlSeconds: 60, reservationMarginMs: 0 })),
    );
    own.disconnect();
    const commands = spy.mock.calls.map(([command]) => command);
    commands.filter(({ name }) => name === 'eval').forEach(({ args }) => run.add(String(args[0])));
    const sent = commands.map((command) => ({ name: command.name, keys: command.getKeys().map(String) }));
    expect(strays(sent, outboxPrefix(gateway)), scenario.rule).toEqual([]);
    spy.mockRestore();
  }
  // Calls of outside services, writes that replicas must have, lost answers, public feeds and pulls of the books are no part of the scenarios.
  const others = new Set<string>(
    [
      ...[SCRIPTS.takeCalls, SCRIPTS.giveBackCalls, SCRIPTS.markWrite, SCRIPTS.withdraw],
      ...[SCRIPTS.publishFeed, SCRIPTS.keepAnswer, SCRIPTS.showValue],
      ...[SCRIPTS.pullBooks, SCRIPTS.dropBooks],
    ].map(({ lua }) => lua),
  );
  expect([...known].filter((lua) => !run.has(lua) && !others.has(lua))).toEqual([]);
});

it('a withdrawal stays in the slot too', async () => {
  const gateway = sampleAddress();
  const answers = new LossyAnswers(redis, ['outbox:reserveBuffer']);
  const outbox = createOutbox({ redis: answers.connection, gateway, identityTtlSeconds: 60, resultTtlSeconds: 60 });
  const holds = [{ quotaKey: 'subscription:any', units: 1, available: 1n, slot: 1, until: 'settled' as const }];
  const exclusive = [{ name: 'authorization', lifeMs: 60_000 }];
  const input = { path: 'x402', roundId: sampleRoundId(), holds, exclusive, listedUnder: 'payer', deadlineMs: 60_000, maxInFlight: 9 };
  answers.lose = 'the answer';
  const sent = await sentBy(async () => {
    await expect(outbox.reserve(input)).rejects.toThrow();
    await outbox.withdrawUnanswered();
  });
  expect(sent.at(-1)?.keys).toHaveLength(7);
  expect(strays(sent, outboxPrefix(gateway))).toEqual([]);
  expect(await outbox.read(input.roundId)).toBeNull();
});

it('the books stay in the slot too', async () => {
  const gateway = sampleAddress();
  const books = createBooks({ redis, gateway, pulledBy: 'test' });
  const sent = await sentBy(async () => {
    await books.pull({ limit: 1, leaseMs: 1_000 });
    await books.drop(['1-0'], { isLast: true });
  });
  expect(sent.filter(({ keys }) => keys.length > 1).length).toBeGreaterThan(0);
  expect(strays(sent, outboxPrefix(gateway))).toEqual([]);
});

it('public feeds stay in the slot too', async () => {
  const gateway = sampleAddress();
  const feeds = createFeedStore({ redis, gateway });
  const [feedId, owner] = [`0x${'1'.repeat(64)}`, 'owner'];
  const sent = await sentBy(async () => {
    await feeds.publish({ feedId, owner, openedBy: 'owner', atSeconds: 1, source: '{}' });
    const values = [{ feedId, value: '1', told: '{}' }];
    await feeds.show({ owner, feedsOfOwner: 1, answer: '{}', observedAtMs: 1, values });
    await feeds.publish({ feedId, owner, openedBy: 'owner', atSeconds: 2, source: null });
  });
  expect(sent.filter(({ keys }) => keys.length > 1).length).toBeGreaterThan(0);
  expect(strays(sent, outboxPrefix(gateway))).toEqual([]);
});

it('budgets, proofs and wake-ups stay in the slot too', async () => {
  const gateway = sampleAddress();
  const durability = createDurabilityWatch({ redis, gateway, options: { allowVolatile: false, durability: 'verify' } });
  const queue = createSettlementQueue({ redis, gateway });
  const sent = await sentBy(async () => {
    await durability.assertDurable();
    const budget = createCallBudget({ redis, gateway, callsPerMinute: 10 });
    const taken = await budget.take('service', { name: 'a', isStranger: false }, 1);
    await taken.giveBack();
    await queue.wake(sampleRoundId());
  });
  await queue.close();
  durability.close();
  expect(sent.filter(({ keys }) => keys.length > 1).length).toBeGreaterThan(0);
  expect(strays(sent, outboxPrefix(gateway))).toEqual([]);
});

it('the queue has the braces of the shard in its prefix, and other shards have other slots', async () => {
  const gateway = sampleAddress();
  const queue = new Queue(SETTLEMENT_QUEUE, { connection: redis, prefix: settlementQueuePrefix(gateway) });
  expect(calculateSlot(queue.toKey('wait'))).toBe(calculateSlot(outboxPrefix(gateway)));
  await queue.close();
  const slots = Array.from({ length: 20 }, () => calculateSlot(outboxPrefix(sampleAddress())));
  expect(new Set(slots).size).toBeGreaterThan(15);
});

it('finds a command whose keys are elsewhere', () => {
  const prefix = outboxPrefix(sampleAddress());
  const stray = { name: 'evalsha', keys: [`${prefix}:round:a`, 'marker'] };
  expect(strays([{ name: 'get', keys: [`${prefix}:marker`] }, stray], prefix)).toEqual([stray]);
});
