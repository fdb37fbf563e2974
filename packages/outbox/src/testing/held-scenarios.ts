import type { RoundId } from '@oracle-gateway/protocol';
import assert from 'node:assert/strict';
import type { Claim } from '../commands/outbox.js';
import { OUTLASTS_MS, OVER_AT_ONCE_MS, REASON, Steps, scenario, type OutboxScenario } from './scenario.js';

/** The claim with which a worker lets a round lapse whose window has passed. */
async function early({ outbox }: Steps, roundId: RoundId): Promise<Claim> {
  const claim = await outbox.claim({ roundId, workerId: 'sweep', leaseMs: OVER_AT_ONCE_MS, early: true });
  assert.ok(claim !== null);
  return claim;
}

/** Rules of rounds that are held from their commit until an operator releases them. */
export const heldScenarios: readonly OutboxScenario[] = [
  scenario('a held round is pending, never due, and claimed by no worker that settles', async (open) => {
    const steps = new Steps(await open());
    const roundId = await steps.held();
    const record = await steps.outbox.read(roundId);
    assert.deepEqual([record?.state, record?.held, record?.parked], ['pending', true, false]);
    assert.deepEqual(await steps.outbox.due({ limit: 10 }), []);
    assert.equal(await steps.outbox.claim({ roundId, workerId: 'worker', leaseMs: OUTLASTS_MS }), null);
  }),
  scenario('a held round is released once, and settled like any other', async (open) => {
    const steps = new Steps(await open());
    const roundId = await steps.held();
    assert.deepEqual(await steps.outbox.release([roundId]), [roundId]);
    assert.deepEqual(await steps.outbox.release([roundId]), []);
    assert.deepEqual(await steps.outbox.due({ limit: 10 }), [roundId]);
    assert.deepEqual(await steps.outbox.held({ limit: 10 }), []);
    assert.equal((await steps.outbox.read(roundId))?.held, undefined);
    await steps.settle(await steps.claim(roundId));
    assert.equal((await steps.outbox.read(roundId))?.state, 'settled');
  }),
  scenario('held rounds and parked ones are listed apart, and neither command takes the other kind', async (open) => {
    const steps = new Steps(await open());
    const [held, parked] = [await steps.held(), await steps.pending()];
    await steps.park(parked);
    assert.deepEqual([await steps.outbox.held({ limit: 10 }), await steps.outbox.parked({ limit: 10 })], [[held], [parked]]);
    assert.deepEqual([await steps.outbox.requeue([held]), await steps.outbox.release([parked])], [[], []]);
    assert.deepEqual([await steps.outbox.requeue([parked]), await steps.outbox.release([held])], [[parked], [held]]);
  }),
  scenario('a repeated commit does not hold a round again that was released', async (open) => {
    const steps = new Steps(await open());
    const reservation = await steps.reserved();
    await steps.commit(reservation, { held: true });
    await steps.outbox.release([reservation.roundId]);
    await steps.commit(reservation, { held: true });
    assert.deepEqual(await steps.outbox.due({ limit: 10 }), [reservation.roundId]);
  }),
  scenario('a held round lapses and gives its unit back', async (open) => {
    const steps = new Steps(await open());
    const roundId = await steps.held({ available: 1n });
    assert.deepEqual(await steps.outbox.pendingBefore({ timestampSeconds: 2_000_000_000, limit: 10 }), [roundId]);
    assert.equal((await steps.reserve(roundId)).outcome, 'duplicate');
    await steps.outbox.lapse(await early(steps, roundId), 'settlement_window_passed');
    const record = await steps.outbox.read(roundId);
    assert.deepEqual([record?.state, record?.held, record?.parked], ['lapsed', undefined, false]);
    assert.deepEqual(await steps.outbox.held({ limit: 10 }), []);
    assert.deepEqual(await steps.outbox.release([roundId]), []);
    await steps.reserved({ available: 1n });
  }),
  scenario('a held round stays held, whatever else its early claim ends with', async (open) => {
    const steps = new Steps(await open());
    const roundId = await steps.held();
    await steps.outbox.postpone(await early(steps, roundId), { retryAfterMs: OVER_AT_ONCE_MS, reason: REASON });
    await steps.outbox.renew(await early(steps, roundId), { leaseMs: OVER_AT_ONCE_MS });
    const claim = await early(steps, roundId);
    await steps.outbox.refuse(claim, { reason: 'no', retryAfterMs: OVER_AT_ONCE_MS, maxAttempts: 1 });
    assert.deepEqual([await steps.outbox.held({ limit: 10 }), await steps.outbox.parked({ limit: 10 })], [[roundId], []]);
    assert.deepEqual(await steps.outbox.due({ limit: 10 }), []);
  }),
  scenario('a held round whose receipt is found is settled, and a rollback makes it due', async (open) => {
    const steps = new Steps(await open());
    const roundId = await steps.held();
    await steps.settle(await early(steps, roundId));
    assert.deepEqual(await steps.outbox.held({ limit: 10 }), []);
    assert.equal(await steps.outbox.rollBack({ roundId, seenAtSlot: 10, reason: 'receipt_lost' }), true);
    assert.deepEqual(await steps.outbox.due({ limit: 10 }), [roundId]);
  }),
];
