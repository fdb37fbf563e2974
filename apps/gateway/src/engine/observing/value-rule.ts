import { writeObservation } from '@oracle-gateway/node-api';
import { type ObservationSet, observationSetHash, toHex, unixMs, isList } from '@oracle-gateway/protocol';
import { agreedValue, decideValues, isDecidedBySet, type Subject } from '@oracle-gateway/protocol/internal';
import type { SignedObservation } from '@oracle-gateway/schnorr';
import type { NodeWords } from '../../errors/source-failure.js';
import type { LackingSource } from '../model/round-failure.js';
import { type Decision, type NodeObservation, valueAt } from './observation.js';

/** Input of a rule. */
export interface RuleInput {
  /** Observations in order of arrival. */
  readonly arrived: readonly NodeObservation[];
  /** Further observations that may arrive. */
  readonly outstanding: number;
  /** Nodes that cannot sign any more. */
  readonly excluded: ReadonlySet<number>;
  readonly quorum: number;
}

/** Rule that turns observations into one signed value. */
export interface ValueRule {
  /** The decision that the observations allow, or `null`; `earlier` is the one of the attempt before. */
  decide(input: RuleInput, earlier: Decision | null): Decision | null;
  /** Whether the outstanding observations can still lead to a decision; false where nothing is outstanding. */
  canStillDecide(input: RuleInput): boolean;
  /** Whether the value at a place of an observation is not one that the decision was made from. */
  dissents(observation: NodeObservation, decision: Decision, place: number): boolean;
  /** Whether the value at a place of an observation of another draw is what the decision would have been made from. */
  agrees(observation: NodeObservation, decision: Decision, place: number): boolean;
  /** The kind of observations that a quorum needs, for texts: `equal values`. */
  readonly kind: string;
  /** Each source of a list that has no value by these observations; empty for one value. */
  lacking(input: RuleInput): readonly LackingSource[];
}

/** The rule of a subject (docs/protocol.md#subject-one-source-a-list-or-an-index). */
export function ruleOfSubject(subject: Subject, deps: { readonly nowMs: () => number }): ValueRule {
  return isDecidedBySet(subject) ? createSetRule(subject, deps) : exactRule;
}

/**
 * Exact mode (docs/protocol.md#what-a-node-signs): the first value that a quorum of nodes saw. No tie is possible, because the redundancy buffer is
 * smaller than the quorum. The signers are the fastest nodes that saw it.
 */
export const exactRule: ValueRule = {
  decide(input) {
    const seen = new Map<string | null, NodeObservation[]>();
    for (const observation of usable(input)) {
      const value = valueAt(observation, 0);
      const alike = [...(seen.get(value) ?? []), observation];
      seen.set(value, alike);
      if (value !== null && alike.length === input.quorum) {
        return { value, values: [value], signers: alike.sort((a, b) => a.node.index - b.node.index), set: null };
      }
    }
    return null;
  },

  canStillDecide(input) {
    const counts = new Map<string | null, number>();
    for (const observation of usable(input)) counts.set(valueAt(observation, 0), (counts.get(valueAt(observation, 0)) ?? 0) + 1);
    return Math.max(0, ...counts.values()) + input.outstanding >= input.quorum;
  },

  dissents: (observation, decision) => valueAt(observation, 0) !== decision.value,

  agrees: (observation, decision) => valueAt(observation, 0) === decision.value,

  kind: 'equal values',

  lacking: () => [],
};

function usable({ arrived, excluded }: RuleInput): readonly NodeObservation[] {
  return arrived.filter(({ node }) => !excluded.has(node.index));
}

/**
 * The rule where a set decides (docs/protocol.md#observation, docs/protocol.md#lists): the set is all that has arrived as soon as it has a value and a quorum who can sign it.
 * A list waits until no further observation can bring a source a value that it lacks. The signers are the fastest nodes that can sign. A
 * second attempt goes on with the same set, fixed anew, and only when that has no spare left with what has arrived since.
 */
