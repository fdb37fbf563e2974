export type { Account, AccountCall, AccountIo, CredentialCall, EarnedRound, RoundDraft, UsageQuery } from './rounds/account.js';
export { agent, type AgentInput } from './accounts/agent.js';
export type { Allowance } from './base/allowance.js';
export type { EscrowTerms } from './accounts/escrow-terms.js';
export type { OpenSession } from './base/open-session.js';
export { delegate } from './accounts/delegate.js';
export { owner } from './accounts/owner.js';
export { session, type SessionAccount, type SessionInput } from './accounts/session.js';
export { createClient } from './client.js';
export type {
  CallOptions,
  Client,
  ListOptions,
  ListRound,
  Round,
  RoundOptions,
  AnsweredRound,
  SettledOptions,
  SimulateOptions,
  WatchOptions,
} from './client-types.js';
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
} from './base/errors.js';
export type { LedgerOptions } from './ledger/deployment.js';
export { type DeprecationNotice, type OnDeprecated, tellDeprecation } from './http/deprecation-notice.js';
export type { ClientOptions } from './options.js';
export type { RetryPolicy } from './base/retry-policy.js';
export type {
  FeedRound,
  FeedRoundsPage,
  Info,
  Nodes,
  Page,
  ListedProvider,
  Providers,
  Quota,
  RoundsPage,
  RoundStatus,
  RoundSummary,
  Usage,
  UsageOfDay,
} from './reads/reads.js';
export { NotSettledError, type Settlement } from './reads/settlement.js';
export { keypairSigner, type Signer } from './base/signer.js';
export type {
  SimulatedRound,
  ListSimulation,
  SimulatedFailure,
  SimulatedListNode,
  SimulatedNode,
  SimulatedObservation,
  SimulatedSource,
  SimulatedValue,
  SimulatedValues,
  Simulation,
} from './simulations/simulation.js';
export type { ApiConfigInput, IndexInput, ValuesInput, SourceInput } from './base/source.js';
export { readAnswer, type StatedRound, type StatedValue } from './verify/read-answer.js';
export type { StatedReason } from './base/read-reason.js';
export { type LastStamps, stampsInMemory, takeNewer } from './verify/take-newer.js';
export type { ListedValue, SignedTerms, VerifiedValue, VerifiedValues } from './verify/verify-answer.js';
export {
  type Expected,
  type ExpectedList,
  type KeptAnswer,
  verifyFromLedger,
  type VerifyFromLedgerDeps,
  verifyValuesFromLedger,
} from './verify/verify-from-ledger.js';
export { keepRegistry, type KeptRegistry } from './verify/kept-registry.js';
export { type ArchivedAnswer, verifyAnswer, verifyListAnswer } from './verify/verify-offline.js';
