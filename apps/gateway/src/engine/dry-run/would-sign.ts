import { type ObservationSet, unixMs, isList } from '@oracle-gateway/protocol';
import { type DecidedValues, decideValues, type Subject } from '@oracle-gateway/protocol/internal';
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
  return decideValues(setOf(seen), subject, quorum);
}

/**
 * The set that a round would have fixed when the last of them had come.
 *
 * @param seen in order of arrival
 */
export function setOf(seen: readonly SeenBy[]): ObservationSet {
  const observations = seen.map(({ node, observed }) => ({ index: node.index, values: observed })).sort((a, b) => a.index - b.index);
  return { fixedAtMs: unixMs(seen.at(-1)?.arrivedAtMs ?? 0), observations };
}
