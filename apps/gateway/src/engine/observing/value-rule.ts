import type { Decision, NodeObservation } from './observation.js';
import { type ApiConfig, type Aggregation, medianOf, observationSetHash, toHex, unixMs } from '@oracle-gateway/protocol';
import { readObservation } from '@oracle-gateway/node-api';

/** Input of a rule. */
export interface RuleInput {
  /** Observations in order of arrival. */
  readonly arrived: readonly NodeObservation[];
  /** Nodes that cannot sign any more. */
  readonly excluded: ReadonlySet<number>;
  readonly quorum: number;
}

/** Rule that turns observations into one signed value. */
export interface ValueRule {
  /** The decision that the observations allow, or `null`; `earlier` is the one of the attempt before. */
  decide(input: RuleInput, earlier: Decision | null): Decision | null;
  /** Whether `outstanding` further observations can still lead to a decision; false for 0. */
  canStillDecide(input: RuleInput, outstanding: number): boolean;
  /** Whether the value of an observation is not one that the decision was made from. */
  dissents(observation: NodeObservation, decision: Decision): boolean;
  /** Whether an observation of another draw is what the decision would have been made from. */
  agrees(observation: NodeObservation, decision: Decision): boolean;
  /** The kind of observations that a quorum needs, for texts: `equal values`. */
  readonly kind: string;
}

/** The rule of a source's mode (interface §2.1). */
export function ruleOfSource({ aggregation }: ApiConfig, deps: { readonly nowMs: () => number }): ValueRule {
  return aggregation === undefined ? exactRule : createMedianRule(aggregation, deps);
}

/**
 * Exact mode (protocol §4, step 2): the first value that a quorum of nodes saw. No tie is possible, because the redundancy buffer is
 * smaller than the quorum. The signers are the fastest nodes that saw it.
 */
export const exactRule: ValueRule = {
  decide(input) {
    const seen = new Map<string, NodeObservation[]>();
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

function usable({ arrived, excluded }: RuleInput): readonly NodeObservation[] {
  return arrived.filter(({ node }) => !excluded.has(node.index));
}

/**
 * Tolerance mode (protocol §3): the set is all that has arrived as soon as the rule over it leaves a quorum of survivors who can sign. The
 * signers are the fastest of those. A second attempt goes on with the same set, fixed anew, and only when that has no spare survivor left
 * with what has arrived since.
 */
export function createMedianRule(aggregation: Aggregation, deps: { readonly nowMs: () => number }): ValueRule {
  return {
    decide(input, earlier) {
      const fixedAtMs = deps.nowMs();
      const sameSet = earlier?.set ?? null;
      const again = sameSet && decideOver(sameSet.observations, fixedAtMs, aggregation, input);
      return again ?? decideOver([...input.arrived], fixedAtMs, aggregation, input);
    },

    // Any observation may move the median, and with it who survives.
    canStillDecide: ({ arrived, excluded, quorum }, outstanding) =>
      outstanding > 0 && arrived.filter(({ node }) => !excluded.has(node.index)).length + outstanding >= quorum,

    dissents: ({ node }, { set }) =>
      set !== null && !set.survivors.includes(node.index) && set.observations.some((observation) => observation.node.index === node.index),

    agrees: (observation, { set }) => set !== null && survivesIn(observation, set, aggregation),

    kind: 'values within maxDeviationBps and maxAgeMs',
  };
}

/** Its age is that of its own draw, and is not judged. */
function survivesIn({ node, signed }: NodeObservation, { hex }: NonNullable<Decision['set']>, aggregation: Aggregation): boolean {
  if (signed === null) return false;
  const fixedAtMs = unixMs(hex.fixedAtMs);
  const others = hex.observations.filter(({ index }) => index !== node.index).map(readObservation);
  const observations = [...others, { ...readObservation(signed), receivedAtMs: fixedAtMs }];
  const median = medianOf({ fixedAtMs, observations }, { aggregation, quorum: 1 });
  return median?.survivors.some(({ index }) => index === node.index) === true;
}

/** @param candidates in order of arrival, kept as they are */
function decideOver(
  candidates: readonly NodeObservation[],
  fixedAtMs: number,
  aggregation: Aggregation,
  { excluded, quorum }: RuleInput,
): Decision | null {
  const ascending = candidates.flatMap(({ signed }) => (signed === null ? [] : [signed])).sort((a, b) => a.index - b.index);
  const set = { fixedAtMs: unixMs(fixedAtMs), observations: ascending.map(readObservation) };
  const median = medianOf(set, { aggregation, quorum });
  if (median === null) return null;
  const survivors = median.survivors.map(({ index }) => index);
  const able = candidates.filter(({ node }) => survivors.includes(node.index) && !excluded.has(node.index));
  if (able.length < quorum) return null;
  return {
    value: toHex(median.value),
    signers: able.slice(0, quorum).sort((a, b) => a.node.index - b.node.index),
    set: { observations: candidates, survivors, hash: observationSetHash(set), hex: { fixedAtMs, observations: ascending } },
  };
}
