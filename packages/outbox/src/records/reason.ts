const MAX_REASON_LENGTH = 256;

/** Shortens a reason to the length that a record keeps: it is a server's text at times. */
export function boundedReason(reason: string): string {
  return reason.slice(0, MAX_REASON_LENGTH);
}
