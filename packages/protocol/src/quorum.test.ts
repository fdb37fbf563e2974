import { describe, expect, it } from 'vitest';
import { maxEligible, MIN_TOLERANCE_QUORUM, quorumRange } from './quorum.js';

const aggregation = {
  mode: 'tolerance',
  rule: 'median',
  maxDeviationBps: 50,
  maxAgeMs: 5_000,
  numeric: { type: 'int256', decimals: 8 },
} as const;

describe('quorumRange', () => {
  it.each([1, 2, 5])('exact mode begins at minSigners: %d', (minSigners) => {
    expect(quorumRange({ minSigners, active: 7 }, {})).toEqual({ minimum: minSigners, maximum: 7 });
  });

  it.each([
    [1, MIN_TOLERANCE_QUORUM],
    [3, 3],
    [5, 5],
  ])('tolerance mode of a registry with minSigners %d begins at %d', (minSigners, minimum) => {
    expect(quorumRange({ minSigners, active: 7 }, { aggregation })).toEqual({ minimum, maximum: 7 });
  });
});

it('a round asks the quorum and the buffer of the registry, and no more', () => {
  expect(maxEligible({ redundancyBuffer: 2 }, 3)).toBe(5);
});
