import { quotaKey, connectRedis, type Outbox } from '@oracle-gateway/outbox';
import { sampleAddress, sampleRoundId } from '@oracle-gateway/outbox/testing';
import { formatAddress, type RoundId } from '@oracle-gateway/protocol';
import { afterAll, afterEach, beforeEach, expect, inject, it } from 'vitest';
import { FakeRpc } from '../../tests/support/fake-rpc.js';
import { emptyOutbox, GATEWAY_AUTHORITY, pendingRound, PROGRAM_ID } from '../../tests/support/rounds.js';
import { workerParts } from '../../tests/support/worker-parts.js';
import type { Purpose } from '../pass/claimed-round.js';
import { createReceiptIndex, type ReceiptIndex } from '../reclaim/receipt-index.js';
import { createSweep } from './sweep.js';

const WINDOW_SECONDS = 1_000;
const CLOCK_SECONDS = 1_700_000_000;

const redis = connectRedis(inject('redisUrl'));
afterAll(() => redis.disconnect());

let outbox: Outbox;
let receipts: ReceiptIndex;
let rpc: FakeRpc;
let taken: (readonly [RoundId, Purpose])[];
let logLines: string[];
beforeEach(async () => {
  outbox = emptyOutbox(redis);
  receipts = createReceiptIndex({ redis, gateway: sampleAddress(), mostReceipts: 2 });
  taken = [];
  logLines = [];
  rpc = await FakeRpc.start({
    programId: PROGRAM_ID,
    network: 'solana:x',
    clockSeconds: CLOCK_SECONDS,
    settleWindowSeconds: BigInt(WINDOW_SECONDS),
    gatewayAuthority: GATEWAY_AUTHORITY,
  });
});
afterEach(() => rpc.close());

function sweepOver({ nowMs = Date.now, over = outbox, room = 10 }: { nowMs?: () => number; over?: Outbox; room?: number } = {}) {
  const parts = workerParts({ outbox: over, rpcUrl: rpc.url, logLines });
  const take = (roundIds: readonly RoundId[], purpose: Purpose) => {
    taken.push(...roundIds.map((roundId) => [roundId, purpose] as const));
    return Promise.resolve(roundIds.length);
  };
  return {
    ...parts,
    sweep: createSweep({ ...parts, receipts, nowMs, pass: { room: () => room, take } }),
    text: () => parts.metrics.registry.metrics(),
  };
}

it('reservations whose time is over expire', async () => {
  const roundId = sampleRoundId();
  const hold = { quotaKey: quotaKey('subscription', sampleAddress()), units: 1, available: 1n, slot: 1, until: 'settled' } as const;
  await outbox.reserve({ path: 'subscription', roundId, deadlineMs: 0, maxInFlight: 1, holds: [hold] });
  await sweepOver().sweep();
  expect((await outbox.read(roundId))?.state).toBe('expired');
});

it('a round may lapse when the ledger’s clock has left the window, not a second earlier', async () => {
  await pendingRound(outbox, CLOCK_SECONDS - WINDOW_SECONDS);
  const outside = await pendingRound(outbox, CLOCK_SECONDS - WINDOW_SECONDS - 1);
  await sweepOver().sweep();
  expect(taken).toEqual([[outside.roundId, 'lapse']]);
});

it('a ledger whose clock runs ahead of this machine’s names no round', async () => {
  await pendingRound(outbox, CLOCK_SECONDS - WINDOW_SECONDS - 1);
  await sweepOver({ nowMs: () => (CLOCK_SECONDS - 7 * 3_600) * 1_000 }).sweep();
  expect(taken).toEqual([]);
});

it('no more rounds are taken than there is room for', async () => {
  for (let count = 0; count < 3; count += 1) await pendingRound(outbox, CLOCK_SECONDS - WINDOW_SECONDS - 1);
  await sweepOver({ room: 2 }).sweep();
  expect(taken).toHaveLength(2);
});

it('half the window without a settlement is told once per oldest round', async () => {
  const { roundId } = await pendingRound(outbox, CLOCK_SECONDS - WINDOW_SECONDS / 2 - 1);
  const { sweep } = sweepOver();
  await sweep();
  await sweep();
  expect(logLines.filter((line) => line.includes('half of the settlement window') && line.includes(roundId))).toHaveLength(1);
});

it('the lamports of the accounts that pay are told, of the same call as the clock', async () => {
  const { sweep, text } = sweepOver();
  await sweep();
  expect(await text()).toContain(`oracle_settlement_payer_lamports{payer="${formatAddress(GATEWAY_AUTHORITY)}"} 123456789`);
  expect(rpc.calls).toEqual(['getMultipleAccounts']);
});

it('a ledger that does not answer stops no other step, is counted and told', async () => {
  await pendingRound(outbox, CLOCK_SECONDS);
  await rpc.close();
  const { sweep, text, upstreams } = sweepOver();
  await sweep();
  expect(await text()).toContain('oracle_settlement_sweep_failures_total{step="lapse"} 1');
  expect(await text()).toContain('oracle_settlement_rounds{state="pending"} 1');
  expect(await text()).toMatch(/oracle_settlement_oldest_pending_seconds [1-9]/);
  expect(await text()).toContain(`oracle_settlement_payer_lamports{payer="${formatAddress(GATEWAY_AUTHORITY)}"} Nan`);
  expect(Object.keys(upstreams.troubles())).toEqual(['ledger']);
});

it('receipts in the index are told, and receipts without room in it', async () => {
  for (let count = 0; count < 5; count += 1) await receipts.add([{ roundId: sampleRoundId(), timestampSeconds: CLOCK_SECONDS }]);
  const { sweep, text } = sweepOver();
  await sweep();
  expect(await text()).toContain('oracle_settlement_receipts{state="open"} 2');
  expect(await text()).toContain('oracle_settlement_receipts{state="forgotten"} 3');
});

it('rows of the books are counted that wait and that found no room, with the age of the oldest', async () => {
  const books = { waiting: 7, oldestMs: 90_000, lost: 3 };
  const over: Outbox = { ...outbox, statistics: async () => ({ ...(await outbox.statistics()), books }) };
  const { sweep, text } = sweepOver({ over });
  await sweep();
  expect(await text()).toContain('oracle_settlement_books_rows{state="waiting"} 7');
  expect(await text()).toContain('oracle_settlement_books_rows{state="lost"} 3');
  expect(await text()).toContain('oracle_settlement_books_oldest_seconds 90\n');
});

it('an outbox that does not answer leaves no statistic that looks like a true one', async () => {
  await pendingRound(outbox, CLOCK_SECONDS);
  let isGone = false;
  const over: Outbox = { ...outbox, statistics: () => (isGone ? Promise.reject(new Error('Command timed out')) : outbox.statistics()) };
  const { sweep, text, upstreams } = sweepOver({ over });
  await sweep();
  expect(await text()).toContain('oracle_settlement_rounds{state="pending"} 1');
  isGone = true;
  await sweep();
  expect(await text()).toContain('oracle_settlement_rounds{state="pending"} Nan');
  expect(await text()).toContain('oracle_settlement_receipts{state="forgotten"} Nan');
  expect(await text()).toMatch(/oracle_settlement_oldest_pending_seconds Nan/);
  expect(await text()).toMatch(/oracle_settlement_books_rows\{state="waiting"\} Nan\n/);
  expect(await text()).toMatch(/oracle_settlement_books_oldest_seconds Nan/);
  expect(await text()).toContain('oracle_settlement_up{part="outbox"} 0');
  expect(upstreams.troubles()).toEqual({ outbox: 'Command timed out' });
});
