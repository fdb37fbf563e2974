import { connectRedis, type Outbox } from '@oracle-gateway/outbox';
import { sampleAddress, sampleRoundId } from '@oracle-gateway/outbox/testing';
import { formatAddress, type RoundId } from '@oracle-gateway/protocol';
import { afterAll, beforeEach, expect, inject, it } from 'vitest';
import { commitRound, emptyOutbox, heldRound, pendingRound, PROGRAM_ID, sampleAgentRound } from '../../tests/support/rounds.js';
import { createReceiptIndex } from '../reclaim/receipt-index.js';
import { runOperatorCommand } from './commands.js';
import { OperateError } from './operate-error.js';

const redis = connectRedis(inject('redisUrl'));
afterAll(() => redis.disconnect());

let outbox: Outbox;
let woken: RoundId[];
beforeEach(() => {
  outbox = emptyOutbox(redis);
  woken = [];
});

function run(words: readonly string[]): Promise<string> {
  const cluster = { programAccounts: () => Promise.resolve([]) };
  const gateway = sampleAddress();
  const rent = { scan: { cluster, programId: PROGRAM_ID, gateway }, receipts: createReceiptIndex({ redis, gateway }) };
  return runOperatorCommand({ outbox, queue: { wake: (roundId) => Promise.resolve(void woken.push(roundId)) }, rent }, words);
}

async function parkedRound(): Promise<RoundId> {
  const { roundId } = await pendingRound(outbox);
  const claim = await outbox.claim({ roundId, workerId: 'w', leaseMs: 1_000 });
  if (claim === null) throw new Error('not claimed');
  await outbox.refuse(claim, { reason: 'WrongGateway', retryAfterMs: 0, maxAttempts: 1 });
  return roundId;
}

it('lists parked rounds with their reason', async () => {
  const roundId = await parkedRound();
  await pendingRound(outbox);
  expect(await run(['list'])).toBe(`${roundId} attempts=1 reason="WrongGateway"\n`);
});

it('lists held rounds after parked ones, and releases one, once, and wakes a worker', async () => {
  const { roundId } = await heldRound(outbox);
  const parked = await parkedRound();
  expect(await run(['list'])).toBe(`${parked} attempts=1 reason="WrongGateway"\n${roundId} held attempts=0 reason=""\n`);
  await expect(run(['requeue', roundId])).rejects.toThrow('requeue: the rounds must be parked');
  await expect(run(['release', parked])).rejects.toThrow('release: the rounds must be held');
  expect(await run(['release', roundId])).toBe(`${roundId} is released\n`);
  expect(woken).toEqual([roundId]);
  expect(await outbox.due({ limit: 10 })).toEqual([roundId]);
  await expect(run(['release', roundId])).rejects.toThrow('release: the rounds must be held');
});

it('releases all that are held and leaves parked ones', async () => {
  const held = [await heldRound(outbox), await heldRound(outbox)].map(({ roundId }) => roundId);
  const parked = await parkedRound();
  expect(await run(['requeue', 'all'])).toBe('1 rounds are tried again\n');
  expect(await run(['release', 'all'])).toBe('2 rounds are released\n');
  expect(new Set(woken)).toEqual(new Set([parked, ...held]));
  expect(await run(['release', 'all'])).toBe('0 rounds are released\n');
});

it('shows a round as JSON', async () => {
  const { roundId, owner } = await pendingRound(outbox);
  const [text, ab] = [formatAddress(owner), `0x${'ab'.repeat(32)}`];
  const charge = { kind: 'subscription', owner: text, consumer: text };
  const payload = { version: 1, charge, value: ab, s: ab, registryVersion: '1', timestampSeconds: 1_700_000_000 };
  expect(JSON.parse(await run(['show', roundId]))).toMatchObject({ roundId, state: 'pending', payload });
});

it('shows a round that an escrow pays for', async () => {
  const { roundId, payer, payload } = sampleAgentRound();
  await commitRound(outbox, { roundId, owner: payer, payload });
  const charge = { kind: 'escrow', payer: formatAddress(payer), amountAtomic: '2500' };
  expect(JSON.parse(await run(['show', roundId]))).toMatchObject({ roundId, state: 'pending', payload: { charge } });
});

it('requeues a parked round once, names what it was parked for, and wakes a worker', async () => {
  const roundId = await parkedRound();
  expect(await run(['requeue', roundId])).toBe(`${roundId} is tried again, parked before because of "WrongGateway"\n`);
  expect(await outbox.due({ limit: 10 })).toEqual([roundId]);
  expect(woken).toEqual([roundId]);
  await expect(run(['requeue', roundId])).rejects.toThrow('requeue: the rounds must be parked');
});

it('requeues the parked ones of many at once', async () => {
  const parked = [await parkedRound(), await parkedRound()];
  const { roundId: other } = await pendingRound(outbox);
  expect(await run(['requeue', ...parked, other])).toBe(
    parked.map((roundId) => `${roundId} is tried again, parked before because of "WrongGateway"\n`).join(''),
  );
  expect(woken).toEqual(parked);
});

it('requeues all that are parked', async () => {
  const parked = [await parkedRound(), await parkedRound(), await parkedRound()];
  expect(await run(['requeue', 'all'])).toBe('3 rounds are tried again\n');
  expect(new Set(woken)).toEqual(new Set(parked));
  expect(await run(['requeue', 'all'])).toBe('0 rounds are tried again\n');
});

it('rent reclaim tells of a gateway without receipts', async () => {
  expect(await run(['rent', 'reclaim'])).toBe(
    '0 receipts are open and hold 0 lamports\n0 were in the index, 0 were added to it, 0 found no room\n',
  );
});

it.each([
  [['rent']],
  [['rent', 'reclaim', 'x']],
  [[]],
  [['drop']],
  [['list', 'x']],
  [['show']],
  [['requeue']],
  [['requeue', 'all', 'x']],
  [['release']],
  [['release', 'all', 'x']],
])('refuses %j', async (words) => {
  await expect(run(words)).rejects.toThrow(OperateError);
});

it.each([sampleRoundId(), 'not*an*id'])('knows no round %s', async (roundId) => {
  await expect(run(['show', roundId])).rejects.toThrow(`${roundId}: the outbox has no such round`);
  await expect(run(['requeue', roundId])).rejects.toThrow(OperateError);
  await expect(run(['release', roundId])).rejects.toThrow(OperateError);
});

it('lists the readings of quotas, those of the highest slots first, and resets one or all', async () => {
  await outbox.storeReading({ quotaKey: 'escrow:any', available: 7n, slot: 5 });
  await outbox.storeReading({ quotaKey: 'fee-balance:any', available: 0n, slot: 1_000_000_000 });
  expect(await run(['readings', 'list'])).toMatch(
    /^fee-balance:any available=0 committed=0 slot=1000000000 age=\d+s\nescrow:any available=7 committed=0 slot=5 age=\d+s\n$/,
  );
  expect(await run(['readings', 'reset', 'fee-balance:any'])).toBe('fee-balance:any is read again from the ledger\n');
  await expect(run(['readings', 'reset', 'fee-balance:any'])).rejects.toThrow('no reading is stored');
  await expect(run(['readings', 'reset', 'no quota'])).rejects.toThrow(OperateError);
  expect(await run(['readings', 'reset', 'all'])).toBe('1 readings are read again from the ledger\n');
  expect(await run(['readings', 'list'])).toBe('');
  for (const words of [['readings'], ['readings', 'reset'], ['readings', 'list', 'x'], ['readings', 'reset', 'a', 'b']])
    await expect(run(words)).rejects.toThrow('operate: needs one of');
});
