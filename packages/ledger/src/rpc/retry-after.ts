const MAX_SECONDS = 3_600;

/** `Retry-After` in its form of whole seconds, as milliseconds; null for anything else (RFC 9110 §10.2.3 also allows a date). */
export function readRetryAfterMs(header: string | null): number | null {
  if (header === null || !/^[0-9]{1,9}$/.test(header.trim())) return null;
  return Math.min(Number(header), MAX_SECONDS) * 1_000;
}
