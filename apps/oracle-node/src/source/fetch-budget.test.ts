import { describe, expect, it } from 'vitest';
import type { SourceError } from '../errors/node-error.js';
import { createFetchBudget } from './fetch-budget.js';

function start({ leftMs = Number.POSITIVE_INFINITY } = {}) {
  const faults: SourceError[] = [];
  let chargedMs = 0;
  const charge = (ms: number): boolean => {
    chargedMs += ms;
    return chargedMs <= leftMs;
  };
  const limits = { bytes: 100, informational: 2, pieces: 3 };
  const budget = createFetchBudget(limits, { charge, end: (fault) => faults.push(fault) });
  return { budget, faults, chargedMs: () => chargedMs };
}

describe('the budget of a fetch', () => {
  it.each([
    ['bytes', 100, (budget: ReturnType<typeof start>['budget']) => budget.arrived(1, 0)],
    ['informational answers', 2, (budget: ReturnType<typeof start>['budget']) => budget.informational()],
    ['pieces', 3, (budget: ReturnType<typeof start>['budget']) => budget.piece()],
  ])('has so many %s, and the next one is a fault of the source', (_what, limit, use) => {
    const { budget, faults } = start();
    for (let count = 0; count < limit; count += 1) use(budget);
    expect(faults).toEqual([]);
    use(budget);
    expect(faults[0]).toMatchObject({ code: 'upstream_failure', step: 'fetch', broken: { rule: 'too_large' } });
  });

  it('charges the time of the thread, all of it, in few charges', () => {
    const { budget, chargedMs } = start();
    for (let count = 0; count < 25; count += 1) budget.spend(0.1);
    expect(chargedMs()).toBeCloseTo(2, 0);
    budget.close();
    budget.close();
    expect(chargedMs()).toBeCloseTo(2.5);
  });

  it('charges the work of encryption that carries nothing', () => {
    const { budget, chargedMs } = start();
    budget.arrived(10_240, 10_240);
    expect(chargedMs()).toBeCloseTo(2);
  });

  it('ends where its requester has no time left, as a fault of the source too', () => {
    const { budget, faults } = start({ leftMs: 5 });
    budget.spend(5);
    expect(faults).toEqual([]);
    budget.spend(2);
    expect(faults[0]).toMatchObject({ code: 'upstream_failure', step: 'fetch', broken: { rule: 'too_costly' } });
  });

  it('ends nothing once it is closed', () => {
    const { budget, faults } = start({ leftMs: 0 });
    budget.close();
    budget.arrived(1_000, 1_000);
    budget.spend(1_000);
    expect(faults).toEqual([]);
  });
});
