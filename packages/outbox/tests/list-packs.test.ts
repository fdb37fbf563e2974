import { afterAll, expect, inject, it } from 'vitest';
import { connectRedis, createOutbox, outboxPrefix } from '../src/index.js';
import { MAX_FAILURE_CHARS } from '../src/records/reason.js';
import { sampleAddress, samplePayload, samplePayment, sampleRoundId, sampleSigned } from '../src/testing/index.js';

const redis = connectRedis(inject('redisUrl'));
afterAll(() => redis.disconnect());

const NAME = `${'n'.repeat(250)}:4711`;
const REASON = `${'r'.repeat(150)}ü${'r'.repeat(150)}`;
const SIGNATURES = Array.from({ length: 20 }, (_, place) => 'z'.repeat(place + 1).padEnd(88, '5'));
const OVER = { leaseMs: 0 };

/** An outbox that tells how the server keeps a record after each of its commands. */
function openOutbox() {
  const gateway = sampleAddress();
  const outbox = createOutbox({ redis, gateway, identityTtlSeconds: 60, resultTtlSeconds: 60, reservationMarginMs: 0 });
  const roundId = sampleRoundId();
  const kept: string[] = [];
  const tell = async <T>(command: Promise<T>): Promise<T> => {
    const answer = await command;
    kept.push(String(await redis.object('ENCODING', `${outboxPrefix(gateway)}:round:${roundId}`)));
    return answer;
  };
  const reserve = async (path: string) => {
    const holds = Array.from({ length: 4 }, (_, place) => {
      return { quotaKey: `quota:${'q'.repeat(40)}${place}`, units: 1, available: 1n, slot: null, until: 'settled' as const };
    });
    const reserved = await tell(outbox.reserve({ path, roundId, holds, createdBy: NAME, deadlineMs: 60_000, maxInFlight: 9 }));
    if (reserved.outcome !== 'reserved') throw new Error(reserved.outcome);
    return { roundId, token: reserved.token };
  };
  return { outbox, roundId, kept, tell, reserve };
}

it('a record is a list pack however long the texts of its settlement are', async () => {
  const { outbox, roundId, kept, tell, reserve } = openOutbox();
  await tell(outbox.commit({ ...(await reserve('subscription')), settlement: samplePayload(), result: JSON.stringify('a'.repeat(9_000)) }));
  const claim = async () => {
    const claimed = await tell(outbox.claim({ roundId, workerId: NAME, leaseMs: 60_000, early: true }));
    if (claimed === null) throw new Error('not claimed');
    return claimed;
  };
  const claimed = await claim();
  for (const signature of SIGNATURES)
    await tell(outbox.recordBroadcast(claimed, { signature, lastValidBlockHeight: 400_000_000, wire: Uint8Array.of(1) }));
  await tell(outbox.renew(claimed, { leaseMs: 60_000, reason: REASON }));
  await tell(outbox.postpone(claimed, { retryAfterMs: 0, reason: REASON }));
  await tell(outbox.refuse(await claim(), { retryAfterMs: 0, reason: REASON, maxAttempts: 9 }));
  const settled = { signature: SIGNATURES[0]!, slot: 5, seenAtSlot: 5, readings: [] };
  await tell(outbox.settle(await claim(), settled));
  await tell(outbox.rollBack({ roundId, seenAtSlot: 5, reason: REASON }));
  await tell(outbox.lapse(await claim(), REASON));
  expect(new Set(kept)).toEqual(new Set(['listpack']));
});

it('a record is a list pack however long the texts of its payment are', async () => {
  const { outbox, roundId, kept, tell, reserve } = openOutbox();
  const reservation = await reserve('x402');
  const result = JSON.stringify('a'.repeat(9_000));
  await tell(outbox.beginPayment({ ...reservation, payment: samplePayment(), signed: sampleSigned(), result, ...OVER }));
  const claimed = await tell(outbox.claimPayment({ roundId, claimedBy: NAME, leaseMs: 60_000 }));
  if (claimed === null) throw new Error('not claimed');
  await tell(outbox.noteSignature(claimed, SIGNATURES[0]!));
  await tell(outbox.doubtPayment(claimed, { reason: REASON }));
  const again = await tell(outbox.claimPayment({ roundId, claimedBy: NAME, leaseMs: 60_000 }));
  if (again === null) throw new Error('not claimed');
  await tell(outbox.pay(again, { signature: SIGNATURES[1]!, slot: 5, text: 't'.repeat(900) }));
  expect(new Set(kept)).toEqual(new Set(['listpack']));
});

it('a record is a list pack however long the words of its failure are', async () => {
  const { outbox, kept, tell, reserve } = openOutbox();
  await tell(outbox.fail({ ...(await reserve('subscription')), reason: 'upstream_failure', failure: 'f'.repeat(MAX_FAILURE_CHARS) }));
  expect(kept).toEqual(['listpack', 'listpack']);
});
