import type { NodeHealth } from '../../nodes/node-health.js';

/** As long as a single late answer counts: a collection of garbage is no habit. */
const FIRST_MS = 30_000;
const LONGEST_MS = 600_000;

interface Lateness {
  /** How often the node was late again after its time was over, and not on time in between. */
  readonly repeats: number;
  readonly untilMs: number;
}

/**
 * Which designated signers kept a round waiting. Such a node is designated last for a while, and for twice as long each time that it is late at once again:
 * a node that stays slow delays few rounds, however few there are. One that answers on time begins anew.
 */
export function createPunctuality(deps: { readonly monotonicMs: () => number }): NodeHealth {
  const late = new Map<number, Lateness>();
  const isFailing = (nodeIndex: number): boolean => deps.monotonicMs() < (late.get(nodeIndex)?.untilMs ?? -Infinity);
  return {
    recordFailure(nodeIndex) {
      // Rounds at once are delayed by the same slowness.
      if (isFailing(nodeIndex)) return;
      const repeats = (late.get(nodeIndex)?.repeats ?? -1) + 1;
      late.set(nodeIndex, { repeats, untilMs: deps.monotonicMs() + Math.min(FIRST_MS * 2 ** repeats, LONGEST_MS) });
    },
    recordSuccess(nodeIndex) {
      late.delete(nodeIndex);
    },
    isFailing,
  };
}
