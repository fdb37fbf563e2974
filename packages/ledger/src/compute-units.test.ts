import { describe, expect, it } from 'vitest';

import { settleAgentComputeUnits, settleComputeUnits, submitComputeUnits } from './compute-units.js';

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

describe('settle compute units of an agent round', () => {
  it('stay within what one transaction may consume', () => {
    expect(settleAgentComputeUnits(64, [0, 0, 0, 0])).toBeLessThanOrEqual(1_400_000);
  });

  it('grow with every candidate that any of the searches passes', () => {
    expect(settleAgentComputeUnits(3, [254, 250, 255]) - settleAgentComputeUnits(3, [255, 255])).toBe(6 * 1_500);
  });

  it('are as many more than a subscription round’s, whatever the form of the keys', () => {
    for (const form of ['sum', 'slopes', 'signer-set'] as const)
      expect(settleAgentComputeUnits(9, [250], form) - settleComputeUnits(9, 250, form)).toBe(20_000);
    expect(settleAgentComputeUnits(9, [])).toBe(settleAgentComputeUnits(9, [], 'sum'));
  });

  it.each([0, 65, 1.5, Number.NaN])('refuse %d signers', (signers) => {
    expect(() => settleAgentComputeUnits(signers, [])).toThrow(RangeError);
  });

  it.each([-1, 256, 1.5, Number.NaN])('refuse a bump of %d', (bump) => {
    expect(() => settleAgentComputeUnits(1, [255, bump])).toThrow(/^searchedBumps: /);
  });
});

describe('submit compute units', () => {
  it('are above what was measured, and within what one transaction may consume', () => {
    // programs/oracle/bench/compute-units.md: 3 signers, a new feed.
    expect(submitComputeUnits(3)).toBeGreaterThan(51_518);
    expect(submitComputeUnits(64)).toBeLessThanOrEqual(1_400_000);
    expect(submitComputeUnits(3, 'slopes')).toBeLessThan(submitComputeUnits(3));
  });
});
