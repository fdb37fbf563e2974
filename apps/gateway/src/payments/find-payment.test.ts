import { type HistoricTransaction, LedgerUnavailableError, type NamedTransaction, RpcRefusalError } from '@oracle-gateway/ledger';
import { samplePayment } from '@oracle-gateway/outbox/testing';
import type { UnixMs } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import { paymentTransaction } from '../../tests/fakes/payment-transaction.js';
import { createPaymentSearch, type PaymentSearchDeps, type SoughtPayment } from './find-payment.js';

const CREATED_AT_MS = 1_000_000_000 as UnixMs;
const LAST_VALID = 1_000;
const OURS = paymentTransaction(0);
const MEMO = 'ab'.repeat(16);

interface Listed extends Partial<NamedTransaction> {
  /** The number of its transaction; 0: the payment. null: the server names it and does not serve it. */
  readonly number: number | null;
  readonly succeeded?: boolean;
}

/** A server whose index of the payer's account is this, newest first; its pages hold two. */
function searchOver(listed: readonly Listed[], change: Partial<PaymentSearchDeps['history']> & { height?: number; nowMs?: number } = {}) {
  const { height = 1, nowMs = CREATED_AT_MS, ...history } = change;
  const entries = listed.map((entry, index) => ({ signature: `s${index}`, slot: 2_000, memo: null, blockTimeSeconds: null, ...entry }));
  const calls: string[] = [];
  const find = createPaymentSearch({
    nowMs: () => nowMs,
    history: {
      transaction(signature) {
        calls.push(`transaction ${signature}`);
        const entry = entries.find((listing) => listing.signature === signature);
        if (entry === undefined || entry.number === null) return Promise.resolve(null);
        const { wire } = paymentTransaction(entry.number);
        return Promise.resolve<HistoricTransaction>({ slot: entry.slot, succeeded: entry.succeeded ?? true, wire });
      },
      naming(_account, { before, minContextSlot }) {
        calls.push(`naming ${before ?? '-'} ${minContextSlot ?? '-'}`);
        const start = before === undefined ? 0 : entries.findIndex(({ signature }) => signature === before) + 1;
        return Promise.resolve(entries.slice(start, start + 2));
      },
      tip: () => Promise.resolve({ slot: height + 1_500, blockHeight: height }),
      isBlockhashValid: () => Promise.resolve(true),
      ...history,
    },
  });
  return { calls, find };
}
function sought(change: Partial<SoughtPayment> & { payment?: SoughtPayment['payment'] } = {}): SoughtPayment {
  return { payment: payment(), createdAtMs: CREATED_AT_MS, signature: null, ...change };
}
function payment(change: Partial<SoughtPayment['payment']> = {}): SoughtPayment['payment'] {
  return samplePayment({
    messageHash: OURS.messageHash,
    memo: MEMO,
    expiry: { kind: 'height', lastValidBlockHeight: LAST_VALID },
    ...change,
  });
}
function down(): Promise<never> {
  return Promise.reject(new LedgerUnavailableError('m', 'no answer within 5000 ms'));
}
const PAST = { height: LAST_VALID + 1 };

describe('a payment is found', () => {
  it('at its signature, without a search', async () => {
    const { find, calls } = searchOver([{ number: 0 }], { naming: down });
    expect(await find(sought({ signature: 's0' }))).toEqual({ kind: 'paid', signature: 's0', slot: 2_000 });
    expect(calls).toEqual(['transaction s0']);
  });

  it('by its message, whatever signature somebody else says it has', async () => {
    const { find } = searchOver([{ number: 5 }, { number: 0 }]);
    expect(await find(sought({ signature: 's0' }))).toMatchObject({ kind: 'paid', signature: 's1' });
    expect(await find(sought({ signature: 'nowhere' }))).toMatchObject({ kind: 'paid', signature: 's1' });
  });

  it('on any page, among transactions that carry its memo or none', async () => {
    const { find, calls } = searchOver([
      { number: 1 },
      { number: 2, memo: `[32] ${MEMO}` },
      { number: 3, memo: '[5] other' },
      { number: 0, memo: `[32] ${MEMO}` },
    ]);
    expect(await find(sought())).toMatchObject({ kind: 'paid', signature: 's3' });
    expect(calls).not.toContain('transaction s2');
  });

  it('that landed and failed has failed', async () => {
    const { find } = searchOver([{ number: 0, succeeded: false }]);
    expect(await find(sought())).toEqual({ kind: 'failed', signature: 's0' });
  });

  it('behind a transaction that the server names and does not serve', async () => {
    const { find } = searchOver([{ number: null }, { number: 1 }, { number: 0 }], PAST);
    expect(await find(sought())).toMatchObject({ kind: 'paid', signature: 's2' });
  });
});

