import { describe, expect, it } from 'vitest';
import { readSourceReceipt } from './source-receipt.js';

const RECEIPT = { success: true, transaction: '5'.repeat(88), network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', payer: 'P'.repeat(44) };
function base64(receipt: unknown): string {
  return Buffer.from(JSON.stringify(receipt)).toString('base64');
}

describe("a source's receipt", () => {
  it.each(['payment-response', 'x-payment-response'])('is read from %s', (name) => {
    expect(readSourceReceipt({ [name]: base64(RECEIPT) })).toEqual({ success: true, transaction: RECEIPT.transaction });
  });

  it('names a transaction of either kind of ledger', () => {
    const transaction = `0x${'ab'.repeat(32)}`;
    expect(readSourceReceipt({ 'payment-response': base64({ success: true, transaction }) })).toEqual({ success: true, transaction });
  });

  it.each([['planted-key'], ['5'.repeat(89)], [''], [`0x${'ab'.repeat(31)}`], [{ a: 1 }]])(
    'keeps nothing that is no transaction: %j',
    (transaction) => {
      const receipt = { success: false, transaction, errorReason: 'planted-key' };
      expect(readSourceReceipt({ 'payment-response': base64(receipt) })).toEqual({ success: false, transaction: null });
    },
  );

  it.each([
    ['it is missing', {}],
    ['it is no JSON', { 'payment-response': '!!!' }],
    ['it is a list', { 'payment-response': base64([true]) }],
    ['it does not say whether it succeeded', { 'payment-response': base64({ ...RECEIPT, success: 'true' }) }],
    ['there are two', { 'payment-response': [base64(RECEIPT), base64(RECEIPT)] }],
    ['it is too long', { 'payment-response': base64({ ...RECEIPT, note: 'x'.repeat(4_096) }) }],
  ])('is null where %s', (_, headers) => {
    expect(readSourceReceipt(headers)).toBeNull();
  });
});
