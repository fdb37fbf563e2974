import { describe, expect, it } from 'vitest';
import { memo, transferChecked, unsigned } from '../tests/transactions.js';
import { MAX_SOURCE_PAYMENT_BYTES, SourcePaymentsError } from './source-payments-error.js';
import { readSourcePayments } from './source-payments.js';

const ACCEPTED = {
  scheme: 'exact',
  network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  amount: '1000',
  asset: 'mint',
  payTo: 'source',
  maxTimeoutSeconds: 60,
  extra: {},
};

function base64(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64');
}
function v2(transaction: string, more: object = {}): string {
  return base64({ x402Version: 2, accepted: ACCEPTED, payload: { transaction }, ...more });
}
function v1(transaction: string): string {
  return base64({ x402Version: 1, scheme: 'exact', network: 'solana-devnet', payload: { transaction } });
}
function transaction(text: string): string {
  return unsigned([transferChecked(), memo(text)]);
}

describe('source payments', () => {
  it('are passed on as they came, each in the header of its version and in their order', () => {
    const texts = [v2(transaction('a')), v1(transaction('b')), v2(transaction('c'))];
    expect(readSourcePayments(texts, 3)).toEqual([
      { x402Version: 2, headerName: 'PAYMENT-SIGNATURE', headerValue: texts[0] },
      { x402Version: 1, headerName: 'X-PAYMENT', headerValue: texts[1] },
      { x402Version: 2, headerName: 'PAYMENT-SIGNATURE', headerValue: texts[2] },
    ]);
  });

  it.each([0, 1, 3])('are as many as there are eligible nodes, not %d for 2', (count) => {
    const texts = Array.from({ length: count }, (_, index) => v2(transaction(String(index))));
    expect(() => readSourcePayments(texts, 2)).toThrow('sourcePayments must hold one payment for each eligible node, 2 in all');
  });

  it.each([
    ['the same text', (text: string) => v2(text)],
    ['other words around it', (text: string) => v2(text, { resource: { url: 'https://other.example/' } })],
    ['another version around it', (text: string) => v1(text)],
    ['another signature beside it', (text: string) => v2(Buffer.from(text, 'base64').fill(9, 1, 65).toString('base64'))],
  ])('are distinct by what they authorize: %s', (_, again) => {
    const paid = transaction('a');
    expect(() => readSourcePayments([v2(paid), v2(transaction('b')), again(paid)], 3)).toThrow(
      'sourcePayments[2] must not be the payment of sourcePayments[0]',
    );
  });

  it('on other ledgers are distinct by what they hold', () => {
    const evm = (nonce: string, more: object = {}) =>
      base64({ x402Version: 2, accepted: ACCEPTED, payload: { authorization: { nonce } }, ...more });
    expect(readSourcePayments([evm('0x1'), evm('0x2')], 2)).toHaveLength(2);
    expect(() => readSourcePayments([evm('0x1'), evm('0x1', { extensions: { a: 1 } })], 2)).toThrow('must not be the payment of');
  });

  it.each([
    ['{"x402Version":2}', 'must be JSON in standard base64'],
    [base64('{'), 'must be a payment of x402 version 1 or 2'],
    [base64(null), 'must be a payment of x402 version 1 or 2'],
    [base64({ x402Version: 3, payload: {} }), 'must be a payment of x402 version 1 or 2'],
  ])('are payments: %j is not one', (text, rule) => {
    const read = (): unknown => readSourcePayments([v2(transaction('a')), text], 2);
    expect(read).toThrow(SourcePaymentsError);
    expect(read).toThrow(`sourcePayments[1] ${rule}`);
  });

  it('have at most 4 KiB each', () => {
    const ofLength = (length: number): string => {
      const fill = (chars: number) => v2(transaction('a'), { extensions: { pad: 'x'.repeat(chars) } });
      const empty = fill(0).length;
      return fill(Math.floor(((length - empty) * 3) / 4));
    };
    const longest = ofLength(MAX_SOURCE_PAYMENT_BYTES);
    expect(longest.length).toBeLessThanOrEqual(4_096);
    expect(longest.length).toBeGreaterThan(4_085);
    expect(readSourcePayments([longest], 1)).toHaveLength(1);
    expect(() => readSourcePayments([ofLength(4_104)], 1)).toThrow('sourcePayments[0] must have at most 4096 bytes');
  });
});