describe('a payment is absent', () => {
  it('when the finalized height was past its blockhash before a search that got past it too', async () => {
    const { find, calls } = searchOver([{ number: 1 }], PAST);
    expect(await find(sought())).toEqual({ kind: 'absent' });
    expect(calls.filter((call) => call.startsWith('naming'))).toEqual([
      `naming - ${LAST_VALID + 1_500}`,
      `naming s0 ${LAST_VALID + 1_500}`,
    ]);
  });

  it('without a look at what is older than its reservation, or later than its last block', async () => {
    const { find, calls } = searchOver(
      [
        { number: 0, slot: LAST_VALID + 1_501 },
        { number: 0, slot: LAST_VALID, blockTimeSeconds: CREATED_AT_MS / 1_000 - 121 },
      ],
      PAST,
    );
    expect(await find(sought())).toEqual({ kind: 'absent' });
    expect(calls.filter((call) => call.startsWith('transaction'))).toEqual([]);
  });

  it('by time, only when that is over and the finalized bank takes its blockhash no more', async () => {
    const byTime = sought({ payment: payment({ expiry: { kind: 'time', afterMs: CREATED_AT_MS } }) });
    const isOver = { nowMs: CREATED_AT_MS + 1, isBlockhashValid: () => Promise.resolve(false) };
    expect(await searchOver([], isOver).find(byTime)).toEqual({ kind: 'absent' });
    expect(await searchOver([], { ...isOver, nowMs: CREATED_AT_MS }).find(byTime)).toMatchObject({ kind: 'unknown' });
    expect(await searchOver([], { ...isOver, isBlockhashValid: () => Promise.resolve(true) }).find(byTime)).toMatchObject({
      kind: 'unknown',
    });
  });
});

describe('nobody knows', () => {
  it('of a payment that is not there while its blockhash lives', async () => {
    expect(await searchOver([{ number: 1 }], { height: LAST_VALID }).find(sought())).toMatchObject({ kind: 'unknown' });
  });

  it.each([
    ['tip', { tip: down }],
    ['naming', { ...PAST, naming: down }],
    ['transaction', { ...PAST, transaction: down }],
  ])('when the server does not answer (%s)', async (_method, change) => {
    expect(await searchOver([{ number: 1 }], change).find(sought())).toEqual({
      kind: 'unknown',
      reason: 'ledger m: no answer within 5000 ms',
    });
  });

  it('when the server names a transaction that it does not serve', async () => {
    expect(await searchOver([{ number: null }], PAST).find(sought())).toMatchObject({ kind: 'unknown' });
  });

  it('when there is more than can be looked through', async () => {
    const many = Array.from({ length: 17 }, (_, number) => ({ number: number + 1 }));
    expect(await searchOver(many, PAST).find(sought())).toMatchObject({
      kind: 'unknown',
      reason: expect.stringContaining('too many') as unknown,
    });
  });
});

it('a transaction of a later version is no payment', async () => {
  const refusal = new RpcRefusalError('getTransaction', -32_015, 'Transaction version (1) is not supported', undefined);
  expect(await searchOver([{ number: 1 }], { ...PAST, transaction: () => Promise.reject(refusal) }).find(sought())).toEqual({
    kind: 'absent',
  });
});
