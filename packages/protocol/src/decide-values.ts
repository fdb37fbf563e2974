import type { Aggregation } from './api-config.js';
import { toHex } from './hex.js';
import { isList } from './form.js';
import { listValue } from './list.js';
import { medianOf, type NodeValue } from './median.js';
import type { Observation } from './observation.js';
import type { ObservationSet } from './observation-set.js';
import type { SubjectSource, Subject } from './subject.js';

/** Values that a set of observations decides. */
export interface DecidedValues {
  /** The 32 bytes that are signed. */
  readonly value: Uint8Array;
  /** The value of each source of a list, in their order; null where a quorum does not agree. Otherwise the one value. */
  readonly values: readonly (Uint8Array | null)[];
  /** Indices of the nodes that may sign, in the order of the set: the survivors of the one value, or all observers of a list. */
  readonly survivors: readonly number[];
}

/** Members of a subject that decide. */
export interface DecidingSubject extends Pick<Subject, 'form' | 'rules' | 'minValues'> {
  readonly sources: readonly Pick<SubjectSource, 'sourceId'>[];
}

/**
 * The value that the nodes of a set sign (protocol, "What a node signs"). A source has the value that a quorum of them observed, or in
 * tolerance mode the median of a quorum of survivors.
 *
 * @returns null where fewer than a quorum agree on the one value, or fewer than `minValues` sources of a list have one
 */
export function decideValues(set: ObservationSet, subject: DecidingSubject, quorum: number): DecidedValues | null {
  const agreed = subject.rules.map((rule, place) => agreedValue(set, { rule, place, quorum }));
  const values = agreed.map((one) => one?.value ?? null);
  if (values.filter((value) => value !== null).length < subject.minValues) return null;
  if (isList(subject.form)) {
    const entries = subject.sources.map(({ sourceId }, place) => ({ sourceId, value: values[place] ?? null }));
    return { value: listValue(entries), values, survivors: set.observations.map(({ index }) => index) };
  }
  const [only] = agreed;
  return only === undefined || only === null ? null : { value: only.value, values, survivors: only.survivors };
}

/** A value that a quorum agrees on, and the nodes that do. */
interface AgreedValue {
  readonly value: Uint8Array;
  readonly survivors: readonly number[];
}

/** The value of the source at one place of the observations; null where fewer than a quorum agree. */
export function agreedValue(
  { fixedAtMs, observations }: ObservationSet,
  { rule, place, quorum }: { readonly rule: Aggregation | undefined; readonly place: number; readonly quorum: number },
): AgreedValue | null {
  const observed = observations.flatMap((observation) => valueAt(observation, place));
  if (rule === undefined) return equalValue(observed, quorum);
  const median = medianOf({ fixedAtMs, observations: observed }, { aggregation: rule, quorum });
  return median === null ? null : { value: median.value, survivors: median.survivors.map(({ index }) => index) };
}

function valueAt({ index, values }: Observation, place: number): NodeValue[] {
  const value = values[place] ?? null;
  return value === null ? [] : [{ index, ...value }];
}

/** No tie is possible: fewer nodes than two quorums are asked. */
function equalValue(observed: readonly NodeValue[], quorum: number): AgreedValue | null {
  const seen = new Map<string, { readonly value: Uint8Array; readonly survivors: number[] }>();
  for (const { index, value } of observed) {
    const alike = seen.get(toHex(value)) ?? { value, survivors: [] };
    seen.set(toHex(value), alike);
    alike.survivors.push(index);
  }
  return [...seen.values()].find(({ survivors }) => survivors.length >= quorum) ?? null;
}
