import { describe, expect, it } from 'vitest';
import { toUnixMs, unixMs, unixSeconds } from './units.js';

const invalid = [-1, 0.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY];

describe('units of time', () => {
  it.each([0, 1, 1_700_000_000, Number.MAX_SAFE_INTEGER])('%d is a time', (value) => {
    expect(unixSeconds(value)).toBe(value);
    expect(unixMs(value)).toBe(value);
  });

  it.each(invalid)('%d is no time', (value) => {
    expect(() => unixSeconds(value)).toThrow(RangeError);
    expect(() => unixMs(value)).toThrow(RangeError);
  });

  it('a flat round signs exactly a thousand times its seconds', () => {
    expect(toUnixMs(unixSeconds(1_700_000_001))).toBe(1_700_000_001_000);
  });

  it('a product beyond 2^53 − 1 is refused rather than rounded', () => {
    expect(() => toUnixMs(unixSeconds(9_007_199_254_741))).toThrow(RangeError);
  });
});
