import { describe, expect, it } from 'vitest';
import { formatMoney, parseMoney } from './money.js';

describe('formatMoney', () => {
  it.each([
    [0n, '$0.00'],
    [1n, '$0.000001'],
    [5_000n, '$0.005'],
    [250_000n, '$0.25'],
    [100_000n, '$0.10'],
    [1_250_000_000n, '$1,250.00'],
    [1_234_567_000_001n, '$1,234,567.000001'],
    [-1_500_000n, '-$1.50'],
  ])('writes %s atomic units as %s', (amount, text) => {
    expect(formatMoney(amount)).toBe(text);
  });
});

describe('parseMoney', () => {
  it.each([
    ['$0.005', 5_000n],
    ['0.005usd', 5_000n],
    ['0.005 USD', 5_000n],
    ['$ 2', 2_000_000n],
    ['0usd', 0n],
    ['$0.000001', 1n],
  ])('reads %s', (text, amount) => {
    expect(parseMoney(text)).toBe(amount);
  });

  it.each([
    '',
    '5000',
    '0.005',
    '$',
    'usd',
    '$.5',
    '$1.0000001',
    '$0.005usd',
    '-1usd',
    '1,000usd',
    '$1e3',
    '0.005eur',
    '9999999999999999usd',
  ])('refuses %j, which has no unit or another form', (text) => {
    expect(parseMoney(text)).toBeUndefined();
  });

  it('refuses what 64 bits do not hold', () => {
    expect(parseMoney('$9999999999999')).toBe(9_999_999_999_999_000_000n);
    expect(parseMoney('$99999999999999')).toBeUndefined();
  });
});
