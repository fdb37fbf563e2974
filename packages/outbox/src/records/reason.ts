const MAX_REASON_LENGTH = 256;

/** Shortens a reason to the length that a record keeps: it is a server's text at times. */
export function boundedReason(reason: string): string {
  return reason.slice(0, MAX_REASON_LENGTH);
}

/** Characters of the failure of a round that its record keeps, at most. */
export const MAX_FAILURE_CHARS = 1_024;

/** Throws RangeError: the gateway shortens its own words. */
export function requireFailure(failure: string | undefined): string | undefined {
  if (failure !== undefined && failure.length > MAX_FAILURE_CHARS)
    throw new RangeError(`failure must have at most ${MAX_FAILURE_CHARS} characters`);
  return failure;
}
