/** A cryptographically secure source: `length` fresh bytes at every call. */
export type RandomBytes = (length: number) => Uint8Array;
