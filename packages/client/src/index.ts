export type { Account, AccountCall, AccountIo, CredentialCall, EarnedRound, RoundDraft } from './account.js';
export { agent, type AgentInput } from './accounts/agent.js';
export type { Allowance } from './allowance.js';
export type { EscrowTerms } from './accounts/escrow-terms.js';
export type { OpenSession } from './accounts/open-session.js';
export { delegate } from './accounts/delegate.js';
export { owner } from './accounts/owner.js';
export { session, type SessionAccount, type SessionInput } from './accounts/session.js';
export { createClient } from './client.js';
export type { CallOptions, Client, Round, RoundOptions, SettledOptions, SimulateOptions, WatchOptions } from './client-types.js';
export {
  type Authorization,
  ClientUsageError,
  type ErrorCode,
  GatewayError,
  OracleGatewayError,
  SpendingLimitError,
  TransportError,
  UnknownOutcomeError,
  VerificationError,
  type VerificationReason,
} from './errors.js';
export type { ClientOptions, LedgerOptions } from './options.js';
export type { RetryPolicy } from './retry-policy.js';
export type {
  FeedRound,
  FeedRoundsPage,
  Info,
  Nodes,
  Page,
  Provider,
  Providers,
  Quota,
  RoundsPage,
  RoundStatus,
  RoundSummary,
} from './reads.js';
export { NotSettledError, type Settlement } from './settlement.js';
export { keypairSigner, type Signer } from './signer.js';
export type { SimulatedFailure, SimulatedNode, SimulatedValue, Simulation } from './simulations/simulation.js';
export type { ApiConfigInput } from './source.js';
export { readAnswer, type StatedRound } from './verify/read-answer.js';
export type { VerifiedValue } from './verify/verify-answer.js';
export { type Expected, verifyFromLedger } from './verify/verify-from-ledger.js';
