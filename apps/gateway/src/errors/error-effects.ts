import type { ErrorCode } from '@oracle-gateway/gateway-api/errors';

/** Effects of an error inside the gateway; what its caller hears is in `errorTable` of `@oracle-gateway/gateway-api`. */
export interface ErrorEffects {
  /** The round's reservation is over by then, or what was written for it may still arrive: it is not released. */
  readonly leavesReservation?: true;
  /** A round that ends so is a failed use of its tenant's share: its source, its secrets or its caller made it fail. */
  readonly isChargedToTenant?: true;
  /** Callers hear it on their way to a round, and nothing is wrong: it counts little among the refusals of its sender. */
  readonly isStepOnTheWay?: true;
}

/** Errors without a row have no such effect. */
export const errorEffects: { readonly [Code in ErrorCode]?: ErrorEffects } = {
  escrow_underfunded: { isStepOnTheWay: true },
  payment_required: { isStepOnTheWay: true },
  source_payments_missing: { isStepOnTheWay: true },
  source_payment_required: { isChargedToTenant: true, isStepOnTheWay: true },
  payment_not_made: { leavesReservation: true, isChargedToTenant: true },
  client_gone: { isChargedToTenant: true },
  outbox_unavailable: { leavesReservation: true },
  payment_unknown: { leavesReservation: true },
  reservation_ended: { leavesReservation: true },
  envelope_undecryptable: { isChargedToTenant: true },
  secrets_refused: { isChargedToTenant: true },
  upstream_failure: { isChargedToTenant: true },
  no_quorum_value: { isChargedToTenant: true },
};
