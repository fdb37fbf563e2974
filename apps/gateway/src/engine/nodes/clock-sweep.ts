import type { ClockWatch } from './clock-watch.js';
import { NodeCallError } from './node-call-error.js';
import type { NodeCalls } from './node-client.js';
import { NOTHING_TO_RELEASE } from './nothing-to-release.js';

const DEADLINE_MS = 2_000;

/**
 * Asks the nodes again while the own clock is off. A gateway that is not ready gets no rounds, and would not hear from them that its clock has
 * been put right.
 */
export function createClockSweep(deps: {
  readonly clocks: Pick<ClockWatch, 'toAskAgain'>;
  readonly client: Pick<NodeCalls, 'release'>;
  readonly signal: AbortSignal;
}): () => Promise<void> {
  return async () => {
    const limits = { deadlineMs: DEADLINE_MS, signal: deps.signal };
    await Promise.all(deps.clocks.toAskAgain().map((node) => deps.client.release(node, NOTHING_TO_RELEASE, limits).catch(ignoreFault)));
  };
}

/** A refusal tells the time too, and one that says nothing is asked again. */
function ignoreFault(error: unknown): void {
  if (!(error instanceof NodeCallError)) throw error;
}
