export { ContractError, type Parser } from '@oracle-gateway/contract';
export { ANSWER_TIME_HEADER, readAnswerTime } from './answer-time.js';
export { MAX_COMMITMENTS, MAX_ERROR_CHARS, MAX_RELEASED_SESSIONS, MAX_TERMS_BYTES } from './body-limits.js';
export {
  nodeErrors,
  NodeErrorBody,
  parseNodeErrorBody,
  SOURCE_RULES,
  SOURCE_STEPS,
  type NodeErrorCode,
  type SourceRule,
  type SourceStep,
} from './errors.js';
export type { NonceCommitmentHex, SignersHex } from './nonce-commitment.js';
export { type CommittedNode, nodesWithSharedPoints } from './shared-points.js';
export {
  type AbsentValue,
  type ObservationSetHex,
  type ObservedValueHex,
  readObservation,
  readObservedValues,
  type SignedObservationHex,
  writeObservation,
} from './observation.js';
export { MAX_NODE_REQUEST_BYTES, MAX_RESPONSE_BYTES, nodeOperations, type NodeOperationName } from './operations.js';
export { CommitRequest, CommitResponse, parseCommitRequest, parseCommitResponse } from './operations/commit.js';
export {
  health,
  HealthResponse,
  NODE_API_VERSIONS,
  parseHealthResponse,
  readMaxBodyBytes,
  UNREADY_REASONS,
  type UnreadyReason,
} from './operations/health.js';
export { ObserveRequest, ObserveResponse, parseObserveRequest, parseObserveResponse } from './operations/observe.js';
export { parseReleaseRequest, parseReleaseResponse, ReleaseRequest, ReleaseResponse } from './operations/release.js';
export { parseSignRequest, parseSignResponse, SignRequest, SignResponse } from './operations/sign.js';
export { parseSimulateRequest, parseSimulateResponse, SimulateRequest, SimulateResponse } from './operations/simulate.js';
export { parseVouchRequest, parseVouchResponse, VouchRequest, VouchResponse } from './operations/vouch.js';
export { requireBodyPlace } from './body-place.js';
export { requireSecretSource } from './secret-source.js';
export { readSealedSecrets, SealedSecretsHex } from './sealed.js';
export {
  NODE_HEADERS,
  signNodeRequest,
  verifyNodeRequest,
  type RequestRefusal,
  type RequestToSign,
  type RequestToVerify,
  type RequestVerdict,
} from './request-signature.js';
export {
  isAllowedSource,
  isAllowedSourceText,
  isProtectedSource,
  isPublicAddress,
  literalAddressAllowed,
  literalHost,
  sourceName,
  type AllowedSources,
  type SourceHost,
} from './source-address.js';
export { SourceAddressError } from './source-address-error.js';
export { requirePayableSource, SourcePayment, sourcePaymentHeader } from './source-payment.js';
