import { expect, it } from 'vitest';
import { isRoundState, TRANSITIONS, type RoundState } from './states.js';

const ALL: readonly RoundState[] = [
  'reserved',
  'pending',
  'settled',
  'failed',
  'expired',
  'lapsed',
  'settling',
  'payment_unknown',
  'paid',
  'unpaid',
];

const transitions = Object.entries<{ from: readonly RoundState[]; to: RoundState }>(TRANSITIONS);

function movesFrom(state: RoundState): readonly string[] {
  return transitions.filter(([, { from }]) => from.includes(state)).map(([transition]) => transition);
}

it('nothing leaves failed, expired, lapsed and paid, an unpaid round only becomes paid, and a settled one only goes back', () => {
  expect(ALL.filter((state) => movesFrom(state).length === 0)).toEqual(['failed', 'expired', 'lapsed', 'paid']);
  expect(movesFrom('unpaid')).toEqual(['overturn']);
  expect(TRANSITIONS.overturn.to).toBe('paid');
  expect(movesFrom('settled')).toEqual(['rollBack']);
});

it('every state is reached from the first one', () => {
  const reached = new Set<RoundState>(['reserved']);
  for (const state of reached) {
    for (const [, { from, to }] of transitions) if (from.includes(state)) reached.add(to);
  }
  expect([...reached].sort()).toEqual([...ALL].sort());
});

it('a round is paid only after its result was on record and its payment was begun', () => {
  expect(transitions.filter(([, { to }]) => to === 'settling')).toEqual([['beginPayment', { from: ['reserved'], to: 'settling' }]]);
  const begun = ['settling', 'payment_unknown', 'unpaid'];
  for (const state of ['paid', 'unpaid', 'payment_unknown']) {
    const sources = transitions.filter(([, { to }]) => to === state).flatMap(([, { from }]) => from);
    expect(sources.every((from) => begun.includes(from))).toBe(true);
  }
});

it('a payment that may have been made neither fails nor expires', () => {
  for (const state of ['settling', 'payment_unknown'] as const) {
    expect(movesFrom(state)).not.toContain('fail');
    expect(movesFrom(state)).not.toContain('expire');
  }
});

it('knows its own states from other words', () => {
  expect(ALL.every(isRoundState)).toBe(true);
  expect(['', 'parked', 'Reserved', 'constructor'].some(isRoundState)).toBe(false);
});
