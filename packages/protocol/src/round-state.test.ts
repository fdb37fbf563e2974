import { expect, it } from 'vitest';
import { ROUND_STATES, roundIsOver, roundPosition, type RoundStanding } from './round-state.js';

const WAYS: Readonly<Record<string, readonly RoundStanding[]>> = {
  'is settled and becomes final': [{ state: 'reserved' }, { state: 'pending' }, { state: 'settled' }, { state: 'settled', isFinal: true }],
  'is settled again after a rollback': [
    { state: 'pending' },
    { state: 'settled' },
    { state: 'pending', rollbacks: 1 },
    { state: 'settled', rollbacks: 1 },
    { state: 'settled', isFinal: true, rollbacks: 1 },
  ],
  'lapses after a rollback': [{ state: 'settled' }, { state: 'pending', rollbacks: 1 }, { state: 'lapsed', rollbacks: 1 }],
  fails: [{ state: 'reserved' }, { state: 'failed' }],
  expires: [{ state: 'reserved' }, { state: 'expired' }],
  'is paid after all': [{ state: 'reserved' }, { state: 'settling' }, { state: 'payment_unknown' }, { state: 'unpaid' }, { state: 'paid' }],
};

it.each(Object.entries(WAYS))('the position of a round that %s grows with every transition', (_way, standings) => {
  const positions = standings.map(roundPosition);
  expect(positions).toEqual([...new Set(positions)].sort((one, other) => one - other));
});

it('a round is over where no transition of its own is left', () => {
  expect(ROUND_STATES.filter((state) => roundIsOver({ state }))).toEqual(['failed', 'expired', 'lapsed', 'paid', 'unpaid']);
  expect(roundIsOver({ state: 'settled', isFinal: true })).toBe(true);
});
