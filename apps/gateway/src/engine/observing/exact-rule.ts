import type { Observation } from './observation.js';
import type { RuleInput, ValueRule } from './value-rule.js';

/**
 * Exact mode (protocol §4, step 2): the first value that a quorum of nodes saw. No tie is possible, because the redundancy buffer is
 * smaller than the quorum. The signers are the fastest nodes that saw it.
 */
export const exactRule: ValueRule = {
  decide(input) {
    const seen = new Map<string, Observation[]>();
    for (const observation of usable(input)) {
      const alike = [...(seen.get(observation.value) ?? []), observation];
      seen.set(observation.value, alike);
      if (alike.length === input.quorum) {
        return { value: observation.value, signers: alike.sort((a, b) => a.node.index - b.node.index), set: null };
      }
    }
    return null;
  },

  canStillDecide(input, outstanding) {
    const counts = new Map<string, number>();
    for (const { value } of usable(input)) counts.set(value, (counts.get(value) ?? 0) + 1);
    return Math.max(0, ...counts.values()) + outstanding >= input.quorum;
  },

  dissents: ({ value }, decision) => value !== decision.value,

  agrees: ({ value }, decision) => value === decision.value,

  kind: 'equal values',
};

function usable({ arrived, excluded }: RuleInput): readonly Observation[] {
  return arrived.filter(({ node }) => !excluded.has(node.index));
}
