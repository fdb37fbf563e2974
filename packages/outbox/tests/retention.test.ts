import { formatAddress, type Address, type RoundId } from '@oracle-gateway/protocol';
import { afterAll, beforeEach, expect, inject, it } from 'vitest';
import { connectRedis, createOutbox, outboxPrefix, type Outbox } from '../src/index.js';
import { sampleAddress, samplePayload, samplePayment, sampleSigned, sampleRoundId } from '../src/testing/index.js';

const IDENTITY_TTL_SECONDS = 500;
const RESULT_TTL_SECONDS = 100;

/** The life that a key was given, -1 without an end: all of them are whole hundreds, and less than that has passed since. */
async function lifeSeconds(key: string): Promise<number> {
  const left = await redis.ttl(key);
  return left < 0 ? left : Math.ceil(left / 100) * 100;
}

const redis = connectRedis(inject('redisUrl'));
afterAll(() => redis.disconnect());

let outbox: Outbox;
let prefix: string;
let gateway: Address;
beforeEach(() => {
  gateway = sampleAddress();
  prefix = outboxPrefix(gateway);
  outbox = createOutbox({
    redis,
    gateway,
    identityTtlSeconds: IDENTITY_TTL_SECONDS,
    resultTtlSeconds: RESULT_TTL_SECONDS,
    reservationMarginMs: 0,
  });
});

async function reserve(): Promise<{ roundId: RoundId; token: string }> {
  const roundId = sampleRoundId();
  const quotaKey = `subscription:${formatAddress(sampleAddress())}`;
  const holds = [{ quotaKey, units: 1, available: 10n, slot: 1, until: 'settled' as const }];
  const reserved = await outbox.reserve({ path: 'subscription', roundId, holds, listedUnder: 'payer:any', deadlineMs: 0, maxInFlight: 10 });
  if (reserved.outcome !== 'reserved') throw new Error('not reserved');
  return { roundId, token: reserved.token };
}

async function settled(): Promise<RoundId> {
  const reservation = await reserve();
  await outbox.commit({ ...reservation, settlement: samplePayload(), result: '{}' });
  const claim = await outbox.claim({ roundId: reservation.roundId, workerId: 'worker', leaseMs: 1_000 });
  if (claim === null) throw new Error('not claimed');
  const readings = claim.holds.map(({ quotaKey }) => ({ quotaKey, available: 9n, slot: 2 }));
  await outbox.settle(claim, { signature: null, slot: 2, seenAtSlot: 2, readings });
  return reservation.roundId;
}

async function settling(): Promise<{ roundId: RoundId; token: string }> {
  const reservation = await reserve();
  await outbox.beginPayment({ ...reservation, payment: samplePayment(), signed: sampleSigned(), result: '{}', leaseMs: 0 });
  return reservation;
}

it('the name that a payment gives its round ends with the record', async () => {
  const paid = await settling();
  await outbox.pay(paid, { signature: '5'.repeat(88), slot: 2, text: null });
  const [name, record] = [
    await redis.pexpiretime(`${prefix}:payment:${'5'.repeat(22)}`),
    await redis.pexpiretime(`${prefix}:round:${paid.roundId}`),
  ];
  expect(name).toBeGreaterThan(0);
  expect(name).toBe(record);
});

it('a round that is paid per request never ends by itself before it is concluded, and then as any other', async () => {
  const [paid, unpaid] = [await settling(), await settling()];
  await outbox.doubtPayment(unpaid, { reason: 'no answer' });
  for (const { roundId } of [paid, unpaid]) expect(await redis.ttl(`${prefix}:round:${roundId}`)).toBe(-1);
  await outbox.pay(paid, { signature: '5'.repeat(88), slot: 2, text: null });
  const claim = await outbox.claimPayment({ roundId: unpaid.roundId, claimedBy: 'sweep', leaseMs: 0 });
  if (claim === null) throw new Error('not claimed');
  await outbox.refusePayment(claim, { reason: 'expired unseen' });
  for (const { roundId } of [paid, unpaid]) expect(await lifeSeconds(`${prefix}:round:${roundId}`)).toBe(IDENTITY_TTL_SECONDS);
});

