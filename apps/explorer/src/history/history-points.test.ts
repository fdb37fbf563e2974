import { describe, expect, it } from 'vitest';
import { chartPointsOf } from './history-points.js';

describe('pointsOf', () => {
  it('has the rounds with a value, at the time that was signed', () => {
    const round = { roundId: 'a', path: 'subscription', state: 'settled', createdAt: 7 } as const;
    const rounds = [
      { ...round, value: '64628.31', timestamp: 2 },
      { ...round, timestamp: 3 },
      { ...round, value: '1' },
    ];
    expect(chartPointsOf(rounds)).toEqual([{ atMs: 2_000, value: 64_628.31 }]);
  });
});
