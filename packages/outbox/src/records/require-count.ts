/** Limits and durations come from configuration and code, never from a request: a bad one is a programming error. */
export function requireCount(name: string, value: number): number {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${name} must be a whole number, 0 or more`);
  return value;
}

/** A count as scripts take it that they only compare and store, such as a slot: a text spares the server the conversion of a double. */
export function countText(name: string, value: number): string {
  return String(requireCount(name, value));
}
