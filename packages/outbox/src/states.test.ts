import { expect, it } from 'vitest';
import { FIRST_STATE, isRoundState, isTerminal, MOVES, type RoundState } from './states.js';

const ALL: readonly RoundState[] = ['reserved', 'pending', 'settled', 'failed', 'expired', 'lapsed'];

it('a round ends settled, failed, expired or lapsed, and nowhere else', () => {
  expect(ALL.filter(isTerminal)).toEqual(['settled', 'failed', 'expired', 'lapsed']);
});

it('every state is reached from the first one', () => {
  const reached = new Set<RoundState>([FIRST_STATE]);
  for (const state of reached) {
    for (const { from, to } of Object.values(MOVES)) if (from === state) reached.add(to);
  }
  expect([...reached].sort()).toEqual([...ALL].sort());
});

it('knows its own states from other words', () => {
  expect(ALL.every(isRoundState)).toBe(true);
  expect(['', 'parked', 'Reserved', 'constructor'].some(isRoundState)).toBe(false);
});
