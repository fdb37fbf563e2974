/**
 * States of a round record (interface §3). `reserved`: dispatched to the nodes; `pending`: signed and answered, not yet on the ledger;
 * `settled`: on the ledger. `failed` and `expired` never became a round; `lapsed` can no longer be settled.
 * A *parked* record is a pending one whose attempts are used up: it waits for an operator.
 */
export type RoundState = 'reserved' | 'pending' | 'settled' | 'failed' | 'expired' | 'lapsed';

/** Every move a record can make. There is no other: the scripts take their states from this table. */
export const MOVES = {
  commit: { from: 'reserved', to: 'pending' },
  fail: { from: 'reserved', to: 'failed' },
  expire: { from: 'reserved', to: 'expired' },
  settle: { from: 'pending', to: 'settled' },
  lapse: { from: 'pending', to: 'lapsed' },
} as const satisfies Record<string, { from: RoundState; to: RoundState }>;

export type Move = keyof typeof MOVES;

/** The state in which every record is born. */
export const FIRST_STATE = 'reserved' satisfies RoundState;

const STATES: ReadonlySet<string> = new Set<RoundState>(['reserved', 'pending', 'settled', 'failed', 'expired', 'lapsed']);

export function isRoundState(text: string): text is RoundState {
  return STATES.has(text);
}

/** True when nothing moves a record out of `state`: it is kept for a while and then forgotten. */
export function isTerminal(state: RoundState): boolean {
  return !Object.values(MOVES).some((move) => move.from === state);
}
