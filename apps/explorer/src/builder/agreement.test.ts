import { describe, expect, it } from 'vitest';
import { agreementOf, agreementWords, aggregationOf, bpsIn, FIRST_MEDIAN, proposedAgreement } from './agreement.js';

describe('the rule of agreement', () => {
  it('is the same after it went through the member of the source', () => {
    const median = { rule: 'median', bps: 25, ageMs: 9_000, decimals: 4 } as const;
    expect(agreementOf(aggregationOf(median, undefined))).toEqual(median);
    expect(agreementOf(aggregationOf({ rule: 'same' }, undefined))).toEqual({ rule: 'same' });
    expect(agreementOf({ mode: 'tolerance' })).toBeUndefined();
  });

  it('keeps a bound by amount that the source has', () => {
    expect(aggregationOf(FIRST_MEDIAN, { maxDeviation: '0.5' })).toMatchObject({ maxDeviation: '0.5', maxDeviationBps: 50 });
  });

  it('is told in words', () => {
    expect(agreementWords(FIRST_MEDIAN)).toBe('median within 0.50 %, of values at most 15 s old');
  });

  it('takes percentages with two digits', () => {
    expect(['0.50', '0,5', '1', '100', '0.', '100.01', '-1', '', '1e2', '0.005'].map(bpsIn)).toEqual([
      ...[50, 50, 100, 10_000, 0],
      ...Array<undefined>(5).fill(undefined),
    ]);
  });
});

describe('the proposed rule', () => {
  it('is that every node sees the same where they do', () => {
    expect(proposedAgreement(['5', '5', '5'])).toEqual({
      agreement: { rule: 'same' },
      leastBps: 0,
      why: '3 nodes saw the same number just now.',
    });
  });

  it('is a median with room for more than the spread of now', () => {
    expect(proposedAgreement(['64628.31', '64641.2', '64620'])).toEqual({
      agreement: { ...FIRST_MEDIAN, bps: 50 },
      leastBps: 7,
      why: 'The number moved 0.03 % between nodes just now, so a median fits.',
    });
    expect(proposedAgreement(['100', '101'])).toMatchObject({ agreement: { bps: 500 }, leastBps: 200 });
  });

  it('is a median for a number below zero, and keeps as many digits as the nodes saw', () => {
    expect(proposedAgreement(['-3.5', '-3.5'])).toMatchObject({ agreement: { rule: 'median', bps: 50 } });
    expect(proposedAgreement(['0.1234567891', '0.1234567892'])).toMatchObject({ agreement: { decimals: 10 } });
  });

  it('is unknown for one node', () => {
    expect(proposedAgreement(['5'])).toBeUndefined();
  });
});
