import { NodeCallError, type NodeCallContext } from '../nodes/node-call-error.js';
import type { ValueRule } from './exact-rule.js';
import type { Fix, Observation } from './observation.js';

/** Observations of one round as they arrive. */
export interface ObservationBoard {
  /** In order of arrival. */
  readonly arrived: readonly Observation[];
  readonly failures: readonly NodeCallContext[];
  /** Waits for a fix without the excluded nodes; `null` as soon as none can come about any more. */
  fix(excluded: ReadonlySet<number>): Promise<Fix | null>;
}

/** Collects until the caller stops asking: late observations serve as spares for the second signing attempt. */
export function createObservationBoard(calls: readonly Promise<Observation>[], rule: ValueRule, quorum: number): ObservationBoard {
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
  for (const call of calls) {
    const collected = collect(call).finally(() => outstanding.delete(collected));
    outstanding.add(collected);
  }

  return {
    arrived,
    failures,
    async fix(excluded) {
      for (;;) {
        if (faults.length > 0) throw faults[0];
        const usable = arrived.filter(({ node }) => !excluded.has(node.index));
        const fix = rule.decide(usable, quorum);
        if (fix !== null || !rule.canStillDecide(usable, outstanding.size, quorum)) return fix;
        await Promise.race(outstanding);
      }
    },
  };
}
