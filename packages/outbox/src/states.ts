/**
 * States of a round record (interface §3). `reserved`: dispatched to the nodes; `pending`: signed and answered, not yet on the ledger;
 * `settled`: on the ledger. `failed` and `expired` never became a round; `lapsed` can no longer be settled.
 * A *parked* record is a pending one whose attempts are used up: it waits for an operator. A settled one is *final* once its receipt can
 * no longer vanish; until then it may be rolled back.
 */
export type RoundState = 'reserved' | 'pending' | 'settled' | 'failed' | 'expired' | 'lapsed';

/** Every move a record can make. There is no other: each script that makes one names it, and a test compares. */
export const MOVES = {
  commit: { from: 'reserved', to: 'pending' },
  fail: { from: 'reserved', to: 'failed' },
  expire: { from: 'reserved', to: 'expired' },
  settle: { from: 'pending', to: 'settled' },
  lapse: { from: 'pending', to: 'lapsed' },
  rollBack: { from: 'settled', to: 'pending' },
} as const satisfies Record<string, { from: RoundState; to: RoundState }>;

export type Move = keyof typeof MOVES;

const STATES: ReadonlySet<string> = new Set<RoundState>(['reserved', 'pending', 'settled', 'failed', 'expired', 'lapsed']);

export function isRoundState(text: string): text is RoundState {
  return STATES.has(text);
}
