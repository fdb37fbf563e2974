import { type ApiConfig, fromHex, medianOf, toHex, unixMs } from '@oracle-gateway/protocol';
import { exactRule } from '../observing/value-rule.js';
import type { SeenBy } from './ask-nodes.js';

/**
 * The value that a round would have signed, packed as 0x hex: the rule of the mode over what had arrived, judged at each arrival as a round
 * does. Null: no value.
 *
 * @param seen in order of arrival
 */
export function wouldSign(seen: readonly SeenBy[], apiConfig: ApiConfig, quorum: number): string | null {
  for (let count = quorum; count <= seen.length; count += 1) {
    const value = decide(seen.slice(0, count), apiConfig, quorum);
    if (value !== null) return value;
  }
  return null;
}

function decide(seen: readonly SeenBy[], { aggregation }: ApiConfig, quorum: number): string | null {
  if (aggregation === undefined) {
    const arrived = seen.map(({ node, value }) => ({ node, value, signed: null, nonces: null, partial: null }));
    return exactRule.decide({ arrived, excluded: new Set(), quorum }, null)?.value ?? null;
  }
  const observations = seen
    .map(({ node, value, receivedAtMs }) => ({ index: node.index, value: fromHex(value, 32), receivedAtMs: unixMs(receivedAtMs) }))
    .sort((a, b) => a.index - b.index);
  const fixedAtMs = unixMs(seen.at(-1)?.arrivedAtMs ?? 0);
  const median = medianOf({ fixedAtMs, observations }, { aggregation, quorum });
  return median === null ? null : toHex(median.value);
}
