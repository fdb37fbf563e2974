import { describe, expect, it } from 'vitest';
import { pauseBeforeOpening } from './pause-before-opening.js';

const almostOne = 1 - Number.EPSILON;

describe('pauseBeforeOpening', () => {
  it.each([
    [0, 250],
    [1, 500],
    [3, 2_000],
    [6, 16_000],
    [7, 30_000],
    [10_000, 30_000],
  ])('after %d failures in a row it is any time up to %d ms', (failures, boundMs) => {
    expect(pauseBeforeOpening('failed', { failures, random: 0 })).toBe(0);
    expect(pauseBeforeOpening('failed', { failures, random: 0.5 })).toBe(boundMs / 2);
    expect(pauseBeforeOpening('failed', { failures, random: almostOne })).toBeLessThan(boundMs);
  });

  it('a node that has no streams is asked again after minutes, however often it has refused', () => {
    for (const failures of [0, 5, 1_000]) {
      expect(pauseBeforeOpening('refused', { failures, random: 0 })).toBe(120_000);
      expect(pauseBeforeOpening('refused', { failures, random: almostOne })).toBeLessThanOrEqual(300_000);
    }
  });
});
