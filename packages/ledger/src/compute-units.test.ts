import { describe, expect, it } from 'vitest';

import { settleComputeUnits } from './compute-units.js';

describe('settle compute units', () => {
  it('stay within what one transaction may consume at every possible quorum', () => {
    expect(settleComputeUnits(64)).toBeLessThanOrEqual(1_400_000);
  });

  it.each([0, 65, 1.5, Number.NaN])('refuse %d signers', (signers) => {
    expect(() => settleComputeUnits(signers)).toThrow(RangeError);
  });
});
