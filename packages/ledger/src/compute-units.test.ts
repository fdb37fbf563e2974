import { describe, expect, it } from 'vitest';

import { settleComputeUnits } from './compute-units.js';

describe('settle compute units', () => {
  it('stay within what one transaction may consume at every possible quorum', () => {
    expect(settleComputeUnits(64, 255)).toBeLessThanOrEqual(1_400_000);
  });

  it('pay for every bump that gives no address: a caller can look for one that is far down', () => {
    expect(settleComputeUnits(3, 230) - settleComputeUnits(3, 255)).toBe(25 * 1_500);
  });

  it.each([0, 65, 1.5, Number.NaN])('refuse %d signers', (signers) => {
    expect(() => settleComputeUnits(signers, 255)).toThrow(RangeError);
  });

  it.each([-1, 256, 1.5, Number.NaN])('refuse the bump %d', (bump) => {
    expect(() => settleComputeUnits(1, bump)).toThrow(RangeError);
  });
});
