/** Commitments of one answer, at most: a node computes them in a few milliseconds. */
export const MAX_COMMITMENTS = 32;

/** Sessions of one release, at most. */
export const MAX_RELEASED_SESSIONS = 64;

/** Characters of the text of a refusal, at most. */
export const MAX_ERROR_CHARS = 1_024;

/** Bytes of a source's payment terms that a refusal quotes, at most. */
export const MAX_TERMS_BYTES = 1_024;
