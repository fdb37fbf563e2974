/**
 * A full batch says that others follow. The result is the time that its rounds may wait to share transactions with the rounds of the next
 * one, in milliseconds.
 */
export type WaitForOthers = () => number;

/** Longest that a round waits for others to fill its transaction. */
const LONGEST_WAIT_MS = 2_000;
/** Batches of a backlog follow each other at once; their rounds are still being claimed. */
const SHORTEST_WAIT_MS = 200;

/** Call it at each full batch: twice the time since the one before. Without a next batch in that time, the rounds have ended for now. */
export function createWaitForOthers({ monotonicMs }: { readonly monotonicMs: () => number }): WaitForOthers {
  let lastMs = -Infinity;
  return () => {
    const sinceLastMs = monotonicMs() - lastMs;
    lastMs = monotonicMs();
    return Math.min(Math.max(SHORTEST_WAIT_MS, 2 * sinceLastMs), LONGEST_WAIT_MS);
  };
}
