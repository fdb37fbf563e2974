export { type AgentEnvelope, agentEnvelope, type AgentEnvelopeInput, type AgentPayment, agentShortfall } from './agent-envelope.js';
export { authorizationKeyOf, isSignedByPayer, type PaymentAuthorization, readPaymentAuthorization } from './authorization.js';
export { AuthorizationError, type AuthorizationErrorReason } from './authorization-error.js';
export {
  type Facilitator,
  type FeePayerSource,
  FacilitatorUnavailableError,
  type PaymentToSettle,
  type RecordSignature,
  type SupportedFeePayers,
} from './facilitator.js';
export { FeePayers } from './fee-payers.js';
export type { FacilitatorFetch } from './facilitator-call.js';
export { createHttpFacilitator, type HttpFacilitatorOptions } from './http-facilitator.js';
export { matchingTerms } from './matching-terms.js';
export { NEXT_STEP, type OutcomeStep } from './outcome-rules.js';
export { type SentPayload, decodePaymentHeader } from './payment-header.js';
export { PaymentHeaderError, type PaymentHeaderErrorReason } from './payment-header-error.js';
export { PAYMENT_IDENTIFIER, paymentIdentifierExtension } from './payment-identifier.js';
export { type PaymentExtensions, paymentRequired, type PaymentRequiredBody, type PaymentRequiredInput } from './payment-required.js';
export { type PaymentReceipt, paymentResponseHeader } from './payment-response.js';
export { type Network, paymentTerms, type PaymentTerms, type PaymentTermsInput } from './payment-terms.js';
export type { SettleOutcome } from './settle-outcome.js';
export { readSourcePayments, type SourcePayment } from './source-payments.js';
export { MAX_SOURCE_PAYMENT_BYTES, SourcePaymentsError } from './source-payments-error.js';
export { FEE_LIMITS, MAX_FEE_LAMPORTS } from './transaction-fee.js';
export { type UpstreamQuote, upstreamQuote, type UpstreamQuoteInput } from './upstream-quote.js';
export type { VerifyOutcome } from './verify-outcome.js';
