import type { PaymentRecord } from '@oracle-gateway/outbox';
import type { PaymentToSettle } from '@oracle-gateway/x402';
import type { AdmittedRound, PathPolicy } from '../engine/index.js';
import type { GatewayError } from '../errors/gateway-error.js';

/** A round that is served when its payment is made. */
export interface PaidRound extends AdmittedRound {
  /** The record of the payment, by which its outcome is found. */
  readonly payment: PaymentRecord;
  /** Payment as the facilitator gets it. */
  readonly toSettle: PaymentToSettle;
}

/** The policy of a path whose rounds are served when their payment is made. */
export interface PaidPathPolicy<Round extends PaidRound> extends PathPolicy<Round> {
  /** The 402 for a payment that was not made. */
  refuseUnpaid(reason: string, round: Round): GatewayError;
}
