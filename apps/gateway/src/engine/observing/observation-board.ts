import { NodeCallError, type NodeCallContext } from '../nodes/node-call-error.js';
import type { Decision, Observation } from './observation.js';
import type { ValueRule } from './value-rule.js';

/** Observations of one round as they arrive. */
export interface ObservationBoard {
  /** In order of arrival. */
  readonly arrived: readonly Observation[];
  readonly failures: readonly NodeCallContext[];
  /** Waits for these calls too, from now on. */
  add(calls: readonly Promise<Observation>[]): void;
  /** Calls that have neither arrived nor failed. */
  outstanding(): number;
  /** Resolves when the next of them has; never without an outstanding call. */
  next(): Promise<void>;
  /** Waits for a decision signed by none of the excluded nodes; `null` as soon as none can come about any more. */
  decide(excluded: ReadonlySet<number>, earlier: Decision | null): Promise<Decision | null>;
  /** Waits for what so many nodes agree on, fewer than sign; `null` as soon as that cannot come about any more. */
  agreementOf(count: number): Promise<Decision | null>;
}

/** Collects until the caller stops asking: late observations serve as spares for the second signing attempt. */
export function createObservationBoard(rule: ValueRule, quorum: number): ObservationBoard {
  const arrived: Observation[] = [];
  const failures: NodeCallContext[] = [];
  const faults: unknown[] = [];
  const outstanding = new Set<Promise<void>>();

  const collect = async (call: Promise<Observation>): Promise<void> => {
    try {
      arrived.push(await call);
    } catch (error) {
      if (error instanceof NodeCallError) failures.push(error.context);
      else faults.push(error);
    }
  };

  const decide = async (excluded: ReadonlySet<number>, earlier: Decision | null, count: number): Promise<Decision | null> => {
    for (;;) {
      if (faults.length > 0) throw faults[0];
      const ruleInput = { arrived, excluded, quorum: count };
      const decision = rule.decide(ruleInput, earlier);
      if (decision !== null || !rule.canStillDecide(ruleInput, outstanding.size)) return decision;
      await Promise.race(outstanding);
    }
  };

  return {
    arrived,
    failures,
    add(calls) {
      for (const call of calls) {
        const collected = collect(call).finally(() => outstanding.delete(collected));
        outstanding.add(collected);
      }
    },
    outstanding: () => outstanding.size,
    next: () => Promise.race(outstanding),
    decide: (excluded, earlier) => decide(excluded, earlier, quorum),
    agreementOf: (count) => decide(new Set(), null, count),
  };
}
