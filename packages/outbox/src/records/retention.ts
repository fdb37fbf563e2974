import { MAX_ROUND_TIME_SKEW_MS } from '@oracle-gateway/protocol/internal';

/**
 * A round's identity outlives every moment at which a node could accept its timestamp: that time on both sides of the clock, twice because
 * clocks differ.
 */
export const IDENTITY_TTL_SECONDS = (4 * MAX_ROUND_TIME_SKEW_MS) / 1_000;

/** Seconds for which `GET /v1/rounds/{roundId}` can repeat an answer. */
export const RESULT_TTL_SECONDS = 3_600;

/** Rows of the books that wait to be pulled, at most: eleven days of a round a second. */
export const MOST_BOOK_ROWS = 1_000_000;

/** Time between the end of a round's deadline and the end of its reservation: a commit that is on its way still arrives. */
export const RESERVATION_MARGIN_MS = 5_000;
