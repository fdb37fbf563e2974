import { PROGRAM_ERRORS } from '@oracle-gateway/ledger';
import { expect, it } from 'vitest';
import { reasonOf, refusalLabel, retryAfterRefusalMs, subjectOf } from './retry-policy.js';

it('each refusal doubles the delay, up to ten minutes', () => {
  expect([0, 1, 2, 6, 7, 1_000].map(retryAfterRefusalMs)).toEqual([5_000, 10_000, 20_000, 320_000, 600_000, 600_000]);
});

it('an error of the oracle program is about the round, except one that every round would meet', () => {
  const subjects = PROGRAM_ERRORS.map(([code, name]) => {
    const refusal = { kind: 'program', instructionIndex: 1, code, name } as const;
    expect(refusalLabel(refusal)).toBe(name);
    return [name, subjectOf(refusal)] as const;
  });
  expect(subjects.filter(([, subject]) => subject !== 'round')).toEqual([
    ['InvalidInstruction', 'environment'],
    ['WrongAccountCount', 'environment'],
    ['MissingSignature', 'environment'],
    ['NotWritable', 'environment'],
    ['WrongProgram', 'environment'],
    ['WrongAuthority', 'environment'],
    ['GatewayInactive', 'environment'],
    ['RoundAlreadySettled', 'settled'],
  ]);
});

it.each([
  ['an instruction that the runtime stopped', { kind: 'instruction', instructionIndex: 1, error: 'ComputationalBudgetExceeded' }, 'round'],
  ['a transaction that never ran', { kind: 'transaction', error: 'InsufficientFundsForFee' }, 'environment'],
  ['an escrow whose tokens are frozen', { kind: 'program', instructionIndex: 1, code: 17, name: 'TokenAccountFrozen' }, 'round'],
  ['a payer without lamports for the receipt', { kind: 'program', instructionIndex: 1, code: 1, name: 'Custom(1)' }, 'environment'],
  ['a blockhash that the server does not know yet', { kind: 'transaction', error: 'BlockhashNotFound' }, 'transient'],
] as const)('%s: %j is %s', (_what, refusal, subject) => {
  expect(subjectOf(refusal)).toBe(subject);
});

it('labels do not grow with what a server says', () => {
  expect(refusalLabel({ kind: 'transaction', error: 'anything at all' })).toBe('transaction');
  expect(refusalLabel({ kind: 'program', instructionIndex: 1, code: 77, name: 'Custom(77)' })).toBe('program');
  expect(refusalLabel({ kind: 'program', instructionIndex: 1, code: 17, name: 'TokenAccountFrozen' })).toBe('TokenAccountFrozen');
});

it.each([
  [{ kind: 'program', instructionIndex: 1, code: 1, name: 'Custom(1)' }],
  [{ kind: 'transaction', error: 'InsufficientFundsForFee' }],
  [{ kind: 'transaction', error: 'AccountNotFound' }],
  [{ kind: 'transaction', error: '{"InsufficientFundsForRent":{"account_index":0}}' }],
] as const)('%j is told as a lack of lamports', (refusal) => {
  expect([refusalLabel(refusal), subjectOf(refusal)]).toEqual(['InsufficientLamports', 'environment']);
  expect(reasonOf(refusal)).toMatch(/^InsufficientLamports: its payer cannot pay for the settlement/);
});
