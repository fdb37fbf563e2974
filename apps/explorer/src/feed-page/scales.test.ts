import { describe, expect, it } from 'vitest';
import { digitsOf, timeTicks, valueTicks } from './scales.js';

const HOUR_MS = 3_600_000;
const AT = Date.UTC(2026, 10, 26, 16, 2);

describe('ticks of values', () => {
  it('are round numbers around them', () => {
    expect(valueTicks(63_950, 64_980, 5)).toEqual([63_500, 64_000, 64_500, 65_000]);
    expect(valueTicks(0.12, 0.18, 4)).toEqual([0.12, 0.14, 0.16, 0.18]);
    expect(valueTicks(-3, 3, 4)).toEqual([-4, -2, 0, 2, 4]);
  });

  it('give room to values that are all alike', () => {
    const [low = 0, ...others] = valueTicks(5, 5, 4);
    expect([low < 5, (others.at(-1) ?? 0) > 5]).toEqual([true, true]);
    expect(valueTicks(0, 0, 4)).toContain(0);
  });

  it('are few for any numbers', () => {
    for (const [low, high] of [
      [0, 1e30],
      [1e-12, 2e-12],
      [-1e9, 1e9],
    ] as const)
      expect(valueTicks(low, high, 5).length).toBeLessThan(14);
  });

  it('have the digits that tell them apart', () => {
    expect([digitsOf(500), digitsOf(1), digitsOf(0.5), digitsOf(0.02), digitsOf(0.1)]).toEqual([0, 0, 1, 2, 1]);
  });
});

describe('ticks of times', () => {
  it('are full hours of the visitor’s day', () => {
    const day = timeTicks(AT - 24 * HOUR_MS, AT, { count: 6, offsetMs: 0 });
    expect(day.map((at) => new Date(at).getUTCHours())).toEqual([20, 0, 4, 8, 12, 16]);
    const [first = 0] = timeTicks(AT - 24 * HOUR_MS, AT, { count: 6, offsetMs: 5.5 * HOUR_MS });
    expect(new Date(first + 5.5 * HOUR_MS).toISOString()).toMatch(/T\d\d:00:00/);
  });

  it('are days of a week, and minutes of an hour', () => {
    expect(timeTicks(AT - 7 * 24 * HOUR_MS, AT, { count: 7, offsetMs: 0 }).every((at) => at % (24 * HOUR_MS) === 0)).toBe(true);
    expect(timeTicks(AT - HOUR_MS, AT, { count: 6, offsetMs: 0 })).toHaveLength(6);
  });

  it('are missing where no full step lies between', () => {
    expect(timeTicks(AT, AT + 1, { count: 6, offsetMs: 0 })).toEqual([]);
  });
});
