/**
 * States of a round's record (docs/architecture.md#the-states-of-its-record), as the outbox keeps them and `GET /v1/rounds/{roundId}` tells them. `reserved`: dispatched to
 * the nodes. `failed` and `expired` never became a round.
 *
 * A round that the program settles is `pending` once signed and answered. It is `settled` when the ledger has it, and `lapsed` when it can
 * no longer settle. A *parked* record is a pending one whose attempts are used up: it waits for an operator. A settled one is *final* once
 * its receipt can no longer vanish; until then it may be rolled back.
 *
 * A round that is paid per request is `settling` from the moment at which its payment may have been made. It is `payment_unknown` while the
 * outcome of the payment is unknown. It ends `paid`, for good, or `unpaid`, which a later sighting of the payment overturns.
 */
export const ROUND_STATES = [
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
] as const;

/** A state of a round's record. */
export type RoundState = (typeof ROUND_STATES)[number];

/** Progress of a round. `isFinal`: its settlement can no longer be lost. `rollbacks`: settlements that the ledger has lost. */
export interface RoundStanding {
  readonly state: RoundState;
  readonly isFinal?: boolean;
  readonly rollbacks?: number;
}

/** Every transition of a record leads to a larger place, but for the rollback of a settlement. */
const PLACES: Readonly<Record<RoundState, number>> = {
  reserved: 0,
  settling: 1,
  payment_unknown: 2,
  pending: 3,
  settled: 4,
  lapsed: 6,
  failed: 7,
  expired: 8,
  unpaid: 9,
  paid: 10,
};
const FINAL_PLACE = 5;
/** More than any place. */
const PLACES_OF_A_SETTLEMENT = 16;

/** A number that grows with every transition of a round, so that two reads of it can be put in order. */
export function roundPosition({ state, isFinal = false, rollbacks = 0 }: RoundStanding): number {
  const place = state === 'settled' && isFinal ? FINAL_PLACE : PLACES[state];
  return rollbacks * PLACES_OF_A_SETTLEMENT + place;
}

/** Whether nothing is left to wait for. A later sighting of its payment can still overturn `unpaid`. */
export function roundIsOver({ state, isFinal = false }: Pick<RoundStanding, 'state' | 'isFinal'>): boolean {
  switch (state) {
    case 'failed':
    case 'expired':
    case 'lapsed':
    case 'unpaid':
    case 'paid':
      return true;
    case 'settled':
      return isFinal;
    case 'reserved':
    case 'settling':
    case 'payment_unknown':
    case 'pending':
      return false;
  }
}
