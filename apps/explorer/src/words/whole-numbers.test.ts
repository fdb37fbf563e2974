import { expect, it } from 'vitest';
import { wholeIn } from './whole-numbers.js';

it('a whole number has digits alone, with separators where the visitor writes them, and lies within its bounds', () => {
  expect(['7', ' 1,000 ', '10_000', '0'].map((text) => wholeIn(text, 0, 10_000))).toEqual([7, 1_000, 10_000, 0]);
  expect(['', '-1', '1.5', '1e3', '10001', 'x', '9'.repeat(13)].map((text) => wholeIn(text, 0, 10_000))).toEqual(Array(7).fill(undefined));
});
