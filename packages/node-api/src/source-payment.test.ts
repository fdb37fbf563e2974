import { ContractError } from '@oracle-gateway/contract';
import { describe, expect, it } from 'vitest';
import { requirePayableSource, sourcePaymentHeader } from './source-payment.js';

const url = 'https://prices.example/btc';

describe('sourcePaymentHeader', () => {
  it.each([
    [1, 'X-PAYMENT'],
    [2, 'PAYMENT-SIGNATURE'],
  ] as const)('version %d goes into %s', (x402Version, name) => {
    expect(sourcePaymentHeader({ x402Version, payment: 'YWJj' })).toEqual({ name, value: 'YWJj' });
  });
});

describe('requirePayableSource', () => {
  it.each([
    [url, {}, []],
    [url, { accept: 'application/json' }, []],
    ['http://127.0.0.1:8080/price', {}, ['127.0.0.1:8080']],
  ])('%s may be paid', (url, headers, allowed) => {
    expect(() => requirePayableSource({ url, headers }, allowed)).not.toThrow();
  });

  it.each([
    ['http://prices.example/btc', {}, 'apiConfig.url: must be https where the source is paid'],
    ['http://[::1/price', {}, 'apiConfig.url: must be https where the source is paid'],
    ['http://127.0.0.1:8081/price', {}, 'apiConfig.url: must be https where the source is paid'],
    [url, { 'Payment-Signature': 'YQ==' }, 'apiConfig.headers["Payment-Signature"]: must not be set where the source is paid'],
    [url, { 'x-payment': 'YQ==' }, 'apiConfig.headers["x-payment"]: must not be set where the source is paid'],
  ])('%s with %j may not: %s', (url, headers, message) => {
    const check = (): void => requirePayableSource({ url, headers }, ['127.0.0.1:8080']);
    expect(check).toThrow(ContractError);
    expect(check).toThrow(message);
  });
});
