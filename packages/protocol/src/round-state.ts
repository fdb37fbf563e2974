/**
 * States of a round's record (interface §3), as the outbox keeps them and `GET /v1/rounds/{roundId}` tells them. `reserved`: dispatched to
 * the nodes. `failed` and `expired` never became a round.
 *
 * A round that the program settles is `pending` once signed and answered. It is `settled` when the ledger has it, and `lapsed` when it can
 * no longer settle. A *parked* record is a pending one whose attempts are used up: it waits for an operator. A settled one is *final* once
 * its receipt can no longer vanish; until then it may be rolled back.
 *
 * A round that is paid per request is `signed` before anything is paid. It is `settling` from the moment at which its payment may have been
 * made, and `payment_unknown` while the outcome of the payment is unknown. It ends `paid`, for good, or `unpaid`, which a later sighting of
 * the payment overturns.
 */
export const ROUND_STATES = [
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
] as const;

export type RoundState = (typeof ROUND_STATES)[number];
