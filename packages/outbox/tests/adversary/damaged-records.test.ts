import type { RoundId } from '@oracle-gateway/protocol';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeEach, expect, inject, it } from 'vitest';
import { connectRedis, createOutbox, outboxPrefix, UnreadableRecordError, type Outbox } from '../../src/index.js';
import { encodeRoundPayment } from '../../src/records/round-payment.js';
import { encodeSettlementPayload } from '../../src/records/settlement-payload.js';
import { readPieces } from '../../src/wire/record-fields.js';
import { sampleAddress, samplePayload, samplePayment, sampleSigned, sampleRoundId } from '../../src/testing/index.js';
import { encodeBody } from '../../src/wire/record-body.js';

const redis = connectRedis(inject('redisUrl'));
afterAll(() => redis.disconnect());

let outbox: Outbox;
let prefix: string;
beforeEach(() => {
  const gateway = sampleAddress();
  prefix = outboxPrefix(gateway);
  outbox = createOutbox({ redis, gateway, identityTtlSeconds: 60, resultTtlSeconds: 60, reservationMarginMs: 0 });
});

function recordOf(roundId: RoundId): string {
  return `${prefix}:round:${roundId}`;
}

async function reserved(quotaKey = 'subscription:any', deadlineMs = 0) {
  const roundId = sampleRoundId();
  const holds = [{ quotaKey, units: 1, available: 1n, slot: 1, until: 'settled' as const }];
  const outcome = await outbox.reserve({ path: 'subscription', roundId, holds, deadlineMs, maxInFlight: 100 });
  if (outcome.outcome !== 'reserved') throw new Error(outcome.outcome);
  return { roundId, token: outcome.token };
}

/** The fields of a body, in pieces as a record keeps them. */
function bodyOf(payload: string): Record<string, Buffer> {
  const pieces = encodeBody({ payload, result: '{}' }).match(/.{1,64}/gs) ?? [];
  return Object.fromEntries([...pieces, ''].map((piece, index) => [`b${index}`, Buffer.from(piece, 'latin1')]));
}

async function pending(): Promise<RoundId> {
  const reservation = await reserved('subscription:pending', 60_000);
  await outbox.commit({ ...reservation, settlement: samplePayload(), result: '{}' });
  return reservation.roundId;
}

it('a reservation whose record is gone does not keep the others from expiring', async () => {
  const orphan = await reserved('subscription:orphan');
  const other = await reserved();
  await redis.del(recordOf(orphan.roundId));
  expect(await outbox.expireReservations({ limit: 10 })).toBe(1);
  expect((await outbox.read(other.roundId))?.state).toBe('expired');
  expect(await redis.zcard(`${prefix}:reserved`)).toBe(0);
  expect((await outbox.statistics()).totals.expired).toBe(1);
});

it('a pending record that is gone is due no more once a worker has asked for it', async () => {
  const roundId = await pending();
  await redis.del(recordOf(roundId));
  expect(await outbox.claim({ roundId, workerId: 'worker', leaseMs: 60_000 })).toBeNull();
  expect(await outbox.due({ limit: 10 })).toEqual([]);
  expect(await outbox.pendingBefore({ timestampSeconds: 2_000_000_000, limit: 10 })).toEqual([]);
});

