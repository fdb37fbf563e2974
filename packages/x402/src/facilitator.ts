import type { SentPayload } from './payment-header.js';
import type { PaymentTerms } from './payment-terms.js';
import type { SettleOutcome } from './settle-outcome.js';
import type { VerifyOutcome } from './verify-outcome.js';

export const VERIFY_TIMEOUT_MS = 5_000;
export const SETTLE_TIMEOUT_MS = 15_000;

/** A payment to verify or settle, whose `accepted` repeats these terms. */
export interface PaymentToSettle {
  readonly payload: SentPayload;
  /** The gateway's own copy. */
  readonly terms: PaymentTerms;
}

/** Stores a transaction's signature (base58) durably; resolves when it is stored. */
export type RecordSignature = (signature: string) => Promise<void>;

/** Fee payers that terms may name; base58 addresses. */
export interface SupportedFeePayers {
  /** Fee payers that the facilitator offers, at least one. */
  readonly offered: readonly string[];
  /** All fee payers that it settles for: the offered ones, then its other keys. */
  readonly accepted: readonly string[];
}

/** The keys that pay the fees of payments on one network. */
export interface FeePayerSource {
  /** @throws FacilitatorUnavailableError */
  feePayers(): Promise<SupportedFeePayers>;
}

/** Verifies and settles payments on one network. `verify` and `settle` never throw: every failure is an outcome. */
export interface Facilitator extends FeePayerSource {
  verify(input: PaymentToSettle): Promise<VerifyOutcome>;
  /**
   * @param recordSignature awaited before the broadcast where the facilitator runs in this process; never called otherwise. If it fails,
   * nothing is broadcast.
   */
  settle(input: PaymentToSettle, recordSignature: RecordSignature): Promise<SettleOutcome>;
}

/** The facilitator does not answer, or does not serve this network. */
export class FacilitatorUnavailableError extends Error {
  override readonly name = 'FacilitatorUnavailableError';
  constructor(reason: string, options?: ErrorOptions) {
    super(`the facilitator is not available: ${reason}`, options);
  }
}

type FacilitatorPayload = SentPayload['echo'] & {
  readonly x402Version: 2;
  readonly accepted: PaymentTerms;
  readonly payload: { readonly transaction: string };
};

/** The payment in the form that facilitators expect. */
export function payloadOf({ payload, terms }: PaymentToSettle): FacilitatorPayload {
  return { x402Version: 2, accepted: terms, payload: { transaction: payload.transaction }, ...payload.echo };
}
