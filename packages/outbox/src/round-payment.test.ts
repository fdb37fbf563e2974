import { describe, expect, it } from 'vitest';
import { RoundPaymentError } from './errors.js';
import { decodeRoundPayment, encodeRoundPayment, type RoundPayment } from './round-payment.js';
import { samplePayment } from './testing/index.js';

it.each<Partial<RoundPayment>>([
  {},
  { earliestSlot: 0 },
  { earliestSlot: null },
  { amountAtomic: '18446744073709551615', facilitator: 'local' },
  { expiry: { kind: 'time', afterMs: 1_700_000_000_000 }, memo: 'x'.repeat(256) },
])('reads back what it wrote: %j', (members) => {
  const payment = samplePayment(members);
  expect(decodeRoundPayment(encodeRoundPayment(payment))).toEqual(payment);
});

it('a payment that was written without its earliest slot is read, and has none', () => {
  const { earliestSlot, ...earlier } = samplePayment();
  expect(earliestSlot).not.toBeNull();
  expect(decodeRoundPayment(JSON.stringify({ version: 1, ...earlier }))).toEqual({ ...earlier, earliestSlot: null });
});

it('keeps no member that reconciliation does not need, such as the transaction that the payer signed', () => {
  const expiry = { kind: 'height', lastValidBlockHeight: 5, transaction: 'AQAAAA' } as const;
  const signed = { ...samplePayment({ expiry }), transaction: 'AQAAAA' };
  expect(encodeRoundPayment(signed)).not.toContain('AQAAAA');
});

describe('refuses, naming the field', () => {
  const wrong: readonly [field: string, members: object][] = [
    ['messageHash', { messageHash: 'ab'.repeat(32) }],
    ['payer', { payer: 'not-an-address' }],
    ['payerTokenAccount', { payerTokenAccount: '' }],
    ['mint', { mint: 1 }],
    ['payToTokenAccount', { payToTokenAccount: null }],
    ['amountAtomic', { amountAtomic: '0' }],
    ['amountAtomic', { amountAtomic: 5 }],
    ['memo', { memo: '' }],
    ['memo', { memo: 'a\nb' }],
    ['memo', { memo: 'x'.repeat(257) }],
    ['feePayer', { feePayer: 'O'.repeat(44) }],
    ['blockhash', { blockhash: 'x' }],
    ['earliestSlot', { earliestSlot: -1 }],
    ['earliestSlot', { earliestSlot: '5' }],
    ['expiry', { expiry: null }],
    ['expiry.kind', { expiry: { lastValidBlockHeight: 1 } }],
    ['expiry.lastValidBlockHeight', { expiry: { kind: 'height', lastValidBlockHeight: null } }],
    ['expiry.lastValidBlockHeight', { expiry: { kind: 'height', lastValidBlockHeight: 1.5 } }],
    ['expiry.afterMs', { expiry: { kind: 'time', afterMs: -1 } }],
    ['facilitator', { facilitator: 'toString' }],
  ];
  it.each(wrong)('%s of %j', (field, members) => {
    const json = JSON.stringify({ version: 1, ...samplePayment(), ...members });
    expect(() => decodeRoundPayment(json)).toThrow(new RoundPaymentError(field));
  });

  it.each([undefined, 0, 2, '1'])('version %j', (version) => {
    expect(() => decodeRoundPayment(JSON.stringify({ ...samplePayment(), version }))).toThrow(new RoundPaymentError('version'));
  });

  it.each(['', 'null', '[]', '{', '"text"'])('what is no object: %j', (json) => {
    expect(() => decodeRoundPayment(json)).toThrow(RoundPaymentError);
  });
});
