import { connectRedis, type Outbox } from '@oracle-gateway/outbox';
import { sampleRoundId } from '@oracle-gateway/outbox/testing';
import { afterAll, beforeEach, expect, inject, it } from 'vitest';
import { emptyOutbox, pendingRound } from '../../tests/support/rounds.js';
import { OperateError, runOperatorCommand } from './commands.js';

const redis = connectRedis(inject('redisUrl'));
afterAll(() => redis.disconnect());

let outbox: Outbox;
beforeEach(() => {
  outbox = emptyOutbox(redis);
});

async function parkedRound(): Promise<string> {
  const { roundId } = await pendingRound(outbox);
  const claim = await outbox.claim({ roundId, workerId: 'w', leaseMs: 1_000 });
  if (claim === null) throw new Error('not claimed');
  await outbox.refuse(claim, { reason: 'WrongGateway', retryAfterMs: 0, maxAttempts: 1 });
  return roundId;
}

it('lists parked rounds with their reason', async () => {
  const roundId = await parkedRound();
  await pendingRound(outbox);
  expect(await runOperatorCommand(outbox, ['list'])).toBe(`${roundId} attempts=1 reason="WrongGateway"\n`);
});

it('shows a round as JSON', async () => {
  const { roundId, payload } = await pendingRound(outbox);
  expect(JSON.parse(await runOperatorCommand(outbox, ['show', roundId]))).toMatchObject({ roundId, state: 'pending', payload });
});

it('requeues a parked round once', async () => {
  const roundId = await parkedRound();
  expect(await runOperatorCommand(outbox, ['requeue', roundId])).toBe(`${roundId} is tried again\n`);
  expect(await outbox.due({ limit: 10 })).toEqual([roundId]);
  await expect(runOperatorCommand(outbox, ['requeue', roundId])).rejects.toThrow('no such parked round');
});

it.each([[[]], [['drop']], [['list', 'x']], [['show']], [['requeue', 'a', 'b']]])('refuses %j', async (words) => {
  await expect(runOperatorCommand(outbox, words)).rejects.toThrow(OperateError);
});

it.each([sampleRoundId(), 'not*an*id'])('knows no round %s', async (roundId) => {
  await expect(runOperatorCommand(outbox, ['show', roundId])).rejects.toThrow('no such round');
  await expect(runOperatorCommand(outbox, ['requeue', roundId])).rejects.toThrow(OperateError);
});
