import { BroadcastRefusedError, LedgerUnavailableError, type TransactionRefusal } from '@oracle-gateway/ledger';
import { connectRedis, subscriptionAccount, type Outbox } from '@oracle-gateway/outbox';
import { sampleRoundId } from '@oracle-gateway/outbox/testing';
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
import { settleRound } from './settle-round.js';
import type { SettlementLedger } from './settlement-ledger.js';

const redis = connectRedis(inject('redisUrl'));
afterAll(() => redis.disconnect());

let outbox: Outbox;
let round: SampleRound;
let logLines: string[];
beforeEach(async () => {
  outbox = emptyOutbox(redis);
  round = await pendingRound(outbox);
  logLines = [];
});

const settle = (ledger: SettlementLedger) => settleRound(workerParts(outbox, ledger, logLines), round.roundId);
const record = () => outbox.read(round.roundId);

const transaction = sampleTransaction('A');
const landing = {
  build: () => Promise.resolve(transaction),
  broadcast: () => Promise.resolve(),
  status: () => Promise.resolve({ kind: 'succeeded', slot: 30 } as const),
  subscription: () => Promise.resolve(subscriptionRead(9n, 30)),
};
const refusing = (refusal: TransactionRefusal) => ({
  build: () => Promise.resolve(transaction),
  broadcast: () => Promise.reject(new BroadcastRefusedError(refusal, 'refused')),
});
const refusal = (name: string, code: number): TransactionRefusal => ({ kind: 'program', instructionIndex: 1, code, name });
const down = () => Promise.reject(new LedgerUnavailableError('getAccountInfo', 'timeout'));

/** Leaves the record as a worker does that died after it had recorded its signature. */
async function recordEarlierBroadcast(): Promise<void> {
  const claim = await outbox.claim({ roundId: round.roundId, workerId: 'dead', leaseMs: 0 });
  if (claim === null) throw new Error('not claimed');
  await outbox.recordBroadcast(claim, sampleTransaction('B'));
}

it('a round that lands and whose receipt is its own is settled, with the subscription’s new figure', async () => {
  const subscription = () => Promise.resolve(subscriptionRead(0n, 30));
  expect(await settle(fakeLedger({ ...landing, subscription, receipt: () => Promise.resolve(receiptOf(round)) }))).toBe('settled');
  expect(await record()).toMatchObject({ state: 'settled', settlement: { signature: transaction.signature, slot: 30 } });
  const account = subscriptionAccount(round.proof.subscriptionOwner);
  const older = { account, units: 1, available: 10n, slot: 29, until: 'settled' as const };
  const next = await outbox.reserve({ path: 'subscription', roundId: sampleRoundId(), deadlineMs: 0, maxInFlight: 1, holds: [older] });
  expect(next).toEqual({ outcome: 'held', account });
});

it('a round that lands before its receipt is visible waits for the receipt', async () => {
  expect(await settle(fakeLedger({ ...landing, receipt: () => Promise.resolve(NO_RECEIPT) }))).toBe('postponed');
  expect(await record()).toMatchObject({ state: 'pending', attempts: 0 });
});

it('an earlier transaction that has landed settles the round: nothing is sent', async () => {
  await recordEarlierBroadcast();
  const ledger = fakeLedger({
    isBlockhashExpired: () => Promise.resolve(false),
    status: landing.status,
    receipt: () => Promise.resolve(receiptOf(round)),
    subscription: landing.subscription,
  });
  expect(await settle(ledger)).toBe('settled');
  expect(await record()).toMatchObject({ settlement: { signature: 'B'.repeat(88) } });
});

it('while an earlier transaction may still land nothing is sent', async () => {
  await recordEarlierBroadcast();
  const ledger = fakeLedger({
    isBlockhashExpired: () => Promise.resolve(false),
    status: () => Promise.resolve({ kind: 'unseen' }),
    receipt: () => Promise.resolve(NO_RECEIPT),
  });
  expect(await settle(ledger)).toBe('postponed');
  expect(await record()).toMatchObject({ state: 'pending', attempts: 0, broadcasts: [{ signature: 'B'.repeat(88) }] });
});

it('once an unseen transaction has expired a new one is sent', async () => {
  await recordEarlierBroadcast();
  const receipts = [NO_RECEIPT, receiptOf(round)];
  const ledger = fakeLedger({
    ...landing,
    isBlockhashExpired: () => Promise.resolve(true),
    status: (signature) => Promise.resolve(signature === transaction.signature ? { kind: 'succeeded', slot: 30 } : { kind: 'unseen' }),
    receipt: () => Promise.resolve(receipts.shift() ?? NO_RECEIPT),
  });
  expect(await settle(ledger)).toBe('settled');
  expect(await record()).toMatchObject({ settlement: { signature: transaction.signature } });
});

