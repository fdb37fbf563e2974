// Only the packages of this project import it. A name here may change or go with each minor version; third parties import the root.

export { deprecation } from './deprecation.js';
export { type ErrorPage, errorPages, errorPath } from './error-pages.js';
export type { BodyOf } from './operation.js';
export { commonOperations } from './operations.js';
export { isRoundPath, pathOperations, type RoundPath } from './paths.js';
export type { PublishedSource } from './public-feed.js';
export {
  DEFAULT_PAGE_ROUNDS,
  DEFAULT_QUOTED_SIGNATURES,
  HISTORY_SECONDS,
  HISTORY_STEP_SECONDS,
  MAX_HISTORY_ROWS,
  OTHER_DELEGATES,
} from './query-limits.js';
