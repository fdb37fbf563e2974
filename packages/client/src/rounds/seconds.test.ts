import { describe, expect, it } from 'vitest';
import { createSeconds } from './seconds.js';

describe('the seconds of a feed', () => {
  it('are each taken once, the latest first', () => {
    const seconds = createSeconds({ random: () => 0.5 });
    expect([1, 2, 3].map(() => seconds.take('feed', 1_000_000, 0))).toEqual([1000, 999, 998]);
    expect(seconds.take('other', 1_000_000, 0)).toBe(1000);
  });

  it('are drawn where other clients took them, within the skew either way', () => {
    const drawn = [0, 0.999].map((lot) => {
      const seconds = createSeconds({ random: () => lot });
      return [1, 2, 3, 4, 5, 6].map((collisions) => seconds.take('feed', 1_000_000, collisions));
    });
    expect(new Set(drawn.flat()).size).toBe(12);
    for (const second of drawn.flat()) expect(Math.abs(second - 1000)).toBeLessThanOrEqual(270);
    expect(drawn.map(([first]) => first! > 1000)).toEqual([true, false]);
  });
});
