import { formatExact } from '@oracle-gateway/protocol';
import type { Fix, Observation } from './observation.js';

/** How observations become one signed value. */
export interface ValueRule {
  /** The fix that `observations` (in order of arrival) allow, or `null`. */
  decide(observations: readonly Observation[], quorum: number): Fix | null;
  /** Whether `outstanding` further observations can still lead to a fix. */
  canStillDecide(observations: readonly Observation[], outstanding: number, quorum: number): boolean;
  /** `data.value` of a result with this packed value (32 bytes). */
  format(packed: Uint8Array): string;
}

/**
 * Exact mode (protocol §4, step 2): the first value that a quorum of nodes saw. No tie is possible, because the redundancy buffer is
 * smaller than the quorum. The signers are the fastest of those who saw it.
 */
export const exactRule: ValueRule = {
  decide(observations, quorum) {
    const seen = new Map<string, Observation[]>();
    for (const observation of observations) {
      const alike = [...(seen.get(observation.value) ?? []), observation];
      seen.set(observation.value, alike);
      if (alike.length === quorum) return { value: observation.value, signers: alike.sort((a, b) => a.node.index - b.node.index) };
    }
    return null;
  },

  canStillDecide(observations, outstanding, quorum) {
    const counts = new Map<string, number>();
    for (const { value } of observations) counts.set(value, (counts.get(value) ?? 0) + 1);
    return Math.max(0, ...counts.values()) + outstanding >= quorum;
  },

  format: formatExact,
};
