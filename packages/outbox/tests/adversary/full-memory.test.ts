import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Redis } from 'ioredis';
import { connectRedis, createOutbox, createSettlementQueue, type Outbox } from '../../src/index.js';
import { sampleAddress, samplePayload, samplePayment, sampleSigned, sampleRoundId } from '../../src/testing/index.js';
import { ThrowawayRedis } from '@oracle-gateway/dev-servers';

let server: ThrowawayRedis;
let redis: Redis;
let outbox: Outbox;
beforeAll(async () => {
  server = await ThrowawayRedis.start();
  redis = connectRedis(server.url);
  outbox = createOutbox({ redis, gateway: sampleAddress(), identityTtlSeconds: 60, resultTtlSeconds: 60, reservationMarginMs: 0 });
});
afterEach(() => redis.config('SET', 'maxmemory', '0'));
afterAll(async () => {
  redis.disconnect();
  await server.end();
});

function fillMemory() {
  return redis.config('SET', 'maxmemory', '1mb');
}

function hold(quotaKey: string) {
  return { quotaKey, units: 1, available: 1n, slot: 1, until: 'settled' as const };
}

async function reserved(quotaKey: string, deadlineMs = 60_000) {
  const roundId = sampleRoundId();
  const reserved = await outbox.reserve({ path: 'subscription', roundId, holds: [hold(quotaKey)], deadlineMs, maxInFlight: 100 });
  if (reserved.outcome !== 'reserved') throw new Error(reserved.outcome);
  return { roundId, token: reserved.token };
}

async function claimed(quotaKey: string) {
  const reservation = await reserved(quotaKey);
  await outbox.commit({ ...reservation, settlement: samplePayload(), result: '{}' });
  const claim = await outbox.claim({ roundId: reservation.roundId, workerId: 'worker', leaseMs: 0 });
  if (claim === null) throw new Error('not claimed');
  return claim;
}

it('a full memory refuses a reservation as a whole: nothing is taken and no reading is kept', async () => {
  await reserved('sub:a');
  await fillMemory();
  const keysBefore = await redis.dbsize();
  const input = { path: 'subscription', roundId: sampleRoundId(), deadlineMs: 60_000, maxInFlight: 100 } as const;
  // The account is known already, so even the first write of the script would free nothing.
  await expect(outbox.reserve({ ...input, holds: [hold('sub:a')] })).rejects.toThrow(/OOM/);
  await expect(outbox.reserve({ ...input, holds: [hold('sub:b')] })).rejects.toThrow(/OOM/);
  expect(await redis.dbsize()).toBe(keysBefore);
});

it('a full memory stops nothing that was begun: rounds are committed, failed, expired, settled, made final, rolled back and lapse', async () => {
  const [committing, failing] = [await reserved('sub:c'), await reserved('sub:d')];
  await reserved('sub:e', 0);
  const [settling, lapsing, parking, waiting] = [
    await claimed('sub:f'),
    await claimed('sub:g'),
    await claimed('sub:h'),
    await claimed('sub:i'),
  ];
  await fillMemory();

  await outbox.commit({ ...committing, settlement: samplePayload(), result: '{}' });
  await outbox.fail({ ...failing, reason: 'no' });
  expect(await outbox.expireReservations({ limit: 10 })).toBe(1);
  const { roundId } = settling;
  await outbox.renew(settling, { leaseMs: 60_000 });
  await outbox.recordBroadcast(settling, { signature: '5'.repeat(88), lastValidBlockHeight: 1, wire: new Uint8Array(1_232).fill(1) });
  const readings = [{ quotaKey: 'sub:f', available: 1n, slot: 2 }];
  await outbox.settle(settling, { signature: null, slot: 2, seenAtSlot: 2, readings });
  expect(await outbox.unfinal({ limit: 10 })).toHaveLength(1);
  expect(await outbox.rollBack({ roundId, seenAtSlot: 2, reason: 'rolled_back' })).toBe(true);
  const again = await outbox.claim({ roundId, workerId: 'worker', leaseMs: 60_000 });
  if (again === null) throw new Error('not claimed');
  await outbox.settle(again, { signature: null, slot: 3, seenAtSlot: 3, readings });
  expect(await outbox.finalize({ roundId, seenAtSlot: 3 })).toBe(true);
  await outbox.lapse(lapsing, 'no');
  expect(await outbox.refuse(parking, { reason: 'no', retryAfterMs: 0, maxAttempts: 0 })).toBe('parked');
  expect(await outbox.requeue([parking.roundId])).toEqual([parking.roundId]);
  await outbox.postpone(waiting, { retryAfterMs: 0, reason: 'why' });
  await outbox.storeReading({ quotaKey: 'sub:f', available: 5n, slot: 9 });
  expect((await outbox.read(roundId))?.settlement).toEqual({ signature: null, slot: 3, final: true });
  expect(await outbox.statistics()).toMatchObject({ parked: 0, unfinal: 0, totals: { settled: 2, lapsed: 1, failed: 1, expired: 1 } });
});

it('a full memory stops no payment that may have been made, nor its conclusion', async () => {
  const settling = async (quotaKey: string) => {
    const reservation = await reserved(quotaKey);
    await outbox.beginPayment({ ...reservation, payment: samplePayment(), signed: sampleSigned(), result: '{}', leaseMs: 0 });
    return reservation;
  };
  const [beginning, paying, refusing] = [await reserved('payer:a'), await settling('payer:b'), await settling('payer:c')];
  await fillMemory();

  await outbox.beginPayment({ ...beginning, payment: samplePayment(), signed: sampleSigned(), result: '{}', leaseMs: 60_000 });
  await outbox.noteSignature(paying, '5'.repeat(88));
  await outbox.pay(paying, { signature: '5'.repeat(88), slot: null, text: 'x'.repeat(4_096) });
  await outbox.doubtPayment(refusing, { reason: 'why' });
  const claim = await outbox.claimPayment({ roundId: refusing.roundId, claimedBy: 'sweep', leaseMs: 0 });
  if (claim === null) throw new Error('not claimed');
  await outbox.renewPayment(claim, { leaseMs: 60_000 });
  await outbox.refusePayment(claim, { reason: 'no' });
  expect(await outbox.statistics()).toMatchObject({ paying: 1, totals: { paid: 1, unpaid: 1 } });
});

it('a wake-up that a full memory refuses is reported, and the record is due without it', async () => {
  const failures: string[] = [];
  const queue = createSettlementQueue({ redis, gateway: sampleAddress(), onWakeFailure: (_error, roundId) => failures.push(roundId) });
  await fillMemory();
  const roundId = sampleRoundId();
  await queue.wake(roundId);
  expect(failures).toEqual([roundId]);
  await queue.close();
});
