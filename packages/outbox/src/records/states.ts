import { ROUND_STATES, type RoundState } from '@oracle-gateway/protocol';

export type { RoundState };

/** Every transition of a record. There is no other: each script that makes one names it, and a test compares. */
export const TRANSITIONS = {
  commit: { from: ['reserved'], to: 'pending' },
  fail: { from: ['reserved'], to: 'failed' },
  expire: { from: ['reserved'], to: 'expired' },
  settle: { from: ['pending'], to: 'settled' },
  lapse: { from: ['pending'], to: 'lapsed' },
  rollBack: { from: ['settled'], to: 'pending' },
  beginPayment: { from: ['reserved'], to: 'settling' },
  doubtPayment: { from: ['settling'], to: 'payment_unknown' },
  pay: { from: ['settling', 'payment_unknown'], to: 'paid' },
  refusePayment: { from: ['settling', 'payment_unknown'], to: 'unpaid' },
  overturn: { from: ['unpaid'], to: 'paid' },
} as const satisfies Record<string, { from: readonly RoundState[]; to: RoundState }>;

/** Name of a move from one state of a round to another. */
export type Transition = keyof typeof TRANSITIONS;

const STATES: ReadonlySet<string> = new Set(ROUND_STATES);

export function isRoundState(text: string): text is RoundState {
  return STATES.has(text);
}
