import { describe, expect, it } from 'vitest';
import { createRateLimits } from './rate-limits.js';

function start() {
  const clock = { ms: 500 };
  return { clock, limits: createRateLimits({ perKey: 2, perSecond: 3, monotonicMs: () => clock.ms }) };
}

describe('rate limits', () => {
  it('count for each key and for all, second by second', () => {
    const { clock, limits } = start();
    expect(['a', 'a', 'a', 'b', 'b'].map((key) => limits.take(key))).toEqual([true, true, false, true, false]);
    clock.ms = 1_000;
    expect(limits.take('a')).toBe(true);
  });

  it('what is given back was not used; more than was taken cannot be', () => {
    const { limits } = start();
    limits.giveBack('a');
    expect([limits.take('a'), limits.take('a')]).toEqual([true, true]);
    limits.giveBack('a');
    expect([limits.take('a'), limits.take('a'), limits.take('b'), limits.take('b')]).toEqual([true, false, true, false]);
  });

  it('what was taken in an earlier second cannot be given back in a later one', () => {
    const { clock, limits } = start();
    limits.take('a');
    clock.ms = 1_000;
    limits.giveBack('a');
    expect([limits.take('a'), limits.take('a'), limits.take('a')]).toEqual([true, true, false]);
  });
});
