import assert from 'node:assert/strict';
import { MAX_BROADCASTS } from '../records/broadcast.js';
import { StaleTokenError } from '../records/errors.js';
import { PaymentSteps, RECEIPT } from './payment-steps.js';
import { sampleRoundId } from './samples.js';
import { OUTLASTS_MS, OVER_AT_ONCE_MS, REASON, SIGNATURE, Steps, scenario, type OutboxScenario } from './scenario.js';

function signatureOf(index: number): string {
  return `${String.fromCharCode(65 + (index % 8))}${'ABCDEFGH'.charAt(Math.floor(index / 8))}${'2'.repeat(86)}`;
}

/** Rules from the claim to the ledger. */
export const settlementScenarios: readonly OutboxScenario[] = [
  scenario('a settled record tells its transaction, and is due no more', async (open) => {
    const steps = new Steps(await open());
    const roundId = await steps.pending();
    await steps.settle(await steps.claim(roundId), { slot: 77 });
    const record = await steps.outbox.read(roundId);
    assert.ok(record !== null);
    assert.equal(record.state, 'settled');
    assert.deepEqual(record.settlement, { signature: SIGNATURE, slot: 77, final: false });
    assert.deepEqual(await steps.outbox.due({ limit: 10 }), []);
    assert.equal(await steps.outbox.claim({ roundId, workerId: 'late', leaseMs: OUTLASTS_MS, early: true }), null);
  }),
  scenario('only pending rounds can be claimed', async (open) => {
    const steps = new Steps(await open());
    const { outbox } = steps;
    const reserved = await steps.reserved();
    const claim = (roundId = reserved.roundId) => outbox.claim({ roundId, workerId: 'worker', leaseMs: OUTLASTS_MS, early: true });
    assert.equal(await claim(), null);
    assert.equal(await claim(sampleRoundId()), null);
    await outbox.fail({ ...reserved, reason: 'no' });
    assert.equal(await claim(), null);
  }),
  scenario('a live claim keeps other workers out, and the record out of the due ones', async (open) => {
    const steps = new Steps(await open());
    const roundId = await steps.pending();
    assert.deepEqual(await steps.outbox.due({ limit: 10 }), [roundId]);
    await steps.claim(roundId, OUTLASTS_MS);
    assert.deepEqual(await steps.outbox.due({ limit: 10 }), []);
    assert.equal(await steps.outbox.claim({ roundId, workerId: 'other', leaseMs: OUTLASTS_MS }), null);
  }),
  scenario('a claim whose lease is over is taken over, and its first holder can write nothing more', async (open) => {
    const steps = new Steps(await open());
    const roundId = await steps.pending();
    const lost = await steps.claim(roundId, OVER_AT_ONCE_MS);
    assert.deepEqual(await steps.outbox.due({ limit: 10 }), [roundId]);
    const current = await steps.claim(roundId);
    const broadcast = { signature: SIGNATURE, lastValidBlockHeight: 1, wire: null };
    await assert.rejects(steps.outbox.recordBroadcast(lost, broadcast), StaleTokenError);
    await assert.rejects(steps.outbox.forgetBroadcast(lost, broadcast), StaleTokenError);
    await assert.rejects(steps.outbox.refuse(lost, { reason: 'no', retryAfterMs: 0, maxAttempts: 1 }), StaleTokenError);
    await assert.rejects(steps.outbox.postpone(lost, { retryAfterMs: 0, reason: REASON }), StaleTokenError);
    await assert.rejects(steps.outbox.lapse(lost, 'no'), StaleTokenError);
    await assert.rejects(steps.settle(lost), StaleTokenError);
    await steps.settle(current);
  }),
  scenario('a refusal uses up an attempt and delays the next; the last one parks', async (open) => {
    const steps = new Steps(await open());
    const roundId = await steps.pending();
    const refusal = { reason: 'WrongGateway', retryAfterMs: OUTLASTS_MS, maxAttempts: 2 };
    assert.equal(await steps.outbox.refuse(await steps.claim(roundId), refusal), 'scheduled');
    assert.equal(await steps.outbox.claim({ roundId, workerId: 'early', leaseMs: OUTLASTS_MS }), null, 'not due yet');
    const again = await steps.outbox.claim({ roundId, workerId: 'early', leaseMs: OUTLASTS_MS, early: true });
    assert.ok(again !== null);
    assert.equal(again.attempts, 1);
    assert.equal(await steps.outbox.refuse(again, refusal), 'parked');
    const record = await steps.outbox.read(roundId);
    assert.deepEqual([record?.state, record?.parked, record?.attempts, record?.reason], ['pending', true, 2, 'WrongGateway']);
  }),
  scenario('a round that is parked is out of the due ones, also when its lease was over', async (open) => {
    const steps = new Steps(await open());
    const roundId = await steps.pending();
    const claim = await steps.claim(roundId, OVER_AT_ONCE_MS);
    assert.deepEqual(await steps.outbox.due({ limit: 10 }), [roundId]);
    await steps.outbox.refuse(claim, { reason: 'no', retryAfterMs: OVER_AT_ONCE_MS, maxAttempts: 1 });
    assert.deepEqual(await steps.outbox.due({ limit: 10 }), []);
  }),
  scenario('claiming a parked round early does not make it due', async (open) => {
    const steps = new Steps(await open());
    const roundId = await steps.pending();
    await steps.park(roundId);
    await steps.outbox.claim({ roundId, workerId: 'sweep', leaseMs: OVER_AT_ONCE_MS, early: true });
    assert.deepEqual(await steps.outbox.due({ limit: 10 }), []);
  }),
  scenario('a parked round under a claim is due when that lease is over, not before', async (open) => {
    const steps = new Steps(await open());
    const roundId = await steps.pending();
    await steps.park(roundId);
    await steps.outbox.claim({ roundId, workerId: 'sweep', leaseMs: OUTLASTS_MS, early: true });
    assert.deepEqual(await steps.outbox.requeue([roundId]), [roundId]);
    assert.deepEqual(await steps.outbox.due({ limit: 10 }), []);
  }),
  scenario('a settled round has no reason left from before', async (open) => {
    const steps = new Steps(await open());
    const roundId = await steps.pending();
    await steps.outbox.refuse(await steps.claim(roundId), { reason: 'WrongGateway', retryAfterMs: OVER_AT_ONCE_MS, maxAttempts: 9 });
    await steps.settle(await steps.claim(roundId));
    assert.equal((await steps.outbox.read(roundId))?.reason, undefined);
  }),
  scenario('a reason is kept in ASCII', async (open) => {
    const steps = new Steps(await open());
    const roundId = await steps.pending();
    const reason = `${'x'.repeat(254)}é\u{1f600}`;
    await steps.outbox.postpone(await steps.claim(roundId), { retryAfterMs: OVER_AT_ONCE_MS, reason });
    assert.equal((await steps.outbox.read(roundId))?.reason, `${'x'.repeat(254)}??`);
  }),
  scenario('a round that waits says why; a parked one goes on saying why it was parked', async (open) => {
    const steps = new Steps(await open());
    const roundId = await steps.pending();
    await steps.outbox.postpone(await steps.claim(roundId), { retryAfterMs: OVER_AT_ONCE_MS, reason: 'x'.repeat(1_000) });
    assert.equal((await steps.outbox.read(roundId))?.reason, 'x'.repeat(256));
    await steps.park(roundId);
    const early = await steps.outbox.claim({ roundId, workerId: 'sweep', leaseMs: OUTLASTS_MS, early: true });
    assert.ok(early !== null);
    await steps.outbox.postpone(early, { retryAfterMs: OVER_AT_ONCE_MS, reason: REASON });
    assert.equal((await steps.outbox.read(roundId))?.reason, 'refused');
  }),
  scenario('once a claim has ended, only the command that ended it is answered again', async (open) => {
    const steps = new Steps(await open());
    const roundId = await steps.pending();
    const claim = await steps.claim(roundId);
    await steps.settle(claim);
    await steps.settle(claim);
    await assert.rejects(steps.outbox.refuse(claim, { reason: 'no', retryAfterMs: 0, maxAttempts: 1 }), StaleTokenError);
    await assert.rejects(steps.outbox.postpone(claim, { retryAfterMs: 0, reason: REASON }), StaleTokenError);
    await assert.rejects(steps.outbox.lapse(claim, 'no'), StaleTokenError);
    assert.equal((await steps.outbox.read(roundId))?.state, 'settled');
    assert.equal((await steps.outbox.statistics()).totals.settled, 1);
  }),
  scenario('a worker that names other holds than the record’s gives back the record’s', async (open) => {
    const steps = new Steps(await open());
    const claim = await steps.claim(await steps.pending({ available: 1n }));
    await steps.settle({ ...claim, holds: [] }, { available: 1n });
    const next = await steps.claim(await steps.pending({ available: 1n, slot: 11 }));
    await steps.outbox.lapse({ ...next, holds: [] }, 'no');
    await steps.reserved({ available: 1n, slot: 12 });
  }),
  scenario('due rounds are listed page by page', async (open) => {
    const steps = new Steps(await open());
    const rounds = new Set([await steps.pending(), await steps.pending(), await steps.pending()]);
    const pages = [await steps.outbox.due({ limit: 2 }), await steps.outbox.due({ limit: 2, skip: 2 })];
    assert.deepEqual(
      pages.map((page) => page.length),
      [2, 1],
    );
    assert.deepEqual(new Set(pages.flat()), rounds);
  }),
  scenario('a repeated refusal uses up one attempt only', async (open) => {
    const steps = new Steps(await open());
    const roundId = await steps.pending();
    const claim = await steps.claim(roundId);
    const refusal = { reason: 'WrongGateway', retryAfterMs: OVER_AT_ONCE_MS, maxAttempts: 3 };
    await steps.outbox.refuse(claim, refusal);
    assert.equal(await steps.outbox.refuse(claim, refusal), 'scheduled');
    assert.equal((await steps.claim(roundId)).attempts, 1);
  }),
  scenario('a parked round is not due until an operator requeues it, with all its attempts', async (open) => {
    const steps = new Steps(await open());
    const roundId = await steps.pending();
    await steps.park(roundId);
    assert.deepEqual(await steps.outbox.due({ limit: 10 }), []);
    assert.equal(await steps.outbox.claim({ roundId, workerId: 'worker', leaseMs: OUTLASTS_MS }), null);
    assert.deepEqual(await steps.outbox.parked({ limit: 10 }), [roundId]);
    assert.deepEqual(await steps.outbox.requeue([sampleRoundId(), roundId]), [roundId]);
    assert.deepEqual(await steps.outbox.requeue([roundId]), []);
    assert.deepEqual(await steps.outbox.parked({ limit: 10 }), []);
    assert.deepEqual(await steps.outbox.due({ limit: 10 }), [roundId]);
    assert.equal((await steps.claim(roundId)).attempts, 0);
  }),
  scenario('postponing uses up no attempt, and a parked round stays parked', async (open) => {
    const steps = new Steps(await open());
    const roundId = await steps.pending();
    const claim = await steps.claim(roundId);
    await steps.outbox.postpone(claim, { retryAfterMs: OVER_AT_ONCE_MS, reason: REASON });
    await steps.outbox.postpone(claim, { retryAfterMs: OUTLASTS_MS, reason: REASON });
    assert.equal((await steps.claim(roundId, OVER_AT_ONCE_MS)).attempts, 0, 'the repeated call did not delay it');
    await steps.park(roundId);
    const early = await steps.outbox.claim({ roundId, workerId: 'sweep', leaseMs: OUTLASTS_MS, early: true });
    assert.ok(early !== null);
    await steps.outbox.postpone(early, { retryAfterMs: OVER_AT_ONCE_MS, reason: REASON });
    assert.deepEqual(await steps.outbox.due({ limit: 10 }), []);
    assert.equal((await steps.outbox.read(roundId))?.parked, true);
  }),
  scenario('every transaction tried is kept for the next claim, up to a bound; one never sent can be forgotten', async (open) => {
    const steps = new Steps(await open());
    const roundId = await steps.pending();
    const claim = await steps.claim(roundId, OVER_AT_ONCE_MS);
    const broadcasts = Array.from({ length: MAX_BROADCASTS + 2 }, (_, index) => ({
      signature: signatureOf(index),
      lastValidBlockHeight: index,
      wire: Uint8Array.of(0xff, index),
    }));
    const kept = (from: number, newestWire: Uint8Array | null) =>
      broadcasts.slice(from).map((broadcast, index, all) => ({ ...broadcast, wire: index === all.length - 1 ? newestWire : null }));
    for (const broadcast of broadcasts) await steps.outbox.recordBroadcast(claim, broadcast);
    const [last] = broadcasts.slice(-1);
    assert.ok(last !== undefined);
    await steps.outbox.recordBroadcast(claim, last);
    const second = await steps.claim(roundId, OVER_AT_ONCE_MS);
    assert.deepEqual(second.broadcasts, kept(2, last.wire));
    await steps.outbox.forgetBroadcast(second, last);
    const [before] = broadcasts.slice(-2);
    assert.deepEqual(
      (await steps.claim(roundId)).broadcasts,
      kept(2, null)
        .slice(0, -2)
        .concat(before ?? []),
    );
  }),
  scenario('rounds of one transaction find its bytes, whichever of them brought it; a transaction without bytes has none', async (open) => {
    const steps = new Steps(await open());
    const [first, second] = [await steps.pending(), await steps.pending()];
    const shared = { signature: signatureOf(1), lastValidBlockHeight: 1 };
    await steps.outbox.recordBroadcast(await steps.claim(first, OVER_AT_ONCE_MS), { ...shared, wire: Uint8Array.of(0, 0xff) });
    await steps.outbox.recordBroadcast(await steps.claim(second, OVER_AT_ONCE_MS), { ...shared, wire: null });
    for (const roundId of [first, second])
      assert.deepEqual((await steps.claim(roundId, OVER_AT_ONCE_MS)).broadcasts, [{ ...shared, wire: Uint8Array.of(0, 0xff) }]);
    const bare = { signature: signatureOf(2), lastValidBlockHeight: 2, wire: null };
    await steps.outbox.recordBroadcast(await steps.claim(first, OVER_AT_ONCE_MS), bare);
    assert.deepEqual((await steps.claim(first)).broadcasts, [{ ...shared, wire: null }, bare]);
  }),
  scenario('a round that lapses, parked or not, gives its unit back', async (open) => {
    const steps = new Steps(await open());
    const roundId = await steps.pending({ available: 1n });
    await steps.park(roundId);
    const claim = await steps.outbox.claim({ roundId, workerId: 'sweep', leaseMs: OUTLASTS_MS, early: true });
    assert.ok(claim !== null);
    await steps.outbox.lapse(claim, 'settlement_window_passed');
    await steps.outbox.lapse(claim, 'settlement_window_passed');
    const record = await steps.outbox.read(roundId);
    assert.deepEqual([record?.state, record?.parked, record?.reason], ['lapsed', false, 'settlement_window_passed']);
    assert.deepEqual(await steps.outbox.parked({ limit: 10 }), []);
    await steps.reserved({ available: 1n });
  }),
  scenario('old pending rounds are found by their own timestamp, parked ones too, the oldest first', async (open) => {
    const steps = new Steps(await open());
    const [first, second, third] = [await steps.reserved(), await steps.reserved(), await steps.reserved()];
    await steps.commit(second, { timestampSeconds: 200 });
    await steps.commit(first, { timestampSeconds: 100 });
    await steps.commit(third, { timestampSeconds: 300 });
    await steps.park(first.roundId);
    assert.deepEqual(await steps.outbox.pendingBefore({ timestampSeconds: 300, limit: 10 }), [first.roundId, second.roundId]);
    assert.deepEqual(await steps.outbox.pendingBefore({ timestampSeconds: 1_000, limit: 1 }), [first.roundId]);
  }),
  scenario('statistics count what there is and what there was', async (open) => {
    const steps = new PaymentSteps(await open());
    assert.equal((await steps.outbox.statistics()).oldestPendingMs, null);
    await steps.reserved();
    await steps.outbox.fail({ ...(await steps.reserved()), reason: 'no' });
    await steps.settle(await steps.claim(await steps.pending()));
    await steps.park(await steps.pending());
    await steps.held();
    await steps.settling();
    await steps.outbox.pay(await steps.settling(), RECEIPT);
    const { oldestPendingMs, oldestPaymentMs, books, ...counts } = await steps.outbox.statistics();
    assert.deepEqual({ ...books, oldestMs: null }, { waiting: 1, oldestMs: null, lost: 0 });
    assert.ok(books.oldestMs !== null && books.oldestMs < OUTLASTS_MS, 'its round was paid a moment ago');
    assert.deepEqual(counts, {
      reserved: 1,
      pending: 2,
      parked: 1,
      held: 1,
      unfinal: 1,
      paying: 1,
      totals: {
        pending: 3,
        settled: 1,
        failed: 1,
        expired: 0,
        lapsed: 0,
        settling: 2,
        payment_unknown: 0,
        paid: 1,
        unpaid: 0,
      },
    });
    assert.ok(oldestPendingMs !== null && oldestPendingMs > 1_000_000, 'the sample timestamp lies years back');
    assert.ok(oldestPaymentMs !== null && oldestPaymentMs < OUTLASTS_MS, 'it was begun a moment ago');
  }),
];
