import { describe, expect, it } from 'vitest';

import { settleComputeUnits } from './compute-units.js';

describe('settle compute units', () => {
  it('stay within what one transaction may consume at every possible quorum and bump', () => {
    expect(settleComputeUnits(64, 0)).toBeLessThanOrEqual(1_400_000);
  });

  it('grow with every candidate that the search for the receipt passes', () => {
    expect(settleComputeUnits(1, 230) - settleComputeUnits(1, 255)).toBe(25 * 1_500);
  });

  it('follow what the form of the keys costs for every further signer', () => {
    const further = (form: Parameters<typeof settleComputeUnits>[2]) => settleComputeUnits(9, 255, form) - settleComputeUnits(1, 255, form);
    expect([further('sum'), further('slopes'), further('signer-set')]).toEqual([8 * 20_000, 8 * 4_000, 0]);
    expect(further(undefined)).toBe(8 * 20_000);
  });

  it.each([0, 65, 1.5, Number.NaN])('refuse %d signers', (signers) => {
    expect(() => settleComputeUnits(signers, 255)).toThrow(RangeError);
  });

  it.each([-1, 256, 1.5, Number.NaN])('refuse a bump of %d', (bump) => {
    expect(() => settleComputeUnits(1, bump)).toThrow(RangeError);
  });
});
