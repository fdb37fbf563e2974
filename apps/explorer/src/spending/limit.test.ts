import { expect, it } from 'vitest';
import { limitIn } from './limit.js';

it('a limit is a positive whole number of atomic units', () => {
  expect(['5000', ' 5,000 ', '1_000'].map(limitIn)).toEqual([5_000n, 5_000n, 1_000n]);
  expect(['', '0', '-1', '0.5', '1e3', 'all', '9'.repeat(19)].map(limitIn)).toEqual(Array(7).fill(undefined));
});
