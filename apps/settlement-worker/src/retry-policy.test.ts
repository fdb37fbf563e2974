import { PROGRAM_ERRORS } from '@oracle-gateway/ledger';
import { expect, it } from 'vitest';
import { countsAsAttempt, refusalLabel, retryAfterRefusalMs } from './retry-policy.js';

it('each refusal doubles the delay, up to ten minutes', () => {
  expect([0, 1, 2, 6, 7, 1_000].map(retryAfterRefusalMs)).toEqual([5_000, 10_000, 20_000, 320_000, 600_000, 600_000]);
});

it('every error of the oracle program is about the round', () => {
  for (const [code, name] of PROGRAM_ERRORS) {
    const refusal = { kind: 'program', instructionIndex: 1, code, name } as const;
    expect([countsAsAttempt(refusal), refusalLabel(refusal)]).toEqual([true, name]);
  }
});

it('an instruction that the runtime stopped is about the round; a transaction that never ran is not', () => {
  expect(countsAsAttempt({ kind: 'instruction', instructionIndex: 1, error: 'ComputationalBudgetExceeded' })).toBe(true);
  expect(countsAsAttempt({ kind: 'transaction', error: 'BlockhashNotFound' })).toBe(false);
  expect(countsAsAttempt({ kind: 'program', instructionIndex: 1, code: 1, name: 'Custom(1)' })).toBe(false);
});

it('labels do not grow with what a server says', () => {
  expect(refusalLabel({ kind: 'transaction', error: 'anything at all' })).toBe('transaction');
  expect(refusalLabel({ kind: 'program', instructionIndex: 1, code: 77, name: 'Custom(77)' })).toBe('program');
});
