import { describe, expect, it } from 'vitest';
import { historyShape, nearestDot, type ShapePoint } from './history-shape.js';

const HOUR_MS = 3_600_000;
const size = { width: 720, height: 270, offsetMs: 0 };

function point(atMs: number, value: number): ShapePoint {
  return { atMs, value: String(value), low: value - 1, high: value + 1, isVerified: false };
}

describe('the shape of a history', () => {
  it('has time to the right, larger values above, and all of it within its axes', () => {
    const shape = historyShape({ points: [point(HOUR_MS, 110), point(0, 100)], fromMs: 0, toMs: HOUR_MS, ...size })!;
    const [first, last] = shape.dots;
    expect(shape.dots.map(({ point: { value } }) => value)).toEqual(['100', '110']);
    expect([first!.x, last!.x]).toEqual([shape.left, shape.right]);
    expect(first!.y).toBeGreaterThan(last!.y);
    for (const { y } of shape.dots) expect(y >= shape.top && y <= shape.bottom).toBe(true);
    expect(shape.line).toBe(`M${first!.x} ${first!.y}L${last!.x} ${last!.y}`);
    expect(shape.band.endsWith('Z')).toBe(true);
  });

  it('leaves out what is not of its time', () => {
    const points = [point(-1, 5), point(0, 6), point(HOUR_MS + 1, 7)];
    expect(historyShape({ points, fromMs: 0, toMs: HOUR_MS, ...size })?.dots).toHaveLength(1);
    expect(historyShape({ points: [], fromMs: 0, toMs: HOUR_MS, ...size })).toBeUndefined();
  });

  it('has room for values that are all alike', () => {
    const flat = { ...point(0, 5), low: 5, high: 5 };
    const shape = historyShape({ points: [flat], fromMs: 0, toMs: HOUR_MS, ...size })!;
    expect(shape.dots.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))).toBe(true);
  });

  it('names the nearest value of a place', () => {
    const points = [0, 1, 2].map((hour) => point(hour * HOUR_MS, hour));
    const shape = historyShape({ points, fromMs: 0, toMs: 2 * HOUR_MS, ...size })!;
    expect([0, (shape.left + shape.right) / 2 + 5, 9_999].map((x) => nearestDot(shape, x))).toEqual([0, 1, 2]);
  });
});