it('an unfinished record never ends by itself', async () => {
  const { roundId, token } = await reserve();
  expect(await redis.ttl(`${prefix}:round:${roundId}`)).toBe(-1);
  await outbox.commit({ roundId, token, settlement: samplePayload(), result: '{}' });
  expect(await redis.ttl(`${prefix}:round:${roundId}`)).toBe(-1);
});

it('a settled record has no end until it is final', async () => {
  const roundId = await settled();
  expect(await redis.ttl(`${prefix}:round:${roundId}`)).toBe(-1);
  expect(await outbox.finalize({ roundId, seenAtSlot: 2 })).toBe(true);
  expect(await lifeSeconds(`${prefix}:round:${roundId}`)).toBe(IDENTITY_TTL_SECONDS);
});

it('a finished record lives as long as its identity must and its answer is promised, whichever is longer', async () => {
  const roundId = await settled();
  await outbox.finalize({ roundId, seenAtSlot: 2 });
  expect(await lifeSeconds(`${prefix}:round:${roundId}`)).toBe(IDENTITY_TTL_SECONDS);
  const longer = createOutbox({ redis, gateway, identityTtlSeconds: 0, resultTtlSeconds: RESULT_TTL_SECONDS });
  const other = await settled();
  await longer.finalize({ roundId: other, seenAtSlot: 2 });
  expect(await lifeSeconds(`${prefix}:round:${other}`)).toBe(RESULT_TTL_SECONDS);
});

it('a round that failed is kept as long as its identity must be, and not as long as an answer', async () => {
  const longer = createOutbox({ redis, gateway, identityTtlSeconds: IDENTITY_TTL_SECONDS, resultTtlSeconds: 2 * IDENTITY_TTL_SECONDS });
  const reservation = await reserve();
  await longer.fail({ ...reservation, reason: 'no' });
  expect(await lifeSeconds(`${prefix}:round:${reservation.roundId}`)).toBe(IDENTITY_TTL_SECONDS);
  for (const key of await redis.keys(`${prefix}:account:*`))
    expect(await lifeSeconds(key)).toBeGreaterThanOrEqual(2 * IDENTITY_TTL_SECONDS);
});

it('once all rounds are finished, every key but the totals and the books has an end', async () => {
  await outbox.finalize({ roundId: await settled(), seenAtSlot: 2 });
  await outbox.pay(await settling(), { signature: '5'.repeat(88), slot: 2, text: null });
  await outbox.fail({ ...(await reserve()), reason: 'no' });
  await reserve();
  await outbox.expireReservations({ limit: 10 });
  const keys = await redis.keys(`${prefix}*`);
  const endless: string[] = [];
  for (const key of keys) if ((await redis.ttl(key)) === -1) endless.push(key);
  expect(endless.toSorted()).toEqual(['books', 'books-head', 'totals'].map((name) => `${prefix}:${name}`));
  expect(keys).toContain(`${prefix}:listed:payer:any`);
  expect(keys.length).toBeGreaterThan(6);
});

it('a script that the server has forgotten is sent again', async () => {
  await redis.script('FLUSH');
  await expect(outbox.statistics()).resolves.toMatchObject({ reserved: 0 });
});

it('limits and durations that are no whole numbers are refused before anything is sent', async () => {
  await expect(outbox.due({ limit: -1 })).rejects.toThrow(RangeError);
  await expect(outbox.expireReservations({ limit: 1.5 })).rejects.toThrow(RangeError);
  const { roundId } = await reserve();
  await expect(outbox.claim({ roundId, workerId: 'worker', leaseMs: Number.NaN })).rejects.toThrow(RangeError);
});

