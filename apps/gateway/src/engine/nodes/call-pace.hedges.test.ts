import { expect, it } from 'vitest';
import { createHedgeBudget } from './call-pace.js';

it('ten hedges in a row, then one in ten rounds, and no more than ten saved', () => {
  const budget = createHedgeBudget();
  const takeAll = (): number => {
    let taken = 0;
    while (budget.take()) taken += 1;
    return taken;
  };
  expect(takeAll()).toBe(10);
  for (let round = 0; round < 21; round += 1) budget.earn();
  expect(takeAll()).toBe(2);
  for (let round = 0; round < 1_000; round += 1) budget.earn();
  expect(takeAll()).toBe(10);
});
