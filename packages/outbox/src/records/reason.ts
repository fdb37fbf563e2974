const MAX_REASON_LENGTH = 256;

/** As much of a reason as is kept: it is a server's text at times. */
export function boundedReason(reason: string): string {
  return reason.slice(0, MAX_REASON_LENGTH);
}