export function createSetRule(subject: Subject, deps: { readonly nowMs: () => number }): ValueRule {
  const { form, rules, minValues } = subject;
  return {
    decide(input, earlier) {
      const fixedAtMs = deps.nowMs();
      const sameSet = earlier?.set ?? null;
      const again = sameSet && decideOver(sameSet.observations, fixedAtMs, subject, input);
      if (again !== null) return again;
      if (isList(form) && mayGainValues(fixedAtMs, subject, input)) return null;
      return decideOver([...input.arrived], fixedAtMs, subject, input);
    },

    // Any observation may move a median, and with it who survives, or bring a list a value.
    canStillDecide: (input) => input.outstanding > 0 && usable(input).length + input.outstanding >= input.quorum,

    dissents(observation, decision, place) {
      const { set } = decision;
      const isOfSet = set?.observations.some(({ node }) => node.index === observation.node.index) === true;
      if (!isOfSet || valueAt(observation, place) === null || (decision.values[place] ?? null) === null) return false;
      const shown = { fixedAtMs: unixMs(set.hex.fixedAtMs), observations: signedOf(set.observations) };
      return !agreesAt(place, { observation, decision, set: shown }, subject);
    },

    agrees(observation, decision, place) {
      const { set, values } = decision;
      if (set === null || observation.signed === null || (values[place] ?? null) === null) return false;
      // Its age is that of its own draw, and is not judged.
      const fixedAtMs = unixMs(set.hex.fixedAtMs);
      const own = { ...observation.signed, values: observation.signed.values.map((one) => one && { ...one, receivedAtMs: fixedAtMs }) };
      const others = signedOf(set.observations).filter(({ index }) => index !== observation.node.index);
      return agreesAt(place, { observation, decision, set: { fixedAtMs, observations: [...others, own] } }, subject);
    },

    lacking: ({ arrived, quorum }) => {
      const set = { fixedAtMs: unixMs(deps.nowMs()), observations: signedOf(arrived) };
      return lackingSources(set, subject, { quorum, toldAt: (place) => arrived.flatMap(({ values }) => values[place] ?? []) });
    },

    kind: isList(form) ? `observations that agree on ${minValues} of ${rules.length} sources` : 'values within the deviation and maxAgeMs',
  };
}

interface AgreementInput {
  readonly observation: NodeObservation;
  readonly decision: Decision;
  /** The set with the observation in it. */
  readonly set: ObservationSet;
}

/** Whether the value at a place is the decided one, or in tolerance mode survives in the set. */
function agreesAt(place: number, { observation, decision, set }: AgreementInput, { rules }: Subject): boolean {
  const rule = rules[place];
  if (rule === undefined) return valueAt(observation, place) === decision.values[place];
  return agreedValue(set, { rule, place, quorum: 1 })?.survivors.includes(observation.node.index) === true;
}

/**
 * Each source of a list that has no value by a set, and what nodes say of it.
 *
 * @param asked `toldAt`: for each node its value at a place, or the reason why it has none
 */
export function lackingSources(
  set: ObservationSet,
  { form, rules }: Subject,
  { quorum, toldAt }: { readonly quorum: number; readonly toldAt: (place: number) => readonly (object | { readonly reason: NodeWords })[] },
): LackingSource[] {
  if (!isList(form)) return [];
  return rules.flatMap((rule, place) => {
    if (agreedValue(set, { rule, place, quorum }) !== null) return [];
    const seen = toldAt(place);
    const told = seen.flatMap((one) => ('reason' in one ? [one.reason] : []));
    return [{ place, told: seen.length - told.length >= quorum ? [] : told }];
  });
}

/** Whether some source has no value, and may have one with what is outstanding. */
function mayGainValues(fixedAtMs: number, { rules }: Subject, { arrived, outstanding, quorum }: RuleInput): boolean {
  if (outstanding === 0) return false;
  const set = { fixedAtMs: unixMs(fixedAtMs), observations: signedOf(arrived) };
  return rules.some((rule, place) => {
    const present = arrived.filter((observation) => valueAt(observation, place) !== null).length;
    return present + outstanding >= quorum && agreedValue(set, { rule, place, quorum }) === null;
  });
}

/** Ascending by index. */
function signedOf(observations: readonly NodeObservation[]): SignedObservation[] {
  return observations.flatMap(({ signed }) => (signed === null ? [] : [signed])).sort((a, b) => a.index - b.index);
}

/** @param candidates in order of arrival, kept as they are */
function decideOver(
  candidates: readonly NodeObservation[],
  fixedAtMs: number,
  subject: Subject,
  { excluded, quorum }: RuleInput,
): Decision | null {
  const set = { fixedAtMs: unixMs(fixedAtMs), observations: signedOf(candidates) };
  const decided = decideValues(set, subject, quorum);
  if (decided === null) return null;
  const { survivors } = decided;
  const able = candidates.filter(({ node }) => survivors.includes(node.index) && !excluded.has(node.index));
  if (able.length < quorum) return null;
  return {
    value: toHex(decided.value),
    values: decided.values.map((value) => value && toHex(value)),
    signers: able.slice(0, quorum).sort((a, b) => a.node.index - b.node.index),
    set: {
      observations: candidates,
      survivors,
      hash: observationSetHash(set),
      hex: { fixedAtMs, observations: set.observations.map(writeObservation) },
    },
  };
}
