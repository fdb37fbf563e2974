import assert from 'node:assert/strict';
import { IllegalTransitionError, StaleTokenError, UnknownRoundError } from '../records/errors.js';
import { samplePayload, sampleRoundId } from './samples.js';
import { OVER_AT_ONCE_MS, Steps, scenario, type OutboxScenario } from './scenario.js';

/** Rules from the reservation to the answer. */
export const reservationScenarios: readonly OutboxScenario[] = [
  scenario('a used identity stays used, whatever became of its round', async (open) => {
    const steps = new Steps(await open());
    const reserved = await steps.reserved();
    assert.deepEqual(await steps.reserve(reserved.roundId), { outcome: 'duplicate', state: 'reserved' });
    await steps.commit(reserved);
    assert.deepEqual(await steps.reserve(reserved.roundId), { outcome: 'duplicate', state: 'pending' });
    await steps.settle(await steps.claim(reserved.roundId));
    assert.deepEqual(await steps.reserve(reserved.roundId), { outcome: 'duplicate', state: 'settled' });

    const failed = await steps.reserved();
    await steps.outbox.fail({ ...failed, reason: 'upstream_failure' });
    assert.deepEqual(await steps.reserve(failed.roundId), { outcome: 'duplicate', state: 'failed' });
  }),
  scenario('an identity whose reservation is over serves a repeat once, and the first process writes nothing more', async (open) => {
    const steps = new Steps(await open());
    for (const isSwept of [true, false]) {
      const gone = await steps.reserved({ available: 1n, deadlineMs: OVER_AT_ONCE_MS });
      if (isSwept) assert.equal(await steps.outbox.expireReservations({ limit: 10 }), 1);
      const again = await steps.reserve(gone.roundId, { available: 1n });
      assert.ok(again.outcome === 'reserved');
      assert.deepEqual(await steps.reserve(gone.roundId, { available: 9n }), { outcome: 'duplicate', state: 'reserved' });
      await assert.rejects(steps.commit(gone), StaleTokenError);
      await assert.rejects(steps.outbox.fail({ ...gone, reason: 'late' }), StaleTokenError);
      assert.equal(await steps.outbox.expireReservations({ limit: 10 }), 0);
      await steps.outbox.fail({ roundId: gone.roundId, token: again.token, reason: 'over' });
    }
  }),
  scenario(
    'the identity of a round that fails with its authorization unused is free again, as if nothing had been reserved',
    async (open) => {
      const steps = new Steps(await open());
      const first = await steps.reserved({ available: 1n });
      await steps.outbox.fail({ ...first, reason: 'node_share_used', unused: true });
      assert.equal((await steps.outbox.read(first.roundId))?.state, 'failed');
      const again = await steps.reserve(first.roundId, { available: 1n });
      assert.ok(again.outcome === 'reserved');
      const record = await steps.outbox.read(first.roundId);
      assert.deepEqual([record?.state, record?.reason], ['reserved', undefined]);
      assert.deepEqual(await steps.reserve(first.roundId, { available: 2n }), { outcome: 'duplicate', state: 'reserved' });
      await assert.rejects(steps.outbox.fail({ ...first, reason: 'late' }), StaleTokenError);
      const { token } = again;
      await steps.outbox.fail({ roundId: first.roundId, token, reason: 'upstream_failure' });
      assert.deepEqual(await steps.reserve(first.roundId, { available: 2n }), { outcome: 'duplicate', state: 'failed' });
    },
  ),
  scenario('of many who take such an identity again, one gets it', async (open) => {
    const steps = new Steps(await open());
    const first = await steps.reserved({ available: 9n });
    await steps.outbox.fail({ ...first, reason: 'node_share_used', unused: true });
    const answers = await Promise.all(Array.from({ length: 8 }, () => steps.reserve(first.roundId, { available: 9n })));
    assert.equal(answers.filter(({ outcome }) => outcome === 'reserved').length, 1);
  }),
  scenario('rounds that are not settled never take more of an account than is available', async (open) => {
    const steps = new Steps(await open());
    await steps.reserved({ available: 2n });
    await steps.pending({ available: 2n });
    const refused = sampleRoundId();
    assert.deepEqual(await steps.reserve(refused, { available: 2n }), { outcome: 'held', quotaKey: steps.quotaKey });
    assert.equal(await steps.outbox.read(refused), null, 'a refused reservation leaves no record');
    assert.equal((await steps.reserve(sampleRoundId(), { available: 1n, quotaKey: 'subscription:another' })).outcome, 'reserved');
  }),
  scenario('a failed or expired reservation gives its unit back', async (open) => {
    const steps = new Steps(await open());
    const failed = await steps.reserved({ available: 1n });
    await steps.outbox.fail({ ...failed, reason: 'upstream_failure' });
    await steps.reserved({ available: 1n, deadlineMs: OVER_AT_ONCE_MS });
    assert.equal(await steps.outbox.expireReservations({ limit: 10 }), 1);
    await steps.reserved({ available: 1n });
    assert.equal((await steps.outbox.read(failed.roundId))?.reason, 'upstream_failure');
  }),
  scenario('the cap in flight counts live reservations only', async (open) => {
    const steps = new Steps(await open());
    await steps.reserved({ maxInFlight: 1, deadlineMs: OVER_AT_ONCE_MS });
    const first = await steps.reserved({ maxInFlight: 1 });
    assert.deepEqual(await steps.reserve(sampleRoundId(), { maxInFlight: 1 }), { outcome: 'at_capacity' });
    await steps.commit(first);
    await steps.reserved({ maxInFlight: 1 });
  }),
  scenario('only overdue reservations expire, and none beyond the limit', async (open) => {
    const steps = new Steps(await open());
    const live = await steps.reserved();
    await steps.reserved({ deadlineMs: OVER_AT_ONCE_MS });
    await steps.reserved({ deadlineMs: OVER_AT_ONCE_MS });
    assert.equal(await steps.outbox.expireReservations({ limit: 1 }), 1);
    assert.equal(await steps.outbox.expireReservations({ limit: 10 }), 1);
    assert.equal((await steps.outbox.read(live.roundId))?.state, 'reserved');
  }),
  scenario('an expired reservation can no longer be committed or failed', async (open) => {
    const steps = new Steps(await open());
    const expired = await steps.reserved({ deadlineMs: OVER_AT_ONCE_MS });
    await steps.outbox.expireReservations({ limit: 10 });
    const isIllegal = (error: unknown): boolean => error instanceof IllegalTransitionError && error.state === 'expired';
    await assert.rejects(steps.commit(expired), isIllegal);
    await assert.rejects(steps.outbox.fail({ ...expired, reason: 'late' }), isIllegal);
  }),
  scenario('only the holder of the reservation commits or fails it', async (open) => {
    const steps = new Steps(await open());
    const { roundId } = await steps.reserved();
    await assert.rejects(steps.commit({ roundId, token: 'another' }), StaleTokenError);
    await assert.rejects(steps.outbox.fail({ roundId, token: 'another', reason: 'no' }), StaleTokenError);
    await assert.rejects(steps.commit({ roundId: sampleRoundId(), token: 'another' }), UnknownRoundError);
    assert.equal((await steps.outbox.read(roundId))?.state, 'reserved');
  }),
  scenario('a repeated commit changes nothing, even when the round has been settled in between', async (open) => {
    const steps = new Steps(await open());
    const reservation = await steps.reserved();
    await steps.commit(reservation);
    await steps.commit(reservation);
    await steps.settle(await steps.claim(reservation.roundId));
    await steps.commit(reservation);
    assert.equal((await steps.outbox.read(reservation.roundId))?.state, 'settled');
  }),
  scenario('a committed round cannot fail', async (open) => {
    const steps = new Steps(await open());
    const reservation = await steps.reserved();
    await steps.commit(reservation);
    await assert.rejects(steps.outbox.fail({ ...reservation, reason: 'client_gone' }), IllegalTransitionError);
  }),
  scenario('a record shows what was committed: the payload, the whole answer, and nothing else of the request', async (open) => {
    const outbox = await open();
    const roundId = sampleRoundId();
    const holds = [{ quotaKey: 'subscription:any', units: 1, available: 5n, slot: 1, until: 'settled' as const }];
    const reserved = await outbox.reserve({
      path: 'subscription',
      roundId,
      deadlineMs: 1_000,
      maxInFlight: 1,
      holds,
      createdBy: 'gateway-1',
    });
    assert.ok(reserved.outcome === 'reserved');
    assert.equal((await outbox.read(roundId))?.createdBy, 'gateway-1');
    const settlement = samplePayload();
    const secret = { ...settlement, apiConfig: 'must not be kept' };
    await outbox.commit({ roundId, token: reserved.token, settlement: secret, result: new TextEncoder().encode('{"value":"ü"}') });
    const record = await outbox.read(roundId);
    assert.ok(record !== null);
    assert.deepEqual(record.payload, settlement);
    assert.equal(record.result, '{"value":"ü"}');
    assert.equal(record.createdBy, 'gateway-1');
    assert.equal(record.createdAtMs, reserved.redisTimeMs);
  }),
];
