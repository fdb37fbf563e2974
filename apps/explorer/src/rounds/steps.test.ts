import type { RoundStatus } from '@oracle-gateway/client';
import { describe, expect, it } from 'vitest';
import { stepOf, withStep } from './steps.js';

const round = { roundId: 'a', path: 'subscription', createdAt: 1 } as const;
const settlement = { signature: 'abc', slot: 7, final: false };

describe('stepOf', () => {
  it('has the transaction of what has landed', () => {
    expect(stepOf({ ...round, state: 'settled', settlement }, 5)).toEqual({ text: 'Settled in slot 7', atMs: 5, signature: 'abc' });
    expect(stepOf({ ...round, state: 'settled', settlement: { ...settlement, final: true } }, 5).text).toMatch(/^Final: /);
    expect(stepOf({ ...round, state: 'paid', payment: { signature: 'abc', slot: 9 } }, 5).text).toBe('Paid in slot 9');
  });

  it('gives the reason of what did not', () => {
    const status: RoundStatus = { ...round, state: 'unpaid', reason: 'the blockhash is past' };
    expect(stepOf(status, 5)).toEqual({ text: 'Not paid: nothing was taken (the blockhash is past)', atMs: 5 });
  });

  it('shows no signature where the gateway tells none', () => {
    const status = { ...round, state: 'settled', settlement: { signature: null, slot: null, final: false } } as const;
    expect(stepOf(status, 5)).toEqual({ text: 'Settled', atMs: 5 });
  });
});

it('a step that is told again is shown once', () => {
  const step = { text: 'Settled', atMs: 1 };
  expect(withStep(withStep([], step), { ...step, atMs: 2 })).toEqual([step]);
  expect(withStep([step], { text: 'Final', atMs: 2 })).toHaveLength(2);
  expect(
    withStep(
      Array.from({ length: 99 }, (_, atMs) => ({ text: String(atMs), atMs })),
      step,
    ),
  ).toHaveLength(32);
});
