import { describe, expect, it } from 'vitest';
import { defaultQuorum, maxEligible, MIN_TOLERANCE_QUORUM, quorumRange } from './quorum.js';

const aggregation = {
  mode: 'tolerance',
  rule: 'median',
  maxDeviationBps: 50,
  maxAgeMs: 5_000,
  numeric: { type: 'int256', decimals: 8 },
} as const;

describe('quorumRange', () => {
  it.each([1, 2, 5])('exact mode begins at minSigners: %d', (minSigners) => {
    expect(quorumRange({ minSigners, active: 7 }, { rules: [undefined] })).toEqual({ minimum: minSigners, maximum: 7 });
  });

  it.each([
    [1, MIN_TOLERANCE_QUORUM],
    [3, 3],
    [5, 5],
  ])('tolerance mode of a registry with minSigners %d begins at %d', (minSigners, minimum) => {
    expect(quorumRange({ minSigners, active: 7 }, { rules: [aggregation] })).toEqual({ minimum, maximum: 7 });
  });
});

describe('the quorum of a list', () => {
  const registry = { minSigners: 1, active: 7 };

  it('is that of exact mode where all its sources are exact', () => {
    expect(quorumRange(registry, { rules: [undefined, undefined] }).minimum).toBe(1);
  });

  it.each([[[aggregation, undefined]], [[undefined, aggregation]], [[aggregation, aggregation]]])(
    'is that of tolerance mode where one of them has a tolerance (%#)',
    (rules) => {
      expect(quorumRange(registry, { rules }).minimum).toBe(MIN_TOLERANCE_QUORUM);
      expect(defaultQuorum({ minSigners: 1, active: 3 }, { rules })).toBe(3);
    },
  );
});

it('a round asks the quorum and the buffer of the registry, and no more', () => {
  expect(maxEligible({ redundancyBuffer: 2 }, 3)).toBe(5);
});

describe('defaultQuorum', () => {
  it.each([
    [{ minSigners: 2, active: 5 }, 3],
    [{ minSigners: 1, active: 5 }, 3],
    [{ minSigners: 4, active: 5 }, 4],
    [{ minSigners: 2, active: 7 }, 4],
    [{ minSigners: 2, active: 4 }, 3],
    [{ minSigners: 1, active: 1 }, 1],
    [{ minSigners: 2, active: 64 }, 33],
  ])('of %j is a majority, and no less than the registry serves', (registry, expected) => {
    expect(defaultQuorum(registry, { rules: [undefined] })).toBe(expected);
  });

  it.each([
    [3, 3],
    [4, 3],
    [7, 4],
  ])('of tolerance mode and %d nodes is at least 3', (active, expected) => {
    expect(defaultQuorum({ minSigners: 1, active }, { rules: [aggregation] })).toBe(expected);
  });
});