/** A quota with one unit, which a round holds. */
async function held() {
  const reservation = await reserve();
  const [account = ''] = await redis.keys(`${prefix}:account:*`);
  const holds = account.replace(':account:', ':holds:');
  return { ...reservation, account, holds, quotaKey: account.slice(`${prefix}:account:`.length) };
}

it('holds live while a round has them, and end with their quota also when no reading ever counts its last settlement', async () => {
  const { roundId, token, account, holds } = await held();
  expect(await redis.ttl(holds)).toBe(-1);
  await outbox.commit({ roundId, token, settlement: samplePayload(), result: '{}' });
  const claim = await outbox.claim({ roundId, workerId: 'worker', leaseMs: 1_000 });
  if (claim === null) throw new Error('not claimed');
  await outbox.settle(claim, { signature: null, slot: 2, seenAtSlot: 2, readings: [] });
  expect(await lifeSeconds(holds)).toBe(2 * IDENTITY_TTL_SECONDS);
  expect(await redis.pexpiretime(holds)).toBe(await redis.pexpiretime(account));
  expect(await outbox.rollBack({ roundId, seenAtSlot: 2, reason: 'rolled_back' })).toBe(true);
  expect(await redis.ttl(holds)).toBe(-1);
});

it('holds end with their quota also when its end is put off, and when a round beside them gives its unit back', async () => {
  const { roundId, token, account, holds, quotaKey } = await held();
  await outbox.commit({ roundId, token, settlement: samplePayload(), result: '{}' });
  const claim = await outbox.claim({ roundId, workerId: 'worker', leaseMs: 1_000 });
  if (claim === null) throw new Error('not claimed');
  const other = { quotaKey, units: 1, available: 10n, slot: 1, until: 'settled' as const };
  const beside = sampleRoundId();
  const reserved = await outbox.reserve({ path: 'subscription', roundId: beside, holds: [other], deadlineMs: 0, maxInFlight: 10 });
  if (reserved.outcome !== 'reserved') throw new Error('not reserved');
  await outbox.settle(claim, { signature: null, slot: 9, seenAtSlot: 9, readings: [] });
  expect(await redis.ttl(holds)).toBe(-1);
  await outbox.fail({ roundId: beside, token: reserved.token, reason: 'no' });
  expect(await redis.pexpiretime(holds)).toBe(await redis.pexpiretime(account));
  await redis.hset(account, 'endsAtMs', 1);
  await outbox.storeReading({ quotaKey, available: 10n, slot: 2 });
  expect(await redis.hget(account, 'endsAtMs')).toBe(String(await redis.pexpiretime(account)));
  expect(await redis.pexpiretime(holds)).toBe(await redis.pexpiretime(account));
});

it('a quota lives a life from its last use at least, and counts its holds anew when it has ended before them', async () => {
  const { account, quotaKey } = await held();
  await redis.hset(account, 'endsAtMs', Date.now() + IDENTITY_TTL_SECONDS * 1_000 - 60_000);
  await outbox.storeReading({ quotaKey, available: 10n, slot: 1 });
  expect(await lifeSeconds(account)).toBe(2 * IDENTITY_TTL_SECONDS);
  await redis.del(account);
  expect((await outbox.holdTotals(quotaKey, { holders: 0 })).committed).toBe(1n);
  const hold = { quotaKey, units: 1, available: 1n, slot: 5, until: 'settled' as const };
  const again = { path: 'subscription', roundId: sampleRoundId(), holds: [hold], deadlineMs: 0, maxInFlight: 10 };
  expect((await outbox.reserve(again)).outcome).toBe('held');
  expect((await outbox.reserve({ ...again, holds: [{ ...hold, available: 2n }] })).outcome).toBe('held');
  expect((await outbox.reserve({ ...again, holds: [{ ...hold, available: 2n, slot: 6 }] })).outcome).toBe('reserved');
  expect((await outbox.holdTotals(quotaKey, { holders: 0 })).committed).toBe(2n);
});
