// Reading and settling Solana transactions: it needs the packages `@solana/kit` and `@x402/svm`.

export { authorizationKeyOf, isSignedByPayer, type PaymentAuthorization, readPaymentAuthorization } from './authorization.js';
export { AuthorizationError, type AuthorizationErrorReason } from './authorization-error.js';
export {
  createInProcessFacilitator,
  type FeePayer,
  type InProcessFacilitator,
  type InProcessFacilitatorOptions,
} from './in-process-facilitator.js';
export { readSourcePayments, type SourcePayment } from './source-payments.js';
export { MAX_SOURCE_PAYMENT_BYTES, SourcePaymentsError } from './source-payments-error.js';
