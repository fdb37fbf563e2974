import type { PaymentPayload } from '@x402/core/types';
import type { DecodedPayment } from './payment-header.js';
import type { PaymentTerms } from './payment-terms.js';
import type { SettleOutcome } from './settle-outcome.js';
import type { VerifyOutcome } from './verify-outcome.js';

export const VERIFY_TIMEOUT_MS = 5_000;
export const SETTLE_TIMEOUT_MS = 15_000;

/** What is to be verified or settled: a payment whose `accepted` repeats these terms. */
export interface PaymentToSettle {
  readonly payment: DecodedPayment;
  /** The gateway's own copy. */
  readonly terms: PaymentTerms;
}

/** Writes a transaction's signature (base58) where it outlives the process; resolves once it does. */
export type RecordSignature = (signature: string) => Promise<void>;

/** Whom terms may name as fee payer; base58 addresses. */
export interface SupportedFeePayers {
  /** Those that the facilitator asks to be named, at least one. */
  readonly offered: readonly string[];
  /** Those whose payments it settles: the offered, then its other keys. */
  readonly accepted: readonly string[];
}

/** Verifies and settles payments on one network. `verify` and `settle` never throw: whatever goes wrong is an outcome. */
export interface Facilitator {
  /** @throws FacilitatorUnavailableError */
  feePayers(): Promise<SupportedFeePayers>;
  verify(input: PaymentToSettle): Promise<VerifyOutcome>;
  /**
   * @param recordSignature awaited before the transaction is broadcast, if the facilitator is this process; never called otherwise. If it
   * fails, nothing is broadcast.
   */
  settle(input: PaymentToSettle, recordSignature: RecordSignature): Promise<SettleOutcome>;
}

/** The facilitator does not answer, or not for this network. */
export class FacilitatorUnavailableError extends Error {
  override readonly name = 'FacilitatorUnavailableError';
  constructor(reason: string, options?: ErrorOptions) {
    super(`the facilitator is not available: ${reason}`, options);
  }
}

/** The payment as facilitators take it. */
export function payloadOf({ payment, terms }: PaymentToSettle): PaymentPayload {
  return { x402Version: 2, accepted: terms, payload: { transaction: payment.transaction }, ...payment.echo };
}
