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
export { agentRoundAddress, type AgentRoundIdentity, agentRoundAddressBump } from './agent-round-identity.js';
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
export { type Combine, combineNumbers, deriveIndexId, indexText, type SourceNumber } from './combine.js';
export { type Decimal, DecimalError, formatScaled, parseDecimal } from './decimal.js';
export { type Ed25519Input, type VerifyEd25519, verifyEd25519 } from './ed25519.js';
export { type FeedAction, feedPublicationMessage } from './feed-publication.js';
export { deriveFeedId, type FeedId, NO_OWNER } from './feed-id.js';
export { fetchUrl } from './fetch-url.js';
export { fromHex, HexError, toHex } from './hex.js';
export { JsonError, type JsonErrorReason, type JsonLimits, type JsonValue, readJson } from './json.js';
export { LABELS } from './labels.js';
export { deriveListId, type ListEntry, listValue } from './list.js';
export { type Median, medianOf, type NodeValue } from './median.js';
export { nodeRequestHash, type Sha256 } from './node-request.js';
export { type Observation, observationMessage, type ObservedValue } from './observation.js';
export { EXACT_SET_HASH, type ObservationSet, observationSetHash } from './observation-set.js';
export { paymentReadMessage } from './payment-read.js';
export { nodePossessionMessage } from './possession.js';
export { type AgentPrices, agentRoundPrice, PriceOverflowError, x402RoundPrice, type X402Prices } from './price.js';
export { findProgramAddress } from './program-address.js';
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
export { roundAddress, type RoundId, type RoundIdentity, roundIdOf, roundAddressBump } from './round-identity.js';
export { roundReadMessage } from './round-read.js';
export { ROUND_STATES, type RoundState } from './round-state.js';
export { SELECTION_ERROR_REASONS, SelectionError, type SelectionErrorReason, type Selector } from './select.js';
export { SelectorError } from './jsonpath/selector-error.js';
export { deriveSessionId } from './session-id.js';
export { type SimulateAuth, simulateAuthHash } from './simulate-auth.js';
export { signersBitmap, signersOf } from './signers-bitmap.js';
export { canonicalApiConfig, deriveSourceId, type SourceId } from './source-id.js';
export { parseTransform } from './transform/parse-transform.js';
export { TransformError } from './transform/transform-error.js';
export { readNumber } from './transform/read-number.js';
export { type Brand, toUnixMs, unixMs, type UnixMs, type UnixSeconds, unixSeconds } from './units.js';
export { EXACT_DECIMALS, formatExact, formatTolerance, formatValue, packExact, packTolerance, packValue, ValueError } from './value.js';
export { x402AuthorizationKey, type X402AuthorizationKey } from './x402-authorization-key.js';
export { x402RequestMemo, type X402Request } from './x402-memo.js';
export { x402RoundIdOf, type X402RoundIdentity, x402RoundKey } from './x402-round-identity.js';
export { isNetworkId } from './attestation.js';
export { usageReadMessage } from './usage-read.js';
export { type Form, formOfIndex, formOfList, isForm, isList, MAX_SOURCES, SOURCE_FORM, toForm, unitsOf } from './form.js';
