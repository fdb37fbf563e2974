import { ALLOWANCE, type PartyView } from './peer-panel.js';

/** As long as a single late answer counts: a collection of garbage is no habit. */
const FIRST_MS = 30_000;
const LONGEST_MS = 600_000;

interface Lateness {
  /** How often the node was late again after its time was over, and not on time in between; -1: on time. */
  readonly repeats: number;
  readonly untilMs: number;
}

/**
 * Which designated signers kept the rounds of one party waiting. Such a node is designated last for a while, and for twice as long each time
 * that it is late at once again: a node that stays slow delays few rounds, however few there are. One that answers on time begins anew.
 */
export function createPunctuality(deps: { readonly monotonicMs: () => number }): PartyView {
  const known = new Map<number, Lateness>();
  const isLate = (nodeIndex: number): boolean => {
    const lateness = known.get(nodeIndex);
    return lateness !== undefined && lateness.repeats >= 0 && deps.monotonicMs() < lateness.untilMs;
  };
  return {
    record(nodeIndex, wasLate) {
      const nowMs = deps.monotonicMs();
      if (!wasLate) known.set(nodeIndex, { repeats: -1, untilMs: nowMs + LONGEST_MS });
      // Rounds at once are delayed by the same slowness.
      else if (!isLate(nodeIndex)) {
        const repeats = (known.get(nodeIndex)?.repeats ?? -1) + 1;
        known.set(nodeIndex, { repeats, untilMs: nowMs + Math.min(FIRST_MS * 2 ** repeats, LONGEST_MS) });
      }
    },
    standsOut: isLate,
    voice(nodeIndex) {
      const lateness = known.get(nodeIndex);
      return lateness === undefined ? null : { excess: Number(lateness.repeats >= 0) - ALLOWANCE, untilMs: lateness.untilMs };
    },
  };
}
