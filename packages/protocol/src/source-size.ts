/** Bytes of the largest body that a source may answer with (protocol, Selection): without `maxBytes`, and at most. */
export const DEFAULT_SOURCE_BYTES = 262_144;
/** Most bytes of a source's answer that a request may allow: 1 MiB. */
export const MAX_SOURCE_BYTES = 1_048_576;

/** Bytes that the body of a source may have. */
export function sourceBytes({ maxBytes = DEFAULT_SOURCE_BYTES }: { readonly maxBytes?: number }): number {
  return maxBytes;
}

/** Number of times that 256 KiB are begun in so many bytes. Each brings the same room for values, and for pieces of an answer. */
export function sizesIn(bytes: number): number {
  return Math.ceil(bytes / DEFAULT_SOURCE_BYTES);
}
