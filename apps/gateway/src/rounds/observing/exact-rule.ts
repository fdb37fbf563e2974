import type { Observation } from './observation.js';
import type { Standing, ValueRule } from './value-rule.js';

/**
 * Exact mode (protocol §4, step 2): the first value that a quorum of nodes saw. No tie is possible, because the redundancy buffer is
 * smaller than the quorum. The signers are the fastest of those who saw it.
 */
export const exactRule: ValueRule = {
  decide(standing) {
    const seen = new Map<string, Observation[]>();
    for (const observation of usable(standing)) {
      const alike = [...(seen.get(observation.value) ?? []), observation];
      seen.set(observation.value, alike);
      if (alike.length === standing.quorum) {
        return { value: observation.value, signers: alike.sort((a, b) => a.node.index - b.node.index), set: null };
      }
    }
    return null;
  },

  canStillDecide(standing, outstanding) {
    const counts = new Map<string, number>();
    for (const { value } of usable(standing)) counts.set(value, (counts.get(value) ?? 0) + 1);
    return Math.max(0, ...counts.values()) + outstanding >= standing.quorum;
  },

  dissents: ({ value }, fix) => value !== fix.value,

  kind: 'equal ones',
};

function usable({ arrived, excluded }: Standing): readonly Observation[] {
  return arrived.filter(({ node }) => !excluded.has(node.index));
}
