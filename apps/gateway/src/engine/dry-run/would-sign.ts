import { type DecidedValues, decideValues, isList, type Subject, unixMs } from '@oracle-gateway/protocol';
import type { SeenBy } from './ask-nodes.js';

/**
 * What a round would have signed: the rules of the subject over what had arrived, judged at each arrival as a round does, and of a list at the
 * last. Null: nothing.
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
