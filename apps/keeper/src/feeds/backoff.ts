/** Milliseconds that a feed waits after its `failures`th failure in a row: doubled each time, up to the limit. */
export function backoffMs(failures: number, { firstMs, limitMs }: { readonly firstMs: number; readonly limitMs: number }): number {
  // Beyond 2^30 every limit is reached.
  return Math.min(limitMs, firstMs * 2 ** Math.min(30, Math.max(0, failures - 1)));
}
