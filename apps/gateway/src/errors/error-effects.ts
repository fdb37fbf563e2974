import type { ErrorCode } from '@oracle-gateway/gateway-api/errors';

/** What an error does inside the gateway; what its caller hears is in `errorTable` of `@oracle-gateway/gateway-api`. */
export interface ErrorEffects {
  /** The round's reservation is over by then, or what was written for it may still arrive: it is not released. */
  readonly leavesReservation?: true;
  /** A round that ends so is a failed use of its party's share: its source, its secrets or its caller made it fail. */
  readonly isChargedToParty?: true;
  /** Callers hear it on their way to a round, and nothing is wrong: it counts little among the refusals of its sender. */
  readonly isStepOnTheWay?: true;
}

/** Errors without a row have no such effect. */
export const errorEffects: { readonly [Code in ErrorCode]?: ErrorEffects } = {
  escrow_underfunded: { isStepOnTheWay: true },
  payment_required: { isStepOnTheWay: true },
  source_payments_missing: { isStepOnTheWay: true },
  source_payment_required: { isChargedToParty: true, isStepOnTheWay: true },
  payment_not_made: { leavesReservation: true, isChargedToParty: true },
  client_gone: { isChargedToParty: true },
  outbox_unavailable: { leavesReservation: true },
  payment_unknown: { leavesReservation: true },
  reservation_ended: { leavesReservation: true },
  envelope_undecryptable: { isChargedToParty: true },
  secrets_refused: { isChargedToParty: true },
  upstream_failure: { isChargedToParty: true },
  no_quorum_value: { isChargedToParty: true },
};
