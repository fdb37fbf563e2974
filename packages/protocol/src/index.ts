export {
  type Address,
  AddressError,
  formatAddress,
  formatSignature,
  isAddress,
  parseAddress,
  parseSignature,
  SignatureFormatError,
  toAddress,
} from './address.js';
export { type AgentRequest, agentRequestAuthHash } from './agent-request-auth.js';
export { agentRoundAddress, agentRoundAddressBump, type AgentRoundIdentity } from './agent-round-identity.js';
export {
  type Aggregation,
  type ApiConfig,
  ApiConfigError,
  type HttpMethod,
  parseApiConfig,
  parseApiConfigOutline,
  secretNames,
} from './api-config.js';
export { attestationMessage, type DeploymentId, deriveDeploymentId } from './attestation.js';
export { type BorshField, type BorshStruct, type BorshValues, byteArray, decodeStruct, structLength } from './borsh-struct.js';
export { BoundedMap } from './bounded-map.js';
export { type Combine, combineNumbers, deriveIndexId, indexText, type SourceNumber } from './combine.js';
export { agreedValue, type DecidedValues, decideValues, type DecidingSubject } from './decide-values.js';
export { nearestName } from './transform/nearest-name.js';
export { compareDecimals, type Decimal, DecimalError, formatScaled, parseDecimal } from './decimal.js';
export { type Ed25519Input, type VerifyEd25519, verifyEd25519 } from './ed25519.js';
export { encodeStruct } from './encode-struct.js';
export { equalBytes } from './equal-bytes.js';
export { type FeedAction, feedPublicationMessage } from './feed-publication.js';
export { deriveFeedId, type FeedId, NO_OWNER } from './feed-id.js';
export { canonicalSource, fetchUrl } from './fetch-url.js';
export { type Form, formOfIndex, formOfList, isForm, isList, MAX_SOURCES, SOURCE_FORM, toForm, unitsOf } from './form.js';
export { fromHex, HexError, toHex } from './hex.js';
export { JsonError, type JsonErrorReason, type JsonLimits, type JsonValue, readJson } from './json.js';
export { createKeyFilter } from './key-filter.js';
export { LABELS } from './labels.js';
export { ACCEPTED_LANGUAGE_LEVEL, requireAcceptedLevel, SOURCE_LANGUAGE_LEVEL } from './language-level.js';
export { deriveListId, LIST_GROUP, type ListEntry, listGroup, listGroups, listValue } from './list.js';
export { matchedPath } from './matched-path.js';
export { type Median, medianOf, type NodeValue } from './median.js';
export { type MessageKind, signedBytes } from './message-kind.js';
export { nodeRequestHash, nodeRequestPreimage, type Sha256 } from './node-request.js';
export { type Observation, observationMessage, observationVector, type ObservedValue, readObservationVector } from './observation.js';
export { EXACT_SET_HASH, type ObservationSet, observationSetHash } from './observation-set.js';
export { paymentReadMessage } from './payment-read.js';
export { nodePossessionMessage } from './possession.js';
export { type AgentPrices, agentRoundPrice, PriceOverflowError, x402RoundPrice, type X402Prices } from './price.js';
export { bumpOfProgramAddress, findProgramAddress } from './program-address.js';
export { defaultQuorum, maxEligible, MAX_NODES, MIN_TOLERANCE_QUORUM, quorumRange, type QuorumTerms } from './quorum.js';
export {
  decodeRegistrySnapshot,
  encodeRegistrySnapshot,
  MAX_REGISTRY_SNAPSHOT_BYTES,
  type RegistrySnapshot,
  RegistrySnapshotError,
  registrySnapshotMessage,
} from './registry-snapshot.js';
export { requestAuthHash } from './request-auth.js';
export { readRequestJson } from './request-json.js';
export {
  roundAddress,
  roundAddressBump,
  type RoundId,
  type RoundIdentity,
  roundIdBytes,
  roundIdFrom,
  roundIdOf,
} from './round-identity.js';
export { roundReadMessage } from './round-read.js';
export { ROUND_STATES, roundIsOver, roundPosition, type RoundStanding, type RoundState } from './round-state.js';
export { SELECTION_ERROR_REASONS, SelectionError, type SelectionErrorReason, type Selector } from './select.js';
export { SelectorError } from './jsonpath/selector-error.js';
export { deriveSessionId } from './session-id.js';
export { type SimulateAuth, simulateAuthHash } from './simulate-auth.js';
export { signersBitmap, signersOf } from './signers-bitmap.js';
export { canonicalApiConfig, deriveSourceId, type SourceId } from './source-id.js';
export { DEFAULT_SOURCE_BYTES, MAX_SOURCE_BYTES, sizesIn, sourceBytes } from './source-size.js';
export {
  indexSubject,
  isDecidedBySet,
  largestAnswer,
  listSubject,
  MAX_SET_VALUES,
  MAX_SUBJECT_BYTES,
  MIN_LIST_MAX_AGE_MS,
  parseSubject,
  ruleOf,
  type SubjectSource,
  sourceMember,
  sourceSubject,
  type Subject,
  type SubjectInput,
  subjectMembers,
  type SubjectMembers,
  parseSubjectWith,
} from './subject.js';
export {
  ANNOUNCEMENT_LIFE_SECONDS,
  CLOSE_MARGIN_SECONDS,
  COMMITMENT_LIFE_MS,
  FEED_AHEAD_MS,
  FIXED_AT_SKEW_MS,
  GRACE_SECONDS,
  MAX_RECEIVED_AHEAD_MS,
  MAX_REQUEST_SKEW_MS,
  MAX_ROUND_TIME_SKEW_MS,
  MAX_STAMP_AHEAD_MS,
  MAX_TIMESTAMP_SKEW_SECONDS,
  OBSERVE_DEADLINE_MS,
  PAID_OBSERVE_DEADLINE_MS,
  PAID_SOURCE_DEADLINE_MS,
  PAID_STAMP_LIMITS,
  REGISTRY_LIFE_SECONDS,
  REPLACED_VERSION_SECONDS,
  ROUND_DEADLINE_MS,
  SESSION_LIFE_MS,
  SETTLE_AHEAD_SECONDS,
  SIGN_DEADLINE_MS,
  SOURCE_DEADLINE_MS,
  STAMP_LIMITS,
  type StampLimits,
} from './times.js';
export { splitEscaped } from './transform/operand.js';
export { parseTransform, readingSteps } from './transform/parse-transform.js';
export { TransformError } from './transform/transform-error.js';
export { readNumber } from './transform/read-number.js';
export { STEPS } from './transform/steps.js';
export { StepError, STEP_RULES, type StepRule } from './transform/step.js';
export { type Brand, toUnixMs, unixMs, type UnixMs, type UnixSeconds, unixSeconds } from './units.js';
export { EXACT_DECIMALS, formatExact, formatTolerance, formatValue, packExact, packTolerance, packValue, ValueError } from './value.js';
export { type TimeLimit, withTimeLimit } from './with-time-limit.js';
export { x402AuthorizationKey, type X402AuthorizationKey } from './x402-authorization-key.js';
export { x402RequestMemo, type X402Request } from './x402-memo.js';
export { X402_TICK_MS, x402RoundIdOf, type X402RoundIdentity, x402RoundKey } from './x402-round-identity.js';
export { formatMoney, parseMoney, USD_DECIMALS } from './money.js';
export { formatMonth, formatTime } from './time-text.js';
export { isNetworkId } from './attestation.js';
export { usageReadMessage } from './usage-read.js';
