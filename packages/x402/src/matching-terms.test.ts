import { describe, expect, it } from 'vitest';
import { matchingTerms } from './matching-terms.js';
import type { PaymentTerms } from './payment-terms.js';

const TERMS: PaymentTerms = {
  scheme: 'exact',
  network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  amount: '3000',
  asset: 'mint',
  payTo: 'treasury',
  maxTimeoutSeconds: 60,
  extra: { feePayer: 'feePayer', memo: 'memo' },
};
const text = JSON.stringify(TERMS);

describe('terms and payment', () => {
  it('match whatever the order of the members', () => {
    const { extra, ...rest } = TERMS;
    expect(matchingTerms({ extra: { memo: extra.memo, feePayer: extra.feePayer }, ...rest }, [TERMS])).toBe(TERMS);
  });

  it('match with any of several offers', () => {
    const other = { ...TERMS, extra: { ...TERMS.extra, feePayer: 'another' } };
    expect(matchingTerms(JSON.parse(text), [other, TERMS])).toBe(TERMS);
    expect(matchingTerms(JSON.parse(text), [other])).toBeNull();
    expect(matchingTerms(JSON.parse(text), [])).toBeNull();
  });

  it.each([
    ['scheme', { scheme: 'upto' }],
    ['network', { network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }],
    ['amount', { amount: '2999' }],
    ['amount as a number', { amount: 3000 }],
    ['asset', { asset: 'other' }],
    ['payTo', { payTo: 'gateway' }],
    ['maxTimeoutSeconds', { maxTimeoutSeconds: 61 }],
    ['extra.feePayer', { extra: { ...TERMS.extra, feePayer: 'other' } }],
    ['extra.memo', { extra: { ...TERMS.extra, memo: 'other' } }],
    ['a missing extra.memo', { extra: { feePayer: 'feePayer' } }],
    ['a member more', { discount: '10%' }],
    ['a member more in extra', { extra: { ...TERMS.extra, foo: 'bar' } }],
    ['a blockhash in extra, which official servers tolerate', { extra: { ...TERMS.extra, recentBlockhash: 'x' } }],
    ['null for nothing', { discount: null }],
  ])('do not match with another %s', (_, change) => {
    expect(matchingTerms({ ...TERMS, ...change }, [TERMS])).toBeNull();
  });

  it.each([
    ['in the terms', text.replace('{', '{"__proto__":{"amount":"1"},')],
    ['in extra', text.replace('"extra":{', '"extra":{"__proto__":{"x":1},')],
  ])('do not match with a member called __proto__ %s', (_, tampered) => {
    expect(tampered).not.toBe(text);
    expect(matchingTerms(JSON.parse(tampered), [TERMS])).toBeNull();
  });

  it.each([[null], [undefined], [[]], ['text'], [5]])('do not match with %j', (accepted) => {
    expect(matchingTerms(accepted, [TERMS])).toBeNull();
  });
});
