import { describe, expect, it } from 'vitest';
import { MAX_PAYMENT_HEADER_CHARS, PaymentHeaderError, type PaymentHeaderErrorReason } from './payment-header-error.js';
import { decodePaymentHeader } from './payment-header.js';

const ACCEPTED = {
  scheme: 'exact',
  network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  amount: '3000',
  asset: 'mint',
  payTo: 'treasury',
  maxTimeoutSeconds: 60,
  extra: { feePayer: 'feePayer', memo: 'memo' },
};
const PAYMENT = { x402Version: 2, accepted: ACCEPTED, payload: { transaction: 'AQID' } };

function header(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64');
}

function reasonFor(text: string): PaymentHeaderErrorReason | undefined {
  try {
    decodePaymentHeader(text);
    return undefined;
  } catch (error) {
    if (error instanceof PaymentHeaderError) return error.reason;
    throw error;
  }
}

describe('PAYMENT-SIGNATURE', () => {
  it('holds terms and transaction', () => {
    expect(decodePaymentHeader(header(PAYMENT))).toEqual({ accepted: ACCEPTED, transaction: 'AQID', identifier: null, echo: {} });
  });

  it('gives the terms as the client wrote them, members that no schema knows included', () => {
    const accepted = { ...ACCEPTED, discount: '10%' };
    expect(decodePaymentHeader(header({ ...PAYMENT, accepted })).accepted).toEqual(accepted);
  });

  it('gives what the client repeats of the answer, without what no schema knows', () => {
    const resource = { url: 'https://gateway.example/', description: 'round', secret: 'x' };
    const { echo } = decodePaymentHeader(header({ ...PAYMENT, resource, extensions: { upstream: { resource: 'r' } } }));
    expect(echo).toEqual({
      resource: { url: 'https://gateway.example/', description: 'round' },
      extensions: { upstream: { resource: 'r' } },
    });
  });

  const identified = (info: unknown, others = {}) =>
    header({ ...PAYMENT, extensions: { ...others, 'payment-identifier': { info, schema: {} } } });

  it.each(['a'.repeat(16), 'Z0-_'.repeat(32)])('gives the identifier of what is paid for, and does not repeat it (%s)', (id) => {
    const payment = decodePaymentHeader(identified({ required: false, id }, { upstream: { resource: 'r' } }));
    expect(payment).toMatchObject({ identifier: id, echo: { extensions: { upstream: { resource: 'r' } } } });
    expect(JSON.stringify(payment.echo)).not.toContain(id);
    expect(decodePaymentHeader(identified({ required: false, id })).echo).toEqual({});
  });

  it.each([[{ required: false }], [{}], [null], ['text'], [5]])(
    'has no identifier where the extension is repeated without (%j)',
    (info) => {
      expect(decodePaymentHeader(identified(info)).identifier).toBeNull();
    },
  );

  it.each([
    ['a'.repeat(15)],
    ['a'.repeat(129)],
    [`${'a'.repeat(16)} `],
    [`${'a'.repeat(16)}\n`],
    ['ä'.repeat(16)],
    [''],
    [null],
    [5],
    [['a'.repeat(16)]],
  ])('has a bad identifier where it is %j', (id) => {
    expect(reasonFor(identified({ required: false, id }))).toBe('bad-identifier');
  });

  it.each([
    ['nothing', ''],
    [
      'base64url',
      header({ ...PAYMENT, a: '>>>???' })
        .replaceAll('+', '-')
        .replaceAll('/', '_'),
    ],
    ['no JSON', Buffer.from('{').toString('base64')],
    ['no base64', '{"x402Version":2}'],
  ])('is undecodable where it is %s', (_, text) => {
    expect(reasonFor(text)).toBe('undecodable');
  });

  it.each([
    ['null', null],
    ['a list', []],
    ['version 1', { x402Version: 1, scheme: 'exact', network: 'solana-devnet', payload: { transaction: 'AQID' } }],
    ['version 3', { ...PAYMENT, x402Version: 3 }],
    ['without terms', { x402Version: 2, payload: { transaction: 'AQID' } }],
    ['without transaction', { ...PAYMENT, payload: {} }],
    ['with a transaction that is no text', { ...PAYMENT, payload: { transaction: 5 } }],
  ])('carries no payment of version 2 where it is %s', (_, value) => {
    expect(reasonFor(header(value))).toBe('no-v2-payment');
  });

  it('is decoded up to its limit, and no further', () => {
    const bytes = JSON.stringify({ ...PAYMENT, pad: '' }).length;
    const ofBytes = (length: number) => header({ ...PAYMENT, pad: 'x'.repeat(length - bytes) });
    const longest = ofBytes((MAX_PAYMENT_HEADER_CHARS / 4) * 3);
    expect(longest).toHaveLength(8_192);
    expect(reasonFor(longest)).toBeUndefined();
    expect(reasonFor(ofBytes((MAX_PAYMENT_HEADER_CHARS / 4) * 3 + 1))).toBe('too-large');
  });

  it('is named in the error, and not repeated', () => {
    expect(() => decodePaymentHeader('secret')).toThrow('PAYMENT-SIGNATURE must be JSON in standard base64');
  });
});
