import { describe, expect, it } from 'vitest';
import { fillPath } from './operation.js';
import { operations } from './operations.js';

describe('fillPath', () => {
  it('puts parameters into their places, encoded', () => {
    expect(fillPath(operations.getRound, { roundId: 'a/b c' })).toBe('/v1/rounds/a%2Fb%20c');
    expect(fillPath(operations.getHealth)).toBe('/health');
  });

  it("a missing parameter is the caller's mistake", () => {
    expect(() => fillPath(operations.getRound, {})).toThrow(new TypeError('getRound: path parameter roundId is missing'));
  });
});
