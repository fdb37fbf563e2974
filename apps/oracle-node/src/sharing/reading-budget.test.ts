import { describe, expect, it } from 'vitest';
import { NodeError } from '../errors/node-error.js';
import { createReadingBudget } from './reading-budget.js';

const SHARE_USED = new NodeError('share_used');

function start(threads = 1) {
  const clock = { ms: 0 };
  const budget = createReadingBudget({ threads, monotonicMs: () => clock.ms });
  const asker = (requester: string, gateway = 'g') => ({ gateway, requester });
  /** A body that takes so many milliseconds of the thread, of a requester with time left. */
  const read = (requester: string, costMs: number): void => {
    budget.requireShare(asker(requester));
    clock.ms += costMs;
    budget.charge(asker(requester), costMs);
  };
  return { clock, budget, asker, read };
}

describe('the time for reading', () => {
  it.each([1, 2])('is used up to a tenth of what %i threads have left by a requester that is alone, and less beside another', (threads) => {
    const { budget, asker, read } = start(threads);
    const fill = (requester: string): number => {
      for (let reads = 0; reads < 200; reads += 1) {
        try {
          read(requester, 10);
        } catch (error) {
          expect(error).toEqual(SHARE_USED);
          return (reads * 10) / threads;
        }
      }
      throw new Error('the time has no end');
    };
    const first = fill('first');
    expect(first).toBeGreaterThan(430);
    expect(first).toBeLessThanOrEqual(460);
    const second = fill('second');
    expect(second).toBeGreaterThan(390);
    expect(second).toBeLessThan(first);
    expect(() => budget.requireShare(asker('first'))).toThrow(SHARE_USED);
    budget.requireShare(asker('third'));
    budget.requireShare(asker('first', 'another gateway'));
  });

  it('is left for a small body however many requesters use costly ones', () => {
    const { read } = start();
    for (let number = 0; number < 90; number += 1) {
      read(`new-${number}`, 50);
      read('modest', 0.05);
    }
  });

  it('tells a fetch under way that its requester has used it', () => {
    const { budget, asker } = start();
    expect(budget.charge(asker('a'), 400)).toBe(true);
    expect(budget.charge(asker('a'), 200)).toBe(false);
    expect(() => budget.requireShare(asker('a'))).toThrow(SHARE_USED);
    budget.requireShare(asker('b'));
  });

  it('ends no answer of a requester that has used none of it, even where all others have used it up', () => {
    const { budget, asker } = start();
    for (let number = 0; number < 100; number += 1) budget.charge(asker(`new-${number}`), 60);
    expect(budget.charge(asker('modest'), 0.01)).toBe(true);
  });

  it('comes back as five seconds pass', () => {
    const { clock, budget, asker, read } = start();
    read('a', 600);
    expect(() => budget.requireShare(asker('a'))).toThrow(SHARE_USED);
    clock.ms += 5_200;
    budget.requireShare(asker('a'));
  });
});
