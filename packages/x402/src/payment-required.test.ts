import { decodePaymentRequiredHeader } from '@x402/core/http';
import { PaymentRequiredV2Schema } from '@x402/core/schemas';
import { describe, expect, it } from 'vitest';
import { paymentRequired, type PaymentRequiredInput } from './payment-required.js';
import { upstreamQuote } from './upstream-quote.js';

const INPUT: PaymentRequiredInput = {
  error: 'payment required',
  resource: { url: 'https://gateway.example/v1/x402/execute', description: 'a signed round', mimeType: 'application/json' },
  terms: {
    scheme: 'exact',
    network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
    amount: '3000',
    asset: 'mint',
    payTo: 'treasury',
    maxTimeoutSeconds: 60,
    extra: { feePayer: 'feePayer', memo: 'memo' },
  },
};
const upstream = upstreamQuote({ resource: 'https://source.example/', signaturesRequired: 3, redundancyBuffer: 1, nodeCount: 5 });

describe('the answer that payment is required', () => {
  it.each([
    ['alone', INPUT],
    ['with an upstream quote', { ...INPUT, extensions: { upstream } }],
  ])('says the same in body and header, %s', (_, input) => {
    const { body, header } = paymentRequired(input);
    expect(decodePaymentRequiredHeader(header)).toEqual(body);
  });

  it('is what x402 version 2 says it is', () => {
    const { body } = paymentRequired({ ...INPUT, extensions: { upstream } });
    expect(PaymentRequiredV2Schema.parse(body)).toEqual(body);
    expect(body).toEqual({
      x402Version: 2,
      error: INPUT.error,
      resource: INPUT.resource,
      accepts: [INPUT.terms],
      extensions: { upstream },
    });
  });

  it('has no member for extensions without extensions', () => {
    expect(Object.keys(paymentRequired(INPUT).body)).not.toContain('extensions');
    expect(Object.keys(paymentRequired({ ...INPUT, extensions: {} }).body)).not.toContain('extensions');
  });
});
