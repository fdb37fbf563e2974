import { formatAddress } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import { sampleAddress, samplePayment } from '../testing/index.js';
import { RoundPaymentError } from './errors.js';
import { decodeRoundPayment, encodeRoundPayment, type PaymentRecord } from './round-payment.js';

/** The members of a stored payment. */
function storedMembers(payment: PaymentRecord): { readonly earliestSlot?: unknown } {
  const stored: unknown = JSON.parse(encodeRoundPayment(payment));
  if (typeof stored !== 'object' || stored === null) throw new TypeError('a payment is stored as an object');
  return stored;
}

it('stores the hash as hex, addresses in base58 and the amount in decimal, in this order', () => {
  const [one, blockhash] = [sampleAddress(), '11111111111111111111111111111111'];
  const text = formatAddress(one);
  const accounts = { payer: one, payerTokenAccount: one, mint: one, payToTokenAccount: one, feePayer: one };
  const payment = samplePayment({ ...accounts, messageHash: new Uint8Array(32).fill(0xab), amountAtomic: 7n, memo: 'm', blockhash });
  expect(encodeRoundPayment(payment)).toBe(
    `{"version":1,"messageHash":"0x${'ab'.repeat(32)}","payer":"${text}","payerTokenAccount":"${text}","mint":"${text}",` +
      `"payToTokenAccount":"${text}","amountAtomic":"7","memo":"m","feePayer":"${text}","blockhash":"${blockhash}",` +
      `"earliestSlot":420000000,"expiry":{"kind":"height","lastValidBlockHeight":400000150},"facilitator":"remote"}`,
  );
});

it.each<[field: string, wrong: Partial<PaymentRecord>]>([
  ['messageHash', { messageHash: new Uint8Array(31) }],
  ['amountAtomic', { amountAtomic: 0n }],
  ['memo', { memo: '' }],
  ['blockhash', { blockhash: 'x' }],
])('stores no payment whose %s has another form', (field, wrong) => {
  expect(() => encodeRoundPayment(samplePayment(wrong))).toThrow(new RoundPaymentError(field));
});

it.each<Partial<PaymentRecord>>([
  {},
  { earliestSlot: 0 },
  { earliestSlot: null },
  { amountAtomic: 18_446_744_073_709_551_615n, facilitator: 'local' },
  { expiry: { kind: 'time', afterMs: 1_700_000_000_000 }, memo: 'x'.repeat(256) },
])('reads back what it wrote: case %#', (members) => {
  const payment = samplePayment(members);
  expect(decodeRoundPayment(encodeRoundPayment(payment))).toEqual(payment);
});

it('a payment that was written without its earliest slot is read, and has none', () => {
  const payment = samplePayment();
  const { earliestSlot, ...earlier } = storedMembers(payment);
  expect(earliestSlot).not.toBeNull();
  expect(decodeRoundPayment(JSON.stringify(earlier))).toEqual({ ...payment, earliestSlot: null });
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
    // The form of an address, and more than 32 bytes.
    ['mint', { mint: 'z'.repeat(44) }],
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
    const json = JSON.stringify({ ...storedMembers(samplePayment()), ...members });
    expect(() => decodeRoundPayment(json)).toThrow(new RoundPaymentError(field));
  });

  it.each([undefined, 0, 2, '1'])('version %j', (version) => {
    expect(() => decodeRoundPayment(JSON.stringify({ ...storedMembers(samplePayment()), version }))).toThrow(
      new RoundPaymentError('version'),
    );
  });

  it.each(['', 'null', '[]', '{', '"text"'])('what is no object: %j', (json) => {
    expect(() => decodeRoundPayment(json)).toThrow(RoundPaymentError);
  });
});
