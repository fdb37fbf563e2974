import { connectRedis, type Outbox } from '@oracle-gateway/outbox';
import { afterAll, beforeEach, expect, inject, it } from 'vitest';
import { fakeLedger, sampleTransaction } from '../tests/support/fake-ledger.js';
import {
  emptyOutbox,
  NO_RECEIPT,
  pendingRound,
  receiptOf,
  subscriptionRead,
  workerParts,
  type SampleRound,
} from '../tests/support/rounds.js';
import { lapseRound } from './lapse-round.js';

const redis = connectRedis(inject('redisUrl'));
afterAll(() => redis.disconnect());

let outbox: Outbox;
let round: SampleRound;
beforeEach(async () => {
  outbox = emptyOutbox(redis);
  round = await pendingRound(outbox);
});

const receipt = (answer: Awaited<ReturnType<typeof receiptOf>> | typeof NO_RECEIPT) => () => Promise.resolve(answer);

async function park(): Promise<void> {
  const claim = await outbox.claim({ roundId: round.roundId, workerId: 'w', leaseMs: 0 });
  if (claim === null) throw new Error('not claimed');
  await outbox.refuse(claim, { reason: 'WrongGateway', retryAfterMs: 0, maxAttempts: 1 });
}

it('a round that is not on the ledger lapses, also when it is parked', async () => {
  await park();
  expect(await lapseRound(workerParts(outbox, fakeLedger({ receipt: receipt(NO_RECEIPT) })), round.roundId)).toBe('lapsed');
  expect(await outbox.read(round.roundId)).toMatchObject({ state: 'lapsed', parked: false, reason: 'settlement_window_passed' });
});

it('a round whose receipt holds another message lapses', async () => {
  const other = receiptOf(round, new Uint8Array(32));
  expect(await lapseRound(workerParts(outbox, fakeLedger({ receipt: receipt(other) })), round.roundId)).toBe('lapsed');
});

it('a round that was settled after all is settled', async () => {
  const ledger = fakeLedger({ receipt: receipt(receiptOf(round)), subscription: () => Promise.resolve(subscriptionRead(9n, 30)) });
  expect(await lapseRound(workerParts(outbox, ledger), round.roundId)).toBe('settled');
});

it('a round whose transaction may still land waits, and stays parked if it was', async () => {
  const claim = await outbox.claim({ roundId: round.roundId, workerId: 'w', leaseMs: 0 });
  if (claim === null) throw new Error('not claimed');
  await outbox.recordBroadcast(claim, sampleTransaction('B'));
  await park();
  const ledger = fakeLedger({
    receipt: receipt(NO_RECEIPT),
    status: () => Promise.resolve({ kind: 'unseen' }),
    isBlockhashExpired: () => Promise.resolve(false),
  });
  expect(await lapseRound(workerParts(outbox, ledger), round.roundId)).toBe('postponed');
  expect(await outbox.read(round.roundId)).toMatchObject({ state: 'pending', parked: true });
});
