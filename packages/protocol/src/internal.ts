// Only the packages of this project import it. A name here may change or go with each minor version; third parties import the root.

export { type BorshField, type BorshStruct, type BorshValues, byteArray, decodeStruct, structLength } from './borsh-struct.js';
export { BoundedMap } from './bounded-map.js';
export { agreedValue, type DecidedValues, decideValues, type DecidingSubject } from './decide-values.js';
export { nearestName } from './transform/nearest-name.js';
export { compareDecimals } from './decimal.js';
export { encodeStruct } from './encode-struct.js';
export { equalBytes } from './equal-bytes.js';
export { canonicalSource } from './fetch-url.js';
export { createKeyFilter } from './key-filter.js';
export { ACCEPTED_LANGUAGE_LEVEL, requireAcceptedLevel, SOURCE_LANGUAGE_LEVEL } from './language-level.js';
export { LIST_GROUP, listGroup, listGroups } from './list.js';
export { matchedPath } from './matched-path.js';
export { type MessageKind, signedBytes } from './message-kind.js';
export { nodeRequestPreimage } from './node-request.js';
export { observationVector, readObservationVector } from './observation.js';
export { bumpOfProgramAddress } from './program-address.js';
export { roundIdBytes, roundIdFrom } from './round-identity.js';
export { roundIsOver, roundPosition, type RoundStanding } from './round-state.js';
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
export { readingSteps } from './transform/parse-transform.js';
export { STEPS } from './transform/steps.js';
export { StepError, STEP_RULES, type StepRule } from './transform/step.js';
export { type TimeLimit, withTimeLimit } from './with-time-limit.js';
export { X402_TICK_MS } from './x402-round-identity.js';
export { formatMoney, parseMoney, USD_DECIMALS } from './money.js';
export { formatMonth, formatTime } from './time-text.js';
