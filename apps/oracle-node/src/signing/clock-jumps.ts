/** Times at which the wall clock and the monotonic clock moved apart: the machine was suspended, or restored from a memory snapshot. */
export interface ClockJumps {
  /** Number of jumps seen so far. */
  count(): number;
}

/** An operating system that corrects its clock bit by bit moves it by half a millisecond a second. */
const JUMP_MS = 1_000;

/** Compares the clocks each time it is asked. A jump is seen once, however often it is asked. */
export function createClockJumps(deps: { readonly nowMs: () => number; readonly monotonicMs: () => number }): ClockJumps {
  let lastMs = deps.nowMs() - deps.monotonicMs();
  let jumps = 0;
  return {
    count() {
      const beforeMs = deps.monotonicMs();
      const apartMs = deps.nowMs() - beforeMs;
      // The thread may have stood still between the two.
      if (deps.monotonicMs() - beforeMs > JUMP_MS / 2) return jumps;
      if (Math.abs(apartMs - lastMs) > JUMP_MS) jumps += 1;
      lastMs = apartMs;
      return jumps;
    },
  };
}
