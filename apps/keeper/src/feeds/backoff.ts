/** Milliseconds that a feed waits after its `failures`th failure in a row: doubled each time, up to the limit. */
export function backoffMs(failures: number, { firstMs, limitMs }: { readonly firstMs: number; readonly limitMs: number }): number {
  // Every limit is reached beyond 2^30.
  return Math.min(limitMs, firstMs * 2 ** Math.min(30, Math.max(0, failures - 1)));
}
