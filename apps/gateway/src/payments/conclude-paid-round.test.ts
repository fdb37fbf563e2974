import { connectRedis, createOutbox, type Outbox, StaleTokenError } from '@oracle-gateway/outbox';
import { sampleAddress, sampleRoundId } from '@oracle-gateway/outbox/testing';
import { formatAddress } from '@oracle-gateway/protocol';
import type { SettleOutcome } from '@oracle-gateway/x402';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { paidReservation, refuseUnpaid } from '../../tests/fakes/paid-reservation.js';
import { silentEvents } from '../../tests/fakes/silent-events.js';
import type { PaymentFinding } from './payment-finding.js';
import type { MakePaymentDeps } from './make-payment.js';
import { createPayRound } from './conclude-paid-round.js';

const SIGNATURE = '5'.repeat(88);
const SETTLED: SettleOutcome = { kind: 'settled', signature: SIGNATURE };
const PAID: PaymentFinding = { kind: 'paid', signature: SIGNATURE, slot: 7 };
const UNKNOWN: PaymentFinding = { kind: 'unknown', reason: 'not seen' };
const redis = connectRedis(inject('redisUrl'));
afterAll(() => redis.disconnect());

interface Setting {
  readonly facilitator?: 'remote' | 'local';
  readonly settle?: MakePaymentDeps['facilitator']['settle'];
  readonly finding?: PaymentFinding;
  readonly change?: Partial<Outbox>;
}

/** A reserved and signed round, and its conclusion. */
async function paidRound({ facilitator = 'remote', settle = () => Promise.resolve(SETTLED), finding = PAID, change = {} }: Setting = {}) {
  const outbox = createOutbox({ redis, gateway: sampleAddress(), identityTtlSeconds: 60, resultTtlSeconds: 60 });
  const roundId = sampleRoundId();
  const reserved = await outbox.reserve({ path: 'x402', roundId, holds: [], deadlineMs: 60_000, maxInFlight: 1 });
  if (reserved.outcome !== 'reserved') throw new Error('expected a reservation');
  const reservation = paidReservation({ ...reserved, roundId, payment: { facilitator } });
  const told: unknown[] = [];
  const conclude = createPayRound(
    { facilitator: { settle }, policy: { refuseUnpaid } },
    {
      outbox: { ...outbox, ...change },
      findPayment: () => Promise.resolve(finding),
      events: {
        ...silentEvents,
        outboxTrouble: ({ action }) => void told.push(action),
        paymentConcluded: ({ outcome }) => void told.push(outcome),
        paymentOverturned: () => expect.fail('nothing was given up'),
        paymentContradicted: () => expect.fail('nothing is concluded twice'),
      },
      wait: () => Promise.resolve(),
      shutdown: new AbortController().signal,
      gateway: sampleAddress(),
    },
  );
  const read = async () => (await outbox.read(roundId)) ?? expect.fail('no record');
  return { outbox, roundId, token: reserved.token, ...reservation, told, read, conclude: () => conclude(reservation.input) };
}
function receiptOf(header: string | undefined): unknown {
  return JSON.parse(Buffer.from(header ?? '', 'base64').toString());
}

it('a payment is asked for when the result is on record and the round is settling', async () => {
  let state: string | undefined;
  const round = await paidRound({
    settle: async () => {
      state = (await round.read()).state;
      return SETTLED;
    },
  });
  await round.conclude();
  expect(state).toBe('settling');
});

it('a payer gets the nested result and the receipt, and so does the record', async () => {
  const { conclude, read, input, told } = await paidRound();
  const { result, receipt } = await conclude();
  const { payment, toSettle } = input.round;
  expect(receiptOf(receipt)).toEqual({
    success: true,
    transaction: SIGNATURE,
    network: toSettle.terms.network,
    payer: formatAddress(payment.payer),
  });
  expect(result).toMatchObject({
    status: 'completed',
    data: { attestation: { payload: { timestamp: input.round.timestampMs } }, fresh: true },
  });
  const record = await read();
  expect(record).toMatchObject({ state: 'paid', receipt: { signature: SIGNATURE, slot: 7, text: receipt } });
  expect([JSON.parse(record.result ?? ''), told]).toEqual([result, ['paid']]);
});

