import { type DecidedValues, decideValues, isList, type Subject, unixMs } from '@oracle-gateway/protocol';
import type { SeenBy } from './ask-nodes.js';

/**
 * The values that a round would have signed; null: none. The rules of the subject judge what had arrived at each arrival, as a round does. A list
 * is judged at the last.
 *
 * @param seen in order of arrival
 */
export function wouldSign(seen: readonly SeenBy[], subject: Subject, quorum: number): DecidedValues | null {
  const first = isList(subject.form) ? seen.length : quorum;
  for (let count = first; count <= seen.length; count += 1) {
    const decided = decide(seen.slice(0, count), subject, quorum);
    if (decided !== null) return decided;
  }
  return null;
}

function decide(seen: readonly SeenBy[], subject: Subject, quorum: number): DecidedValues | null {
  const observations = seen.map(({ node, observed }) => ({ index: node.index, values: observed })).sort((a, b) => a.index - b.index);
  return decideValues({ fixedAtMs: unixMs(seen.at(-1)?.arrivedAtMs ?? 0), observations }, subject, quorum);
}
