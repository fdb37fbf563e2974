import { expect, it } from 'vitest';
import { dollarsIn, dollarText } from './money.js';

it('an amount is shown in dollars, with all of its digits', () => {
  expect([0n, 1n, 3_000n, 2_500n, 10_000n, 100_000n, 1_000_000n, 1_234_567_890_000n].map(dollarText)).toEqual([
    '$0.00',
    '$0.000001',
    '$0.003',
    '$0.0025',
    '$0.01',
    '$0.10',
    '$1.00',
    '$1,234,567.89',
  ]);
  expect(dollarText(-5_000_000n)).toBe('−$5.00');
});

it('a sum is a positive number of dollars', () => {
  expect(['0.005', '$0.005', ' $ 1,000 ', '.5', '1'].map(dollarsIn)).toEqual([5_000n, 5_000n, 1_000_000_000n, 500_000n, 1_000_000n]);
  expect(['', '$', '0', '0.0000001', '-1', '1e3', 'all', '9'.repeat(13)].map(dollarsIn)).toEqual(Array(8).fill(undefined));
});
