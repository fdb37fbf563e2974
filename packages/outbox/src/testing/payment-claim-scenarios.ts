import assert from 'node:assert/strict';
import { RoundPaymentError, StaleTokenError, UnknownRoundError } from '../records/errors.js';
import { HOLDS, isIllegal, PaymentSteps, RECEIPT } from './payment-steps.js';
import { samplePayment, sampleRoundId } from './samples.js';
import { OUTLASTS_MS, OVER_AT_ONCE_MS, SIGNATURE, scenario, type OutboxScenario } from './scenario.js';

/** Rules of who may conclude a payment, and how often. */
export const paymentClaimScenarios: readonly OutboxScenario[] = [
  scenario('only the holder of the reservation begins the payment', async (open) => {
    const steps = new PaymentSteps(await open());
    const { roundId } = await steps.reserved();
    await assert.rejects(steps.begin({ roundId, token: 'another' }), StaleTokenError);
    const nobodys = { roundId: sampleRoundId(), token: 'another' };
    await assert.rejects(steps.begin(nobodys), UnknownRoundError);
    await assert.rejects(steps.outbox.pay(nobodys, RECEIPT), UnknownRoundError);
    assert.equal((await steps.read(roundId)).state, 'reserved');
  }),
  scenario('the process that began a payment holds it for a lease, and longer when that is renewed', async (open) => {
    const steps = new PaymentSteps(await open());
    const held = await steps.settling();
    const claim = { claimedBy: 'another', leaseMs: OUTLASTS_MS };
    assert.equal(await steps.outbox.claimPayment({ ...claim, roundId: held.roundId }), null);
    const over = await steps.settling({ leaseMs: OVER_AT_ONCE_MS });
    await steps.outbox.renewPayment(over, { leaseMs: OUTLASTS_MS });
    assert.equal(await steps.outbox.claimPayment({ ...claim, roundId: over.roundId }), null);
    await steps.outbox.pay(over, RECEIPT);
    assert.equal(await steps.outbox.claimPayment({ ...claim, roundId: over.roundId }), null, 'it is concluded');
  }),
  scenario('an overtaken process changes nothing, and hears how it was concluded', async (open) => {
    const steps = new PaymentSteps(await open());
    const first = await steps.settling({ leaseMs: OVER_AT_ONCE_MS });
    const { roundId } = first;
    const second = await steps.claimPayment(roundId, OVER_AT_ONCE_MS);
    const third = await steps.claimPayment(roundId);
    for (const overtaken of [first, second]) {
      await assert.rejects(steps.outbox.noteSignature(overtaken, SIGNATURE), StaleTokenError);
      await assert.rejects(steps.outbox.renewPayment(overtaken, { leaseMs: OUTLASTS_MS }), StaleTokenError);
      await assert.rejects(steps.outbox.doubtPayment(overtaken, { reason: 'no' }), StaleTokenError);
      await assert.rejects(steps.outbox.refusePayment(overtaken, { reason: 'no' }), StaleTokenError);
      await assert.rejects(steps.outbox.pay(overtaken, RECEIPT), StaleTokenError);
    }
    await assert.rejects(steps.begin(first), StaleTokenError, 'an overtaken process must not pay');
    assert.equal((await steps.read(roundId)).state, 'settling');
    await steps.outbox.refusePayment(third, { reason: 'expired unseen' });
    await assert.rejects(steps.outbox.pay(first, RECEIPT), isIllegal('unpaid'));
    await assert.rejects(steps.begin(first), isIllegal('unpaid'));
  }),
  scenario('a payment is concluded once: what is paid is never unpaid, nor the other way round', async (open) => {
    const steps = new PaymentSteps(await open());
    const paid = await steps.settling();
    await steps.outbox.pay(paid, RECEIPT);
    await assert.rejects(steps.outbox.refusePayment(paid, { reason: 'no' }), isIllegal('paid'));
    await assert.rejects(steps.outbox.doubtPayment(paid, { reason: 'no' }), isIllegal('paid'));
    const unpaid = await steps.inDoubt();
    const claim = await steps.claimPayment(unpaid.roundId);
    await steps.outbox.refusePayment(claim, { reason: 'no' });
    await assert.rejects(steps.outbox.pay(claim, RECEIPT), isIllegal('unpaid'));
    assert.deepEqual([(await steps.read(paid.roundId)).state, (await steps.read(unpaid.roundId)).state], ['paid', 'unpaid']);
  }),
  scenario('each command on a payment that is repeated with its own token changes nothing', async (open) => {
    const steps = new PaymentSteps(await open());
    const ticket = await steps.reserved({ holds: HOLDS });
    const twice = async (command: () => Promise<void>): Promise<void> => {
      await command();
      const before = { ...(await steps.read(ticket.roundId)), updatedAtMs: 0 };
      await command();
      assert.deepEqual({ ...(await steps.read(ticket.roundId)), updatedAtMs: 0 }, before);
    };
    await twice(() => steps.begin(ticket));
    await twice(() => steps.outbox.noteSignature(ticket, SIGNATURE));
    await twice(() => steps.outbox.doubtPayment(ticket, { reason: 'no answer' }));
    const claim = await steps.claimPayment(ticket.roundId);
    await twice(() => steps.outbox.pay(claim, RECEIPT));
    const other = await steps.settling({ holds: HOLDS });
    await steps.outbox.refusePayment(other, { reason: 'no' });
    await steps.outbox.refusePayment(other, { reason: 'no' });
    const { totals } = await steps.outbox.statistics();
    assert.deepEqual([totals.settling, totals.payment_unknown, totals.paid, totals.unpaid], [2, 1, 1, 1]);
    assert.deepEqual(await steps.free(), [true, true]);
  }),
  scenario('a claim of a payment has all that finding out about it needs, with the signature that was noted', async (open) => {
    const steps = new PaymentSteps(await open());
    const ticket = await steps.reserved();
    const payment = samplePayment({ facilitator: 'local' });
    await steps.begin(ticket, { payment, leaseMs: OVER_AT_ONCE_MS });
    const first = await steps.claimPayment(ticket.roundId, OVER_AT_ONCE_MS);
    assert.deepEqual([first.state, first.payment, first.signature], ['settling', payment, null]);
    await steps.outbox.noteSignature(first, SIGNATURE);
    await steps.outbox.doubtPayment(first, { reason: 'not seen yet' });
    const second = await steps.claimPayment(ticket.roundId);
    assert.deepEqual([second.state, second.signature], ['payment_unknown', SIGNATURE]);
    const record = await steps.read(ticket.roundId);
    assert.deepEqual([record.signature, record.reason, record.claimedBy], [SIGNATURE, 'not seen yet', 'another']);
  }),
  scenario('payments without a conclusion are listed from the moment they begin, the oldest first', async (open) => {
    const steps = new PaymentSteps(await open());
    await steps.reserved();
    const paid = await steps.settling();
    const settling = await steps.settling();
    const inDoubt = await steps.inDoubt();
    await steps.outbox.pay(paid, RECEIPT);
    const all = await steps.outbox.payments({ limit: 10, olderThanMs: 0 });
    assert.deepEqual(new Set(all), new Set([settling.roundId, inDoubt.roundId]));
    assert.deepEqual(await steps.outbox.payments({ limit: 1, olderThanMs: 0 }), all.slice(0, 1));
    assert.deepEqual(await steps.outbox.payments({ limit: 10, olderThanMs: 0, skip: 1 }), all.slice(1));
    assert.deepEqual(await steps.outbox.payments({ limit: 10, olderThanMs: OUTLASTS_MS }), []);
    const { paying, oldestPaymentMs, reserved } = await steps.outbox.statistics();
    assert.deepEqual([paying, reserved], [2, 1]);
    assert.ok(oldestPaymentMs !== null && oldestPaymentMs >= 0 && oldestPaymentMs < OUTLASTS_MS);
    await steps.outbox.refusePayment(settling, { reason: 'no' });
    await steps.outbox.refusePayment(await steps.claimPayment(inDoubt.roundId), { reason: 'no' });
    assert.deepEqual(await steps.outbox.payments({ limit: 10, olderThanMs: 0 }), []);
    assert.equal((await steps.outbox.statistics()).oldestPaymentMs, null);
  }),
  scenario('a payment that no process saw made is kept as it was concluded: without a slot, without a receipt', async (open) => {
    const steps = new PaymentSteps(await open());
    const receipt = { signature: SIGNATURE, slot: null, text: null };
    const ticket = await steps.settling();
    await steps.outbox.pay(ticket, receipt);
    assert.deepEqual((await steps.read(ticket.roundId)).receipt, receipt);
  }),
  scenario('what is no payment, no signature, no receipt and no lease is refused before anything is written', async (open) => {
    const steps = new PaymentSteps(await open());
    const { outbox } = steps;
    const reserved = await steps.reserved();
    const payment = { ...samplePayment(), amountAtomic: -1n };
    await assert.rejects(steps.begin(reserved, { payment }), RoundPaymentError);
    await assert.rejects(steps.begin(reserved, { leaseMs: -1 }), RangeError);
    const settling = await steps.settling();
    await assert.rejects(outbox.noteSignature(settling, 'x'), TypeError);
    await assert.rejects(outbox.pay(settling, { ...RECEIPT, signature: '' }), TypeError);
    await assert.rejects(outbox.pay(settling, { ...RECEIPT, slot: 0.5 }), RangeError);
    for (const text of ['', 'a\nb', 'ü', 'x'.repeat(4_097)]) await assert.rejects(outbox.pay(settling, { ...RECEIPT, text }), RangeError);
    await assert.rejects(outbox.payments({ limit: 1, olderThanMs: -1 }), RangeError);
    const states = await Promise.all([reserved, settling].map(async ({ roundId }) => (await steps.read(roundId)).state));
    assert.deepEqual(states, ['reserved', 'settling']);
  }),
];
