export { AgentPaymentRequired } from './agent-payment-required.js';
export { type ApiConfigBody, ApiConfigSchema } from './api-config.js';
export type { EncKeyBundle } from './enc-key-bundle.js';
export { ErrorBody, type RefusalSpec } from './error-body.js';
export { FlatRoundResult } from './flat-result.js';
export { AbsenceReason, ListedSource } from './list-value.js';
export { CombineSchema } from './subject-members.js';
export { NestedRoundResult } from './nested-result.js';
export { openApiDocument, type OpenApiInput } from './openapi/openapi-document.js';
export type {
  HeaderSpec,
  LinkSpec,
  OperationExamples,
  OperationSpec,
  PathParametersOf,
  QueryOf,
  RateLimitClass,
  RequestBodyOf,
  ResponseBodyOf,
  ResponseSpec,
} from './operation.js';
export type { Deprecation } from './deprecation.js';
export { headersOf } from './answer-headers.js';
export { type OperationName, type Operations, operations } from './operations.js';
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
export { FeedRoundsAnswer } from './operations/get-feed-rounds.js';
export { PublicFeedAnswer } from './operations/get-feed.js';
export { FeedHistoryAnswer } from './operations/get-feed-history.js';
export type { FeedEvent } from './operations/get-feed-stream.js';
export { FeedsAnswer } from './operations/get-feeds.js';
export { PublishFeedRequest } from './operations/publish-feed.js';
export { RoundAnswer } from './operations/get-round.js';
export { SimulateAnswer, SimulateRequest } from './operations/simulate.js';
export { RoundEvent } from './operations/get-round-events.js';
export { SubscriptionRoundsAnswer } from './operations/get-subscription-rounds.js';
export { UsageAnswer } from './operations/get-usage.js';
export { SubscriptionStatusAnswer } from './operations/get-subscription-status.js';
export { X402PaymentAnswer } from './operations/get-x402-payment.js';
export { ProviderDetail, ProviderListItem } from './provider.js';
export { X402Resources } from './operations/get-x402-resources.js';
export { PaymentRequired } from './payment-required.js';
export { Session } from './session.js';
export { SignInPayload } from './sign-in-payload.js';
export { RoundEvidence } from './round-evidence.js';