it('a refusal by the program uses up an attempt, is counted by name and leaves no transaction behind', async () => {
  const parts = workerParts(outbox, fakeLedger({ ...refusing(refusal('WrongGateway', 6028)), receipt: () => Promise.resolve(NO_RECEIPT) }));
  expect(await settleRound(parts, round.roundId)).toBe('refused');
  expect(await record()).toMatchObject({ attempts: 1, parked: false, broadcasts: [], reason: 'instruction 1: WrongGateway (6028)' });
  expect(await parts.metrics.registry.metrics()).toContain('oracle_settlement_refused_total{reason="WrongGateway"} 1');
});

it('the last refusal parks the round and says so', async () => {
  const ledger = fakeLedger({ ...refusing(refusal('WrongGateway', 6028)), receipt: () => Promise.resolve(NO_RECEIPT) });
  expect(await settleRound({ ...workerParts(outbox, ledger, logLines), maxAttempts: 1 }, round.roundId)).toBe('parked');
  expect(await record()).toMatchObject({ state: 'pending', parked: true });
  expect(logLines.join('')).toMatch(/"level":50.*needs an operator/);
});

it('"already settled" settles a round whose receipt is its own', async () => {
  const ledger = fakeLedger({
    ...refusing(refusal('RoundAlreadySettled', 6039)),
    receipt: () => Promise.resolve(receiptOf(round)),
    subscription: landing.subscription,
  });
  expect(await settle(ledger)).toBe('settled');
  expect(await record()).toMatchObject({ settlement: { signature: null, slot: 30 } });
});

it('"already settled" with another message in the receipt parks at once', async () => {
  const other = receiptOf(round, new Uint8Array(32).fill(9));
  const ledger = fakeLedger({ ...refusing(refusal('RoundAlreadySettled', 6039)), receipt: () => Promise.resolve(other) });
  expect(await settle(ledger)).toBe('parked');
  expect(await record()).toMatchObject({ reason: 'the receipt holds another message' });
});

it.each<TransactionRefusal>([
  { kind: 'transaction', error: 'InsufficientFundsForFee' },
  { kind: 'program', instructionIndex: 1, code: 1, name: 'Custom(1)' },
])('a refusal that is not about the round uses up no attempt: %j', async (environment) => {
  expect(await settle(fakeLedger(refusing(environment)))).toBe('postponed');
  expect(await record()).toMatchObject({ attempts: 0, parked: false, broadcasts: [] });
});

it('a ledger that does not answer uses up no attempt', async () => {
  expect(await settle(fakeLedger({ build: down }))).toBe('postponed');
  expect(await record()).toMatchObject({ attempts: 0 });
});

it('a broadcast without an answer is found out later: its signature is kept', async () => {
  expect(await settle(fakeLedger({ ...landing, broadcast: down }))).toBe('postponed');
  expect(await record()).toMatchObject({ attempts: 0, broadcasts: [{ signature: transaction.signature, lastValidBlockHeight: 150 }] });
});

it('a round that was settled but whose figure cannot be read stays pending, and is found settled later', async () => {
  const receipt = () => Promise.resolve(receiptOf(round));
  expect(await settle(fakeLedger({ ...landing, receipt, subscription: down }))).toBe('postponed');
  expect(await record()).toMatchObject({ state: 'pending', broadcasts: [{ signature: transaction.signature }] });
});

it('a subscription that is gone has no rounds left', async () => {
  const ledger = fakeLedger({
    ...landing,
    receipt: () => Promise.resolve(receiptOf(round)),
    subscription: () => Promise.resolve({ value: null, slot: 30 }),
  });
  expect(await settle(ledger)).toBe('settled');
});

it('a worker that was overtaken writes nothing more', async () => {
  const ledger = fakeLedger({
    build: async () => {
      await redis.hset(await recordKey(), 'claimToken', 'somebody else');
      return transaction;
    },
  });
  expect(await settle(ledger)).toBe('overtaken');
  expect(await record()).toMatchObject({ state: 'pending', attempts: 0, broadcasts: [] });
});

async function recordKey(): Promise<string> {
  const [key] = await redis.keys(`*:round:${round.roundId}`);
  if (key === undefined) throw new Error('no record');
  return key;
}

it('a fault of our own ends with an operator, not in an endless loop', async () => {
  const ledger = fakeLedger({ build: () => Promise.reject(new TypeError('a secret detail')) });
  expect(await settle(ledger)).toBe('refused');
  expect(await record()).toMatchObject({ attempts: 1, reason: 'internal: TypeError' });
});

it('a round that nobody may claim is left alone', async () => {
  expect(await settle(fakeLedger({ build: down }))).toBe('postponed');
  expect(await settle(fakeLedger({}))).toBe('not_claimed');
});
