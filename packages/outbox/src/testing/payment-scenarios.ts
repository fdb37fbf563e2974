import assert from 'node:assert/strict';
import { UnknownRoundError } from '../records/errors.js';
import { HOLDS, isIllegal, PaymentSteps, RECEIPT, RESULT } from './payment-steps.js';
import { samplePayment, sampleRoundId } from './samples.js';
import { OUTLASTS_MS, OVER_AT_ONCE_MS, SIGNATURE, scenario, type OutboxScenario } from './scenario.js';

/** Rules of rounds that are paid per request. */
export const paymentScenarios: readonly OutboxScenario[] = [
  scenario('a result is read once it is paid for, and never before', async (open) => {
    const steps = new PaymentSteps(await open());
    const ticket = await steps.reserved();
    const { roundId } = ticket;
    const payment = samplePayment();
    await steps.begin(ticket, { payment });
    const seen = [await steps.read(roundId)];
    await steps.outbox.doubtPayment(ticket, { reason: 'no answer' });
    seen.push(await steps.read(roundId));
    assert.deepEqual(
      seen.map(({ state, payment: kept, result }) => [state, kept, result]),
      [
        ['settling', payment, undefined],
        ['payment_unknown', payment, undefined],
      ],
    );
    assert.ok(!inText(seen).includes('64628.31'));
    await steps.outbox.pay(await steps.claimPayment(roundId), RECEIPT);
    const paid = await steps.read(roundId);
    assert.ok(paid.state === 'paid');
    assert.deepEqual([paid.payment, paid.receipt, paid.result, paid.reason], [payment, RECEIPT, RESULT, undefined]);
  }),
  scenario('a caller that never paid never reads the result: not unpaid, failed or expired', async (open) => {
    const steps = new PaymentSteps(await open());
    const unpaid = await steps.settling();
    await steps.outbox.refusePayment(unpaid, { reason: 'expired unseen' });
    const failed = await steps.reserved();
    await steps.outbox.fail({ ...failed, reason: 'client_gone' });
    const expired = await steps.reserved({ deadlineMs: OVER_AT_ONCE_MS });
    assert.equal(await steps.outbox.expireReservations({ limit: 10 }), 1);
    const records = await Promise.all([unpaid, failed, expired].map(({ roundId }) => steps.read(roundId)));
    assert.deepEqual(
      records.map(({ state, reason }) => [state, reason]),
      [
        ['unpaid', 'expired unseen'],
        ['failed', 'client_gone'],
        ['expired', 'reservation_expired'],
      ],
    );
    assert.ok(!inText(records).includes('64628.31'));
  }),
  scenario('an unpaid round becomes paid when its payment is seen after all, and its result is read', async (open) => {
    const steps = new PaymentSteps(await open());
    const ticket = await steps.settling({ holds: HOLDS });
    const { roundId } = ticket;
    await steps.outbox.refusePayment(ticket, { reason: 'the ledger does not have it' });
    assert.deepEqual(await steps.outbox.givenUp({ limit: 10 }), [roundId]);
    const seen = { roundId, signature: SIGNATURE, slot: 7 };
    await steps.outbox.overturn(seen);
    const paid = await steps.read(roundId);
    assert.ok(paid.state === 'paid');
    assert.deepEqual([paid.receipt, paid.result, paid.reason], [{ signature: SIGNATURE, slot: 7, text: null }, RESULT, undefined]);
    assert.deepEqual([await steps.outbox.givenUp({ limit: 10 }), await steps.free()], [[], [true, true]]);
    await steps.outbox.overturn(seen);
    await assert.rejects(steps.outbox.overturn({ ...seen, signature: '4'.repeat(88) }), isIllegal('paid'));
    await assert.rejects(steps.outbox.refusePayment(ticket, { reason: 'no' }), isIllegal('paid'));
    assert.deepEqual([(await steps.read(roundId)).receipt, (await steps.outbox.statistics()).totals.paid], [paid.receipt, 1]);
  }),
  scenario('the signature of a payment names its round from the moment at which the payment was made', async (open) => {
    const steps = new PaymentSteps(await open());
    const ticket = await steps.settling();
    await steps.outbox.noteSignature(ticket, SIGNATURE);
    assert.equal(await steps.outbox.paidBy(SIGNATURE), null);
    await steps.outbox.pay(ticket, RECEIPT);
    assert.deepEqual(await steps.outbox.paidBy(SIGNATURE), await steps.read(ticket.roundId));
    // The same beginning is not enough.
    assert.equal(await steps.outbox.paidBy(`${SIGNATURE.slice(0, 87)}4`), null);
    const late = await steps.settling();
    await steps.outbox.refusePayment(late, { reason: 'the ledger does not have it' });
    await steps.outbox.overturn({ roundId: late.roundId, signature: '4'.repeat(88), slot: null });
    assert.equal((await steps.outbox.paidBy('4'.repeat(88)))?.roundId, late.roundId);
    await assert.rejects(steps.outbox.paidBy('no signature'), TypeError);
  }),
  scenario('nothing but an unpaid round is overturned', async (open) => {
    const steps = new PaymentSteps(await open());
    const reserved = await steps.reserved();
    const settling = await steps.settling();
    const inDoubt = await steps.inDoubt();
    const failed = await steps.reserved();
    await steps.outbox.fail({ ...failed, reason: 'no' });
    for (const [{ roundId }, state] of [
      [reserved, 'reserved'],
      [settling, 'settling'],
      [inDoubt, 'payment_unknown'],
      [failed, 'failed'],
    ] as const)
      await assert.rejects(steps.outbox.overturn({ roundId, signature: SIGNATURE, slot: null }), isIllegal(state));
    const nobodys = { roundId: sampleRoundId(), signature: SIGNATURE, slot: null };
    await assert.rejects(steps.outbox.overturn(nobodys), UnknownRoundError);
    await assert.rejects(steps.outbox.overturn({ ...nobodys, signature: '' }), TypeError);
  }),
  scenario('rounds that were given up are listed in turn, certain ones not', async (open) => {
    const steps = new PaymentSteps(await open());
    const givenUp = [await steps.settling(), await steps.inDoubt()] as const;
    await steps.outbox.refusePayment(givenUp[0], { reason: 'absent' });
    await steps.outbox.refusePayment(await steps.claimPayment(givenUp[1].roundId), { reason: 'absent' });
    const certain = await steps.settling();
    await steps.outbox.refusePayment(certain, { reason: 'it failed', isCertain: true });
    const all = await steps.outbox.givenUp({ limit: 10 });
    assert.deepEqual(new Set(all), new Set(givenUp.map(({ roundId }) => roundId)));
    assert.deepEqual(await steps.outbox.givenUp({ limit: 1 }), all.slice(0, 1));
    assert.deepEqual(await steps.outbox.givenUp({ limit: 1, skip: 1 }), all.slice(1));
    await assert.rejects(steps.outbox.givenUp({ limit: -1 }), RangeError);
  }),
  scenario(
    'a payment is noted, made, refused and doubted only once it has begun, and the round is then no longer its caller’s to fail',
    async (open) => {
      const steps = new PaymentSteps(await open());
      const ticket = await steps.reserved();
      await assert.rejects(steps.outbox.noteSignature(ticket, SIGNATURE), isIllegal('reserved'));
      await assert.rejects(steps.outbox.pay(ticket, RECEIPT), isIllegal('reserved'));
      await assert.rejects(steps.outbox.refusePayment(ticket, { reason: 'no' }), isIllegal('reserved'));
      await assert.rejects(steps.outbox.doubtPayment(ticket, { reason: 'no' }), isIllegal('reserved'));
      await steps.begin(ticket);
      await assert.rejects(steps.outbox.fail({ ...ticket, reason: 'no' }), isIllegal('settling'));
    },
  ),
  scenario('a round is settled by the program or paid per request, never both', async (open) => {
    const steps = new PaymentSteps(await open());
    const settling = await steps.settling();
    await assert.rejects(steps.commit(settling), isIllegal('settling'));
    const committed = await steps.reserved();
    await steps.commit(committed);
    await assert.rejects(steps.begin(committed), isIllegal('pending'));
    assert.equal(await steps.outbox.claim({ roundId: settling.roundId, workerId: 'worker', leaseMs: OUTLASTS_MS }), null);
    assert.equal(await steps.outbox.claimPayment({ roundId: committed.roundId, claimedBy: 'other', leaseMs: OUTLASTS_MS }), null);
  }),
  scenario('a round expires with its reservation; a payment that has begun never does', async (open) => {
    const steps = new PaymentSteps(await open());
    const reserved = await steps.reserved({ deadlineMs: OVER_AT_ONCE_MS });
    const settling = await steps.settling({ deadlineMs: OVER_AT_ONCE_MS });
    const inDoubt = await steps.inDoubt({ deadlineMs: OVER_AT_ONCE_MS });
    assert.equal(await steps.outbox.expireReservations({ limit: 10 }), 1);
    const states = await Promise.all([reserved, settling, inDoubt].map(async ({ roundId }) => (await steps.read(roundId)).state));
    assert.deepEqual(states, ['expired', 'settling', 'payment_unknown']);
    await assert.rejects(steps.begin(reserved), isIllegal('expired'));
  }),
  scenario('what a round holds is given back by its conclusion, what was held until the answer also by doubt', async (open) => {
    const steps = new PaymentSteps(await open());
    const input = { holds: HOLDS };
    for (const end of ['pay', 'refuse', 'fail', 'expire'] as const) {
      const ticket = await steps.reserved({ ...input, deadlineMs: end === 'expire' ? OVER_AT_ONCE_MS : OUTLASTS_MS });
      assert.deepEqual(await steps.free(), [false, false], end);
      if (end === 'fail') await steps.outbox.fail({ ...ticket, reason: 'no' });
      if (end === 'expire') await steps.outbox.expireReservations({ limit: 10 });
      if (end === 'pay' || end === 'refuse') {
        await steps.begin(ticket);
        assert.deepEqual(await steps.free(), [false, false], end);
        if (end === 'pay') await steps.outbox.pay(ticket, RECEIPT);
        else await steps.outbox.refusePayment(ticket, { reason: 'no' });
      }
      assert.deepEqual(await steps.free(), [true, true], end);
    }
    const { roundId } = await steps.inDoubt(input);
    assert.deepEqual(await steps.free(), [false, true]);
    await steps.outbox.doubtPayment(await steps.claimPayment(roundId), { reason: 'still nothing' });
    assert.deepEqual(await steps.free(), [false, true]);
    assert.deepEqual(
      (await steps.read(roundId)).holds.map(({ quotaKey }) => quotaKey),
      ['payer:any'],
    );
    assert.equal((await steps.outbox.statistics()).totals.payment_unknown, 1, 'still in doubt is no new state');
    await steps.outbox.pay(await steps.claimPayment(roundId), RECEIPT);
    assert.deepEqual(await steps.free(), [true, true]);
  }),
  scenario('a payment takes no place among the reservations any more', async (open) => {
    const steps = new PaymentSteps(await open());
    const ticket = await steps.reserved({ maxInFlight: 1 });
    assert.equal((await steps.reserve(sampleRoundId(), { maxInFlight: 1 })).outcome, 'at_capacity');
    await steps.begin(ticket);
    await steps.reserved({ maxInFlight: 1 });
  }),
  scenario('an authorization stays used whatever becomes of its payment', async (open) => {
    const steps = new PaymentSteps(await open());
    const key = (name: string) => ({ exclusive: [{ name, lifeMs: OUTLASTS_MS }] });
    await steps.outbox.pay(await steps.settling(key('a')), RECEIPT);
    await steps.outbox.refusePayment(await steps.settling(key('b')), { reason: 'no' });
    await steps.inDoubt(key('c'));
    for (const name of ['a', 'b', 'c']) assert.equal((await steps.reserve(sampleRoundId(), key(name))).outcome, 'used');
    await steps.outbox.fail({ ...(await steps.reserved(key('d'))), reason: 'no', giveBack: ['d'] });
    await steps.reserved(key('d'));
  }),
];

/** All that records hold, with amounts as decimal text. */
function inText(records: unknown): string {
  return JSON.stringify(records, (_name, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
}
