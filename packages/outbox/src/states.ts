/**
 * States of a round record (interface §3). `reserved`: dispatched to the nodes. `failed` and `expired` never became a round.
 *
 * A round that the program settles is `pending` once signed and answered, `settled` when it is on the ledger, and `lapsed` when it can no
 * longer be settled. A *parked* record is a pending one whose attempts are used up: it waits for an operator. A settled one is *final* once
 * its receipt can no longer vanish; until then it may be rolled back.
 *
 * A round that is paid per request is `signed` before anything is paid, `settling` from the moment at which its payment may have been made,
 * and `payment_unknown` while nobody knows whether it was; then `paid`, for good, or `unpaid`, which a later sighting of the payment
 * overturns.
 */
export type RoundState =
  'reserved' | 'pending' | 'settled' | 'failed' | 'expired' | 'lapsed' | 'signed' | 'settling' | 'payment_unknown' | 'paid' | 'unpaid';

/** Every move a record can make. There is no other: each script that makes one names it, and a test compares. */
export const MOVES = {
  commit: { from: ['reserved'], to: 'pending' },
  sign: { from: ['reserved'], to: 'signed' },
  fail: { from: ['reserved', 'signed'], to: 'failed' },
  expire: { from: ['reserved', 'signed'], to: 'expired' },
  settle: { from: ['pending'], to: 'settled' },
  lapse: { from: ['pending'], to: 'lapsed' },
  rollBack: { from: ['settled'], to: 'pending' },
  beginPayment: { from: ['signed'], to: 'settling' },
  doubtPayment: { from: ['settling'], to: 'payment_unknown' },
  pay: { from: ['settling', 'payment_unknown'], to: 'paid' },
  refusePayment: { from: ['settling', 'payment_unknown'], to: 'unpaid' },
  overturn: { from: ['unpaid'], to: 'paid' },
} as const satisfies Record<string, { from: readonly RoundState[]; to: RoundState }>;

export type Move = keyof typeof MOVES;

const STATES: ReadonlySet<string> = new Set<RoundState>([
  'reserved',
  'pending',
  'settled',
  'failed',
  'expired',
  'lapsed',
  'signed',
  'settling',
  'payment_unknown',
  'paid',
  'unpaid',
]);

export function isRoundState(text: string): text is RoundState {
  return STATES.has(text);
}
