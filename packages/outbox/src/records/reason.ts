const MAX_REASON_LENGTH = 256;

/** A reason as a record keeps it, in printable ASCII and at most 256 characters: it is a server's text at times. */
export function boundedReason(reason: string): string {
  return reason.slice(0, MAX_REASON_LENGTH).replace(/[^ -~]/g, '?');
}

/** Characters of the failure of a round that its record keeps, at most; all are ASCII. */
export const MAX_FAILURE_CHARS = 1_024;

/** Throws RangeError: the gateway writes and shortens its own words. */
export function requireFailure(failure: string | undefined): string | undefined {
  if (failure !== undefined && failure.length > MAX_FAILURE_CHARS)
    throw new RangeError(`failure must have at most ${MAX_FAILURE_CHARS} characters`);
  if (failure !== undefined && /[^ -~]/.test(failure))
    throw new RangeError('failure must be printable ASCII; write other characters as JSON escapes');
  return failure;
}
