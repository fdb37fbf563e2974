export { AgentPaymentRequired } from './agent-payment-required.js';
export { type ApiConfigBody, ApiConfigSchema } from './api-config.js';
export { type EncKeyBundle, EncKeyBundleSchema } from './enc-key-bundle.js';
export { ErrorBody, refusal, type RefusalSpec } from './error-body.js';
export { type ErrorPage, errorPages, errorPath } from './error-pages.js';
export { type Authorization, type ErrorCode, type ErrorEntry, type ErrorRule, errorRules, errorTable, isErrorCode } from './errors.js';
export { FlatRoundResult } from './flat-result.js';
export { AbsenceReason, ListedSource } from './list-value.js';
export { CombineSchema } from './subject-members.js';
export { NestedRoundResult } from './nested-result.js';
export type { JsonObject } from './openapi/json.js';
export { openApiDocument, type OpenApiInput } from './openapi/openapi-document.js';
export {
  type BodyOf,
  fillPath,
  type HeaderSpec,
  type LinkSpec,
  type OperationExamples,
  type OperationSpec,
  type PathParametersOf,
  type QueryOf,
  type RateLimitClass,
  type RequestBodyOf,
  type ResponseBodyOf,
  type ResponseSpec,
} from './operation.js';
export { headersOf } from './answer-headers.js';
export { type DeprecatedPart, deprecatedParts } from './deprecated-parts.js';
export {
  deprecatedMember,
  type Deprecation,
  deprecation,
  type DeprecationInput,
  deprecationText,
  MIN_ANNOUNCED_DAYS,
} from './deprecation.js';
export { commonOperations, type OperationName, type Operations, operations } from './operations.js';
export { ExecuteAgentRoundRequest, type ExecuteAgentRoundResult } from './operations/execute-agent-round.js';
export { ExecuteRoundRequest, type ExecuteRoundResult } from './operations/execute-round.js';
export { ExecuteX402RoundRequest, type ExecuteX402RoundResult } from './operations/execute-x402-round.js';
export { AgentRoundsAnswer } from './operations/get-agent-rounds.js';
export { AgentStatus } from './operations/get-agent-status.js';
export { InfoAnswer } from './operations/get-info.js';
export { RegistrySnapshotAnswer } from './operations/get-registry-snapshot.js';
export { NodesAnswer } from './operations/get-nodes.js';
export { OpenApiAnswer } from './operations/get-openapi.js';
export { ProviderAnswer } from './operations/get-provider.js';
export { ProvidersAnswer } from './operations/get-providers.js';
export { FeedRoundsAnswer, getFeedRounds } from './operations/get-feed-rounds.js';
export { PublicFeedAnswer } from './operations/get-feed.js';
export { FeedHistoryAnswer } from './operations/get-feed-history.js';
export { type FeedEvent } from './operations/get-feed-stream.js';
export { FeedsAnswer } from './operations/get-feeds.js';
export { PublishFeedRequest } from './operations/publish-feed.js';
export { RoundAnswer } from './operations/get-round.js';
export type { PublishedSource } from './public-feed.js';
export { SimulateAnswer, SimulateRequest } from './operations/simulate.js';
export { getRoundEvents, RoundEvent } from './operations/get-round-events.js';
export { getSubscriptionRounds, SubscriptionRoundsAnswer } from './operations/get-subscription-rounds.js';
export { UsageAnswer } from './operations/get-usage.js';
export { getSubscriptionStatus, SubscriptionStatusAnswer } from './operations/get-subscription-status.js';
export { getX402Payment, X402PaymentAnswer } from './operations/get-x402-payment.js';
export { isRoundPath, pathOperations, type RoundPath } from './paths.js';
export { ProviderDetail, ProviderListItem } from './provider.js';
export { X402Resources } from './operations/get-x402-resources.js';
export { PaymentRequired } from './payment-required.js';
export { type SecurityAlternative, type SecurityPlace, type SecurityScheme, type SecuritySchemeName, securitySchemes } from './security.js';
export { Session } from './session.js';
export { SignInPayload } from './sign-in-payload.js';
export { type Tag, tags } from './tags.js';
export { RoundEvidence } from './round-evidence.js';
export {
  DEFAULT_PAGE_ROUNDS,
  DEFAULT_QUOTED_SIGNATURES,
  HISTORY_SECONDS,
  HISTORY_STEP_SECONDS,
  MAX_HISTORY_ROWS,
  MAX_PAGE_ROUNDS,
  OTHER_DELEGATES,
} from './query-limits.js';
export { EventStreamError, readServerSentEvents, type ServerSentEvent } from './server-sent-events.js';
