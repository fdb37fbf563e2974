import { expect, it } from 'vitest';
import { dollarsIn } from './money.js';

it('a sum is a positive number of dollars', () => {
  expect(['0.005', '$0.005', ' $ 1,000 ', '.5', '1'].map(dollarsIn)).toEqual([5_000n, 5_000n, 1_000_000_000n, 500_000n, 1_000_000n]);
  expect(['', '$', '0', '0.0000001', '-1', '1e3', 'all', '9'.repeat(13)].map(dollarsIn)).toEqual(Array(8).fill(undefined));
});
