import { describe, expect, it } from 'vitest';
import { reconnectDelay } from './stream-keeper.js';

const almostOne = 1 - Number.EPSILON;

describe('reconnectDelay', () => {
  it.each([
    [0, 250],
    [1, 500],
    [3, 2_000],
    [6, 16_000],
    [7, 30_000],
    [10_000, 30_000],
  ])('after %d failures in a row it is any time up to %d ms', (failures, boundMs) => {
    expect(reconnectDelay('failed', { failures, isOnlyWay: false, random: 0 })).toBe(0);
    expect(reconnectDelay('failed', { failures, isOnlyWay: false, random: 0.5 })).toBe(boundMs / 2);
    expect(reconnectDelay('failed', { failures, isOnlyWay: false, random: almostOne })).toBeLessThan(boundMs);
  });

  it('a node that is called in no other way is asked again within five seconds, also when it refuses', () => {
    for (const why of ['failed', 'refused'] as const) {
      expect(reconnectDelay(why, { failures: 0, isOnlyWay: true, random: 0.5 })).toBe(125);
      expect(reconnectDelay(why, { failures: 1_000, isOnlyWay: true, random: 0.5 })).toBe(2_500);
    }
  });

  it('a node that sent more than it was asked for is asked again after minutes, in whatever way it is called', () => {
    for (const isOnlyWay of [true, false]) {
      expect(reconnectDelay('flooded', { failures: 1, isOnlyWay, random: 0 })).toBe(120_000);
    }
  });

  it('a node that has no streams is asked again after minutes, however often it has refused', () => {
    for (const failures of [0, 5, 1_000]) {
      expect(reconnectDelay('refused', { failures, isOnlyWay: false, random: 0 })).toBe(120_000);
      expect(reconnectDelay('refused', { failures, isOnlyWay: false, random: almostOne })).toBeLessThanOrEqual(300_000);
    }
  });
});
