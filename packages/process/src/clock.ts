/** The time as a process takes it; tests bring their own. */
export interface ProcessClock {
  /** The wall clock. */
  readonly nowMs: () => number;
  /** A clock that is never set back. */
  readonly monotonicMs: () => number;
  /** Resolves after `ms`, or as soon as `signal` is aborted. */
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** Milliseconds of a clock that is never set back; only differences mean something. */
export function monotonicNowMs(): number {
  return performance.now();
}
