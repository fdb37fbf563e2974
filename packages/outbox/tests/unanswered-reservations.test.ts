import { afterAll, expect, inject, it } from 'vitest';
import { connectRedis, createOutbox, type Outbox, type OutboxConnection, outboxPrefix, type ReserveInput } from '../src/index.js';
import { sampleAddress, samplePayload, sampleRoundId } from '../src/testing/index.js';
import { LossyAnswers } from './support/lossy-answers.js';

const redis = connectRedis(inject('redisUrl'));
afterAll(() => redis.disconnect());

const LIVES = { identityTtlSeconds: 60, resultTtlSeconds: 60, reservationMarginMs: 0 };
const HOLD = { quotaKey: 'subscription:any', units: 1, available: 1n, slot: 1, until: 'settled' } as const;
const PLACE = { quotaKey: 'places', units: 1, available: 1n, slot: null, until: 'answered' } as const;

/** Two processes of a gateway, the first on a connection that loses answers. */
function openProcesses() {
  const gateway = sampleAddress();
  const answers = new LossyAnswers(redis, ['outbox:reserveBuffer']);
  const open = (connection: OutboxConnection): Outbox => createOutbox({ redis: connection, gateway, ...LIVES });
  const prefix = outboxPrefix(gateway);
  const keys = async (): Promise<string[]> => (await redis.keys(`${prefix}:*`)).map((key) => key.slice(prefix.length + 1)).sort();
  const committed = async (): Promise<string | null> => redis.hget(`${prefix}:account:subscription:any`, 'committed');
  return { answers, unheard: open(answers.connection), other: open(redis), keys, committed };
}

function request(): ReserveInput {
  const exclusive = [{ name: 'authorization', lifeMs: 60_000 }];
  return {
    path: 'x402',
    roundId: sampleRoundId(),
    holds: [HOLD, PLACE],
    exclusive,
    listedUnder: 'payer',
    deadlineMs: 60_000,
    maxInFlight: 1,
  };
}

it('a reservation whose answer was lost serves the repeat of its request, by the same process at once', async () => {
  const { answers, unheard, other, committed } = openProcesses();
  const input = request();
  answers.lose = 'the answer';
  await expect(unheard.reserve(input)).rejects.toThrow();
  expect(await other.reserve(input)).toEqual({ outcome: 'duplicate', state: 'reserved' });
  answers.lose = 'nothing';
  const again = await unheard.reserve(input);
  if (again.outcome !== 'reserved') throw new Error(again.outcome);
  await unheard.commit({ roundId: input.roundId, token: again.token, settlement: samplePayload(), result: '{}' });
  expect(await committed()).toBe('1');
  expect(await unheard.reserve(input)).toEqual({ outcome: 'duplicate', state: 'pending' });
});

it('a reservation whose answer was lost serves the repeat of its request by any process, once it is withdrawn', async () => {
  const { answers, unheard, other, keys, committed } = openProcesses();
  const input = request();
  answers.lose = 'the answer';
  await expect(unheard.reserve(input)).rejects.toThrow();
  answers.lose = 'nothing';
  await unheard.withdrawUnanswered();
  expect(await keys()).toEqual(['account:places', 'account:subscription:any']);
  expect(await committed()).toBe('0');
  expect(await other.reserve(input)).toMatchObject({ outcome: 'reserved' });
});

it('a withdrawal ends no reservation that another process has made since', async () => {
  const { answers, unheard, other } = openProcesses();
  const input = request();
  answers.lose = 'the command';
  await expect(unheard.reserve(input)).rejects.toThrow();
  answers.lose = 'nothing';
  const theirs = await other.reserve(input);
  if (theirs.outcome !== 'reserved') throw new Error(theirs.outcome);
  await unheard.withdrawUnanswered();
  expect(await unheard.reserve(input)).toEqual({ outcome: 'duplicate', state: 'reserved' });
  await other.commit({ roundId: input.roundId, token: theirs.token, settlement: samplePayload(), result: '{}' });
  await unheard.withdrawUnanswered();
  expect((await other.read(input.roundId))?.state).toBe('pending');
});

it('a command that the server reads after its withdrawal is withdrawn again', async () => {
  const { answers, unheard, other } = openProcesses();
  const input = request();
  answers.lose = 'the command';
  await expect(unheard.reserve(input)).rejects.toThrow();
  answers.lose = 'nothing';
  await unheard.withdrawUnanswered();
  await answers.carryOutLate();
  expect(await other.reserve(input)).toEqual({ outcome: 'duplicate', state: 'reserved' });
  await unheard.withdrawUnanswered();
  expect(await other.reserve(input)).toMatchObject({ outcome: 'reserved' });
});

it('a lost answer keeps no exclusive key from the next round of the same process', async () => {
  const { answers, unheard, other } = openProcesses();
  const [lost, next] = [request(), request()];
  answers.lose = 'the answer';
  await expect(unheard.reserve(lost)).rejects.toThrow();
  answers.lose = 'nothing';
  expect(await other.reserve(next)).toEqual({ outcome: 'used', name: 'authorization', roundId: lost.roundId });
  expect(await unheard.reserve(next)).toMatchObject({ outcome: 'reserved' });
});

it('of two repeats at once one is served', async () => {
  const { answers, unheard } = openProcesses();
  const input = request();
  answers.lose = 'the answer';
  await expect(unheard.reserve(input)).rejects.toThrow();
  answers.lose = 'nothing';
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => unheard.reserve(input)));
  expect(outcomes.filter(({ outcome }) => outcome === 'reserved')).toHaveLength(1);
});

it('what was never carried out is asked about a bounded number of times', async () => {
  const { answers, unheard } = openProcesses();
  answers.lose = 'the command';
  await expect(unheard.reserve(request())).rejects.toThrow();
  answers.lose = 'nothing';
  for (let call = 1; call <= 100; call += 1) await unheard.withdrawUnanswered();
  expect(answers.countOf('outbox:withdrawBuffer')).toBe(60);
});
