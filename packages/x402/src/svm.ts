// Settling Solana transactions in the process: it needs the packages `@solana/kit` and `@x402/svm`.

export {
  createInProcessFacilitator,
  type FeePayer,
  type InProcessFacilitator,
  type InProcessFacilitatorOptions,
} from './in-process-facilitator.js';