it.each([
  ['of another version', { version: '999' }],
  ['with a payload of another version', bodyOf(encodeSettlementPayload(samplePayload()).replace('"version":1', '"version":2'))],
  ['with a payload that is no JSON', bodyOf('{')],
  ['with a body of other bytes', { b0: 'no body' }],
  ['with a body of one text', { b0: deflateSync('{}') }],
  ['with a malformed broadcast', { broadcasts0: 'x' }],
  ['with malformed attempts', { attempts: 'many' }],
])('a record %s can be parked by the worker that claimed it, and lapse: it is not tried for ever', async (_damage, fields) => {
  const roundId = await pending();
  await redis.hset(recordOf(roundId), fields);
  const claim = (early: boolean) => outbox.claim({ roundId, workerId: 'worker', leaseMs: 60_000, early });
  const error: unknown = await claim(false).catch((thrown: unknown) => thrown);
  if (!(error instanceof UnreadableRecordError)) throw new Error('it was read');
  expect(error.message).toContain(roundId);
  expect(await outbox.refuse(error.claim, { reason: error.message, retryAfterMs: 0, maxAttempts: 0 })).toBe('parked');
  expect(await outbox.due({ limit: 10 })).toEqual([]);
  expect(await outbox.parked({ limit: 10 })).toEqual([roundId]);
  expect(readPieces(await redis.hgetall(recordOf(roundId)), 'reason')).toBe(error.message);

  await redis.hset(recordOf(roundId), fields);
  const late: unknown = await claim(true).catch((thrown: unknown) => thrown);
  if (!(late instanceof UnreadableRecordError)) throw new Error('it was read');
  await outbox.lapse(late.claim, 'settlement_window_passed');
  expect(await redis.hget(recordOf(roundId), 'state')).toBe('lapsed');
  await expect(reserved('subscription:pending')).resolves.toBeDefined();
});

it('a settled record that this version cannot read keeps no other from becoming final', async () => {
  const settle = async () => {
    const roundId = await pending();
    const claim = await outbox.claim({ roundId, workerId: 'worker', leaseMs: 60_000 });
    if (claim === null) throw new Error('not claimed');
    const readings = [{ quotaKey: 'subscription:pending', available: 1n, slot: 2 }];
    await outbox.settle(claim, { signature: null, slot: 2, seenAtSlot: 2, readings });
    return roundId;
  };
  const [damaged, other] = [await settle(), await settle()];
  await redis.hset(recordOf(damaged), bodyOf('{'));
  expect((await outbox.unfinal({ limit: 10 })).map(({ roundId }) => roundId)).toEqual([other]);
});

async function settling(quotaKey: string) {
  const reservation = await reserved(quotaKey, 60_000);
  await outbox.beginPayment({ ...reservation, payment: samplePayment(), signed: sampleSigned(), result: '{"value":"1"}', leaseMs: 0 });
  return reservation;
}

it.each([
  ['of another version', { version: '999' }],
  ['with a payment of another version', bodyOf(encodeRoundPayment(samplePayment()).replace('"version":1', '"version":2'))],
  ['with a settlement payload in place of its payment', bodyOf(encodeSettlementPayload(samplePayload()))],
  ['with a body of other bytes', { b0: 'no body' }],
])('a payment %s stays in doubt, and gives nothing away', async (_damage, fields) => {
  const { roundId } = await settling('payer:any');
  await redis.hset(recordOf(roundId), fields);
  const error: unknown = await outbox.claimPayment({ roundId, claimedBy: 'sweep', leaseMs: 60_000 }).catch((thrown: unknown) => thrown);
  if (!(error instanceof UnreadableRecordError)) throw new Error('it was read');
  await outbox.doubtPayment(error.claim, { reason: error.message });
  expect(await redis.hget(recordOf(roundId), 'state')).toBe('payment_unknown');
  expect(await outbox.payments({ limit: 10, olderThanMs: 0 })).toEqual([roundId]);
  await expect(outbox.read(roundId)).rejects.toThrow();
});

it('a payment whose record is gone is listed no more once a process has asked for it', async () => {
  const { roundId } = await settling('payer:any');
  await redis.del(recordOf(roundId));
  expect(await outbox.claimPayment({ roundId, claimedBy: 'sweep', leaseMs: 0 })).toBeNull();
  expect(await outbox.payments({ limit: 10, olderThanMs: 0 })).toEqual([]);
});

it('a payment that may have been made does not expire, even where it is listed among the reservations', async () => {
  const { roundId } = await settling('payer:any');
  const doubted = await settling('payer:other');
  await outbox.doubtPayment(doubted, { reason: 'no answer' });
  await redis.zadd(`${prefix}:reserved`, 1, roundId, 1, doubted.roundId);
  expect(await outbox.expireReservations({ limit: 10 })).toBe(0);
  const states = await Promise.all([roundId, doubted.roundId].map(async (each) => (await outbox.read(each))?.state));
  expect(states).toEqual(['settling', 'payment_unknown']);
  expect(await redis.zcard(`${prefix}:reserved`)).toBe(0);
});
