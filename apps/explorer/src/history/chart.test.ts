import { describe, expect, it } from 'vitest';
import { chartOf } from './chart.js';

const size = { width: 116, height: 56 };

describe('chartOf', () => {
  it('has the oldest point at the left and the highest at the top', () => {
    const chart = chartOf(
      [
        { atMs: 2_000, value: 30 },
        { atMs: 1_000, value: 10 },
        { atMs: 1_500, value: 20 },
      ],
      size,
    );
    expect(chart).toMatchObject({ line: 'M8 48L58 28L108 8', lowest: 10, highest: 30 });
  });

  it('has one value in the middle', () => {
    expect(chartOf([{ atMs: 5, value: 1 }], size)?.line).toBe('M58 28');
  });

  it('passes over what is no number, and is nothing without points', () => {
    expect(chartOf([{ atMs: 1, value: Number.NaN }], size)).toBeUndefined();
    expect(chartOf([], size)).toBeUndefined();
  });
});
