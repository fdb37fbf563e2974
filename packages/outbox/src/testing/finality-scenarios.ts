import assert from 'node:assert/strict';
import { StaleTokenError } from '../records/errors.js';
import { sampleRoundId } from './samples.js';
import { OUTLASTS_MS, OVER_AT_ONCE_MS, SIGNATURE, Steps, scenario, type OutboxScenario } from './scenario.js';

/** Rules from the settlement to the moment from which the ledger cannot lose it. */
export const finalityScenarios: readonly OutboxScenario[] = [
  scenario('a settled round is listed until it is final, the longest settled first', async (open) => {
    const steps = new Steps(await open());
    const [first, second] = [await steps.settled(), await steps.settled()];
    const listed = await steps.outbox.unfinal({ limit: 10 });
    assert.deepEqual(new Set(listed.map(({ roundId }) => roundId)), new Set([first, second]));
    assert.deepEqual(listed[0]?.settlement, (await steps.outbox.read(listed[0]?.roundId ?? first))?.payload);
    assert.equal((await steps.outbox.unfinal({ limit: 1 })).length, 1);
    assert.deepEqual(await steps.outbox.unfinal({ limit: 10, settledBeforeMs: 0 }), []);
    assert.equal(await steps.outbox.finalize({ roundId: first, seenAtSlot: 10 }), true);
    assert.equal(await steps.outbox.finalize({ roundId: first, seenAtSlot: 10 }), true);
    assert.deepEqual(
      (await steps.outbox.unfinal({ limit: 10 })).map(({ roundId, seenAtSlot }) => [roundId, seenAtSlot]),
      [[second, 10]],
    );
    assert.equal((await steps.outbox.read(first))?.settlement?.final, true);
    assert.equal((await steps.outbox.statistics()).unfinal, 1);
  }),
  scenario('only the settlement that was seen can become final', async (open) => {
    const steps = new Steps(await open());
    const pending = await steps.pending();
    assert.equal(await steps.outbox.finalize({ roundId: pending, seenAtSlot: 10 }), false);
    assert.equal(await steps.outbox.finalize({ roundId: sampleRoundId(), seenAtSlot: 10 }), false);
    const settled = await steps.settled();
    assert.equal(await steps.outbox.finalize({ roundId: settled, seenAtSlot: 11 }), false);
    assert.equal((await steps.outbox.read(settled))?.settlement?.final, false);
  }),
  scenario('a settlement that the ledger has lost is made again: due at once, with the attempts and the bytes it had', async (open) => {
    const steps = new Steps(await open());
    const roundId = await steps.pending();
    await steps.outbox.refuse(await steps.claim(roundId), { reason: 'no', retryAfterMs: OVER_AT_ONCE_MS, maxAttempts: 9 });
    const claim = await steps.claim(roundId);
    const broadcast = { signature: SIGNATURE, lastValidBlockHeight: 5, wire: Uint8Array.of(1, 2, 3) };
    await steps.outbox.recordBroadcast(claim, broadcast);
    await steps.settle(claim);
    assert.equal(await steps.outbox.rollBack({ roundId, seenAtSlot: 9, reason: 'rolled_back' }), false);
    assert.equal(await steps.outbox.rollBack({ roundId, seenAtSlot: 10, reason: 'rolled_back' }), true);
    assert.equal(await steps.outbox.rollBack({ roundId, seenAtSlot: 10, reason: 'rolled_back' }), false);
    const record = await steps.outbox.read(roundId);
    assert.deepEqual([record?.state, record?.reason, record?.settlement], ['pending', 'rolled_back', undefined]);
    assert.equal(record?.rollbacks, 1);
    assert.deepEqual(await steps.outbox.due({ limit: 10 }), [roundId]);
    assert.deepEqual(await steps.outbox.pendingBefore({ timestampSeconds: 1_700_000_001, limit: 10 }), [roundId]);
    assert.deepEqual(await steps.outbox.unfinal({ limit: 10 }), []);
    await assert.rejects(steps.settle(claim), StaleTokenError, 'the claim of the lost settlement is over');
    const again = await steps.claim(roundId);
    assert.deepEqual([again.attempts, again.broadcasts], [1, [broadcast]]);
    await steps.settle(again, { slot: 20 });
    assert.equal(await steps.outbox.finalize({ roundId, seenAtSlot: 10 }), false);
    assert.equal(await steps.outbox.finalize({ roundId, seenAtSlot: 20 }), true);
  }),
  scenario('what is final is never rolled back', async (open) => {
    const steps = new Steps(await open());
    const roundId = await steps.settled();
    await steps.outbox.finalize({ roundId, seenAtSlot: 10 });
    assert.equal(await steps.outbox.rollBack({ roundId, seenAtSlot: 10, reason: 'rolled_back' }), false);
    assert.equal((await steps.outbox.read(roundId))?.state, 'settled');
  }),
  scenario('a round that is rolled back takes its units again, even where another has taken them since', async (open) => {
    const steps = new Steps(await open());
    const roundId = await steps.pending({ available: 1n });
    await steps.settle(await steps.claim(roundId), { available: 1n });
    await steps.reserved({ available: 1n, slot: 10 });
    assert.equal(await steps.outbox.rollBack({ roundId, seenAtSlot: 10, reason: 'rolled_back' }), true);
    assert.equal((await steps.reserve(sampleRoundId(), { available: 2n, slot: 11 })).outcome, 'held');
    await steps.reserved({ available: 3n, slot: 12 });
  }),
  scenario('a round that is rolled back before a reading counted it is committed once', async (open) => {
    const steps = new Steps(await open());
    const roundId = await steps.pending({ available: 2n });
    await steps.settle(await steps.claim(roundId), { slot: 20, available: 2n, readingSlot: 19 });
    await steps.outbox.rollBack({ roundId, seenAtSlot: 20, reason: 'rolled_back' });
    await steps.reserved({ available: 2n, slot: 21 });
    assert.equal((await steps.reserve(sampleRoundId(), { available: 2n, slot: 22 })).outcome, 'held');
  }),
  scenario('a lease can be extended by its holder, and by no overtaken worker', async (open) => {
    const steps = new Steps(await open());
    const roundId = await steps.pending();
    const lost = await steps.claim(roundId, OVER_AT_ONCE_MS);
    await steps.outbox.renew(lost, { leaseMs: OUTLASTS_MS, reason: 'the ledger does not answer' });
    assert.equal(await steps.outbox.claim({ roundId, workerId: 'other', leaseMs: OUTLASTS_MS }), null);
    assert.deepEqual(await steps.outbox.due({ limit: 10 }), []);
    const record = await steps.outbox.read(roundId);
    assert.deepEqual([record?.claimedBy, record?.reason], ['worker', 'the ledger does not answer']);
    assert.ok(record?.claimUntilMs !== undefined && record.claimUntilMs > lost.leaseUntilMs);
    await steps.outbox.postpone(lost, { retryAfterMs: OVER_AT_ONCE_MS, reason: 'why' });
    await steps.claim(roundId);
    await assert.rejects(steps.outbox.renew(lost, { leaseMs: OUTLASTS_MS }), StaleTokenError);
  }),
];
