import { decodePaymentResponseHeader } from '@x402/core/http';
import { expect, it } from 'vitest';
import { paymentResponseHeader, type PaymentReceipt } from './payment-response.js';

it.each([
  [{ success: true, transaction: 'signature', network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', payer: 'payer' }],
  [{ success: false, transaction: '', network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', payer: 'payer', errorReason: 'refused' }],
] satisfies [PaymentReceipt][])('PAYMENT-RESPONSE carries the receipt %j', (receipt) => {
  expect(decodePaymentResponseHeader(paymentResponseHeader(receipt))).toEqual(receipt);
});
