// Bounds and defaults of queries, apart from the schemas that hold them: a program takes a number without the schemas.

/** Rounds of one page when no number is asked for, and at most. */
export const DEFAULT_PAGE_ROUNDS = 20;
/** Most rounds of one page of a list. */
export const MAX_PAGE_ROUNDS = 100;

/** Rows of one answer at most: a day in steps of a minute, with both ends. */
export const MAX_HISTORY_ROWS = 1_441;
/** A row is kept for each minute. */
export const HISTORY_STEP_SECONDS = 60;
/** Rows are kept so long. */
export const HISTORY_SECONDS = 7 * 86_400;

/** Quorum of the price that is quoted when none is asked for. */
export const DEFAULT_QUOTED_SIGNATURES = 1;

/** Stands for the delegates beyond the number that a gateway counts apart. */
export const OTHER_DELEGATES = 'others';
