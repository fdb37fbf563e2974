/** Milliseconds of a clock that is never set back; only differences mean something. */
export function monotonicNowMs(): number {
  return performance.now();
}
