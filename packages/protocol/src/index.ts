export {
  type Address,
  AddressError,
  formatAddress,
  isAddress,
  parseAddress,
  parseSignature,
  SignatureFormatError,
  toAddress,
} from './address.js';
export { type AgentRequest, agentRequestAuthHash } from './agent-request-auth.js';
export { agentRoundAddress, agentRoundAddressBump, type AgentRoundIdentity } from './agent-round-identity.js';
export { type Aggregation, type ApiConfig, ApiConfigError, type HttpMethod, parseApiConfig, secretNames } from './api-config.js';
export { attestationMessage, type DeploymentId, deriveDeploymentId } from './attestation.js';
export {
  type BorshField,
  type BorshStruct,
  type BorshValues,
  byteArray,
  decodeStruct,
  encodeStruct,
  structLength,
} from './borsh-struct.js';
export { BoundedMap } from './bounded-map.js';
export { type Decimal, DecimalError, formatScaled, parseDecimal } from './decimal.js';
export { type Ed25519Input, type VerifyEd25519, verifyEd25519 } from './ed25519.js';
export { equalBytes } from './equal-bytes.js';
export { deriveFeedId, type FeedId, NO_OWNER } from './feed-id.js';
export { fromHex, HexError, toHex } from './hex.js';
export { JsonError, type JsonErrorReason, type JsonLimits, type JsonValue, readJson } from './json.js';
export { createKeyFilter } from './key-filter.js';
export { LABELS } from './labels.js';
export { MAX_OBSERVED_AHEAD_MS, type Median, medianOf, MIN_TOLERANCE_QUORUM } from './median.js';
export { nodeRequestHash, type Sha256 } from './node-request.js';
export { type Observation, observationMessage } from './observation.js';
export { type ObservationSet, observationSetHash } from './observation-set.js';
export { nodePossessionMessage } from './possession.js';
export { type AgentPrices, agentRoundPrice, PriceOverflowError, x402RoundPrice, type X402Prices } from './price.js';
export { bumpOfProgramAddress, findProgramAddress } from './program-address.js';
export { requestAuthHash } from './request-auth.js';
export { readRequestJson } from './request-json.js';
export { roundAddress, roundAddressBump, type RoundId, type RoundIdentity, roundIdOf } from './round-identity.js';
export { roundReadMessage } from './round-read.js';
export {
  compileSelector,
  MAX_SOURCE_BYTES,
  selectDecimal,
  SelectionError,
  type SelectionErrorReason,
  type Selector,
  SelectorError,
} from './select.js';
export { deriveSessionId } from './session-id.js';
export { signersBitmap, signersOf } from './signers-bitmap.js';
export { canonicalApiConfig, deriveSourceId, type SourceId } from './source-id.js';
export { applyTransform, parseTransform, type Transform, TransformError } from './transform.js';
export { type Brand, toUnixMs, unixMs, type UnixMs, type UnixSeconds, unixSeconds } from './units.js';
export { EXACT_DECIMALS, formatExact, formatTolerance, formatValue, packExact, packTolerance, packValue, ValueError } from './value.js';
export { x402AuthorizationKey, type X402AuthorizationKey } from './x402-authorization-key.js';
export { x402RequestMemo, type X402Request } from './x402-memo.js';
export { X402_TICK_MS, x402RoundIdOf, type X402RoundIdentity, x402RoundKey } from './x402-round-identity.js';