describe('a caller who leaves', () => {
  it('before the payment is begun is not charged', async () => {
    const round = await paidRound({ settle: () => expect.fail('no facilitator is asked for the payment') });
    round.leave();
    await expect(round.conclude()).rejects.toMatchObject({ code: 'client_gone' });
    expect(await round.read()).toMatchObject({ state: 'reserved' });
  });

  it('while the result is written is not charged', async () => {
    const round = await paidRound({
      settle: () => expect.fail('no facilitator is asked for the payment'),
      change: {
        async beginPayment(input) {
          await round.outbox.beginPayment(input);
          round.leave();
        },
      },
    });
    await expect(round.conclude()).rejects.toMatchObject({ code: 'payment_not_made' });
    expect(await round.read()).toMatchObject({ state: 'unpaid', reason: 'the payment was not asked for' });
    expect(await round.outbox.givenUp({ limit: 1 })).toEqual([]);
  });

  it('after that has paid, and the result waits', async () => {
    const round = await paidRound({
      settle: () => {
        round.leave();
        return Promise.resolve(SETTLED);
      },
    });
    await round.conclude();
    expect(await round.read()).toMatchObject({ state: 'paid' });
  });
});

it('a payment that is not known to be begun is not asked for', async () => {
  const round = await paidRound({
    settle: () => expect.fail('no facilitator is asked for the payment'),
    change: { beginPayment: () => Promise.reject(new Error('Command timed out')) },
  });
  const refused = expect(round.conclude()).rejects.toMatchObject({ code: 'client_gone' });
  round.leave();
  await refused;
});

it('a reservation that has ended begins no payment', async () => {
  const round = await paidRound({ settle: () => expect.fail('no facilitator is asked for the payment') });
  await round.outbox.fail({ roundId: round.roundId, token: round.token, reason: 'expired' });
  await expect(round.conclude()).rejects.toMatchObject({ code: 'reservation_ended' });
});

describe('a payment that was not made', () => {
  it('is a 402 with the terms and the receipt of a failure, and the round is unpaid', async () => {
    const round = await paidRound({ finding: { kind: 'failed', signature: SIGNATURE } });
    const error = await round.conclude().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'payment_not_made', details: { headers: { 'PAYMENT-REQUIRED': 'terms' } } });
    const { headers } = (error as { details: { headers: Record<string, string> } }).details;
    expect(receiptOf(headers['PAYMENT-RESPONSE'])).toMatchObject({
      success: false,
      transaction: SIGNATURE,
      errorReason: expect.any(String) as string,
    });
    expect(await round.read()).toMatchObject({ state: 'unpaid' });
  });

  it('is not known to be so when a facilitator elsewhere refuses: the 402 says where the result would be, and the round stays in doubt', async () => {
    const refused: SettleOutcome = { kind: 'not-broadcast', reason: 'no funds', words: '' };
    const round = await paidRound({ settle: () => Promise.resolve(refused), finding: UNKNOWN });
    await expect(round.conclude()).rejects.toThrow(`no funds; if it is made after all, GET /v1/rounds/${round.roundId} has the result`);
    expect(await round.read()).toMatchObject({ state: 'payment_unknown', reason: 'no funds' });
  });

  it('and that another process found made is not refused', async () => {
    const round = await paidRound({
      finding: { kind: 'failed', signature: SIGNATURE },
      change: { refusePayment: ({ roundId }) => Promise.reject(new StaleTokenError(roundId)) },
    });
    await expect(round.conclude()).rejects.toMatchObject({ code: 'payment_unknown' });
  });
});

it('a payment without a known outcome is a 503 that does not invite to pay again, and the round is in doubt', async () => {
  const round = await paidRound({ finding: UNKNOWN });
  const error = await round.conclude().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'payment_unknown', rule: { status: 503, authorization: 'unknown' } });
  expect(error).not.toHaveProperty('rule.retryAfterSeconds');
  expect(await round.read()).toMatchObject({ state: 'payment_unknown', reason: expect.stringContaining('not seen') as string });
});

it('a caller that has paid gets the result, though the outbox does not confirm that it is paid', async () => {
  const round = await paidRound({ change: { pay: () => Promise.reject(new Error('Command timed out')) } });
  await expect(round.conclude()).resolves.toMatchObject({ result: { status: 'completed' } });
  expect([(await round.read()).state, round.told]).toEqual(['settling', ['paid', 'pay']]);
});

it('a facilitator in this process sends nothing whose signature is not on record', async () => {
  const round = await paidRound({
    facilitator: 'local',
    settle: async (_input, noteSignature) => {
      await noteSignature(SIGNATURE);
      expect((await round.read()).signature).toBe(SIGNATURE);
      return SETTLED;
    },
  });
  await round.conclude();
  expect(await round.read()).toMatchObject({ state: 'paid' });
});
