import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokenAmountJson } from './account-json.js';

describe('tokenAmountJson', () => {
  it.each([
    [0n, 6, '0'],
    [1n, 6, '0.000001'],
    [1_234_500_000n, 6, '1234.5'],
    [1_000_000n, 6, '1'],
    [7n, 0, '7'],
    [100n, 0, '100'],
    [18_446_744_073_709_551_615n, 9, '18446744073.709551615'],
  ])('writes %s with %i decimals as %s', (amount, decimals, uiAmountString) => {
    expect(tokenAmountJson(amount, decimals)).toEqual({
      amount: amount.toString(),
      decimals,
      uiAmount: Number(uiAmountString),
      uiAmountString,
    });
  });

  it('loses nothing: the text times 10^decimals is the amount', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), fc.integer({ min: 0, max: 12 }), (amount, decimals) => {
        const { uiAmountString } = tokenAmountJson(amount, decimals) as { uiAmountString: string };
        const [whole = '', fraction = ''] = uiAmountString.split('.');
        expect(BigInt(whole + fraction.padEnd(decimals, '0'))).toBe(amount);
        expect(fraction.endsWith('0')).toBe(false);
      }),
    );
  });
});
