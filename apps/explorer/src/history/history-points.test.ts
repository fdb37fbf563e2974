import { describe, expect, it } from 'vitest';
import { chartPointsOf } from './history-points.js';

describe('pointsOf', () => {
  it('has the rounds with a value, at their stamps', () => {
    const round = { roundId: 'a', path: 'subscription', state: 'settled', createdAt: 7 } as const;
    const rounds = [
      { ...round, value: '64628.31', timestamp: 2, observedAt: 2_400 },
      { ...round, timestamp: 3, observedAt: 3_400 },
      { ...round, value: '1' },
    ];
    expect(chartPointsOf(rounds)).toEqual([{ atMs: 2_400, value: 64_628.31 }]);
  });
});
