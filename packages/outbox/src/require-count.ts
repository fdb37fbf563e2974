/** Limits and durations come from configuration and code, never from a request: a bad one is a programming error. */
export function requireCount(name: string, value: number): number {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${name} must be a whole number, 0 or more`);
  return value;
}
