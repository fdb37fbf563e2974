/**
 * A round's identity must outlive every moment at which its timestamp could be accepted: nodes accept ±310 s, so 620 s, twice for safety
 * against clocks that differ.
 */
export const IDENTITY_TTL_SECONDS = 1_240;

/** How long `GET /v1/rounds/{roundId}` can repeat an answer. */
export const RESULT_TTL_SECONDS = 3_600;

/** Time between the end of a round's deadline and the end of its reservation: a commit that is on its way still arrives. */
export const RESERVATION_MARGIN_MS = 5_000;
