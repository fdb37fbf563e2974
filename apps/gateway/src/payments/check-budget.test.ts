import { expect, it } from 'vitest';
import { createCheckBudget } from './check-budget.js';

it('a budget gives as many calls as it has', () => {
  const budget = createCheckBudget(2);
  expect([budget.take(), budget.left, budget.take(), budget.left, budget.take()]).toEqual([true, 1, true, 0, false]);
});

it('a part takes from the whole, and ends with it', () => {
  const whole = createCheckBudget(3);
  const [one, other] = [createCheckBudget(2, whole), createCheckBudget(2, whole)];
  expect([one.take(), one.take(), one.take()]).toEqual([true, true, false]);
  expect([other.left, other.take(), other.take(), whole.left]).toEqual([1, true, false, 0]);
});
