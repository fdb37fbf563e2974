import { expect, it } from 'vitest';
import { isRoundState, MOVES, type RoundState } from './states.js';

const ALL: readonly RoundState[] = ['reserved', 'pending', 'settled', 'failed', 'expired', 'lapsed'];

it('nothing leaves failed, expired and lapsed, and a settled round only goes back', () => {
  const movesFrom = (state: RoundState) => Object.entries(MOVES).filter(([, { from }]) => from === state);
  expect(ALL.filter((state) => movesFrom(state).length === 0)).toEqual(['failed', 'expired', 'lapsed']);
  expect(movesFrom('settled').map(([move]) => move)).toEqual(['rollBack']);
});

it('every state is reached from the first one', () => {
  const reached = new Set<RoundState>(['reserved']);
  for (const state of reached) {
    for (const { from, to } of Object.values(MOVES)) if (from === state) reached.add(to);
  }
  expect([...reached].sort()).toEqual([...ALL].sort());
});

it('knows its own states from other words', () => {
  expect(ALL.every(isRoundState)).toBe(true);
  expect(['', 'parked', 'Reserved', 'constructor'].some(isRoundState)).toBe(false);
});
