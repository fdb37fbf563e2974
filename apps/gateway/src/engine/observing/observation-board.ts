import { isTooLargeHere, NodeCallError, type NodeCallContext } from '../nodes/node-call-error.js';
import type { Decision, NodeObservation } from './observation.js';
import type { ValueRule } from './value-rule.js';
import { withDeadline } from '@oracle-gateway/process';

/** Observations of one round as they arrive. */
export interface ObservationBoard {
  /** Observations in order of arrival. */
  readonly arrived: readonly NodeObservation[];
  readonly failures: readonly NodeCallContext[];
  /** Waits for these calls too, from now on. */
  add(calls: readonly Promise<NodeObservation>[]): void;
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
  const arrived: NodeObservation[] = [];
  const failures: NodeCallContext[] = [];
  const faults: unknown[] = [];
  const outstanding = new Set<Promise<void>>();

  const collect = async (call: Promise<NodeObservation>): Promise<void> => {
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
      const ruleInput = { arrived, outstanding: outstanding.size, excluded, quorum: count };
      const decision = rule.decide(ruleInput, earlier);
      if (decision !== null || !rule.canStillDecide(ruleInput)) return decision;
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

/** Milliseconds that the refusals which make a round fail wait for those of the other nodes. */
const OTHERS_WITHIN_MS = 250;

/**
 * Whether a node had no room for the requester or for the answer, and asked the source for nothing: `share_used` and `too_large_here` come before
 * the fetch, `overloaded` may not.
 */
function isRefusedBeforeFetch(refusal: NodeCallContext): boolean {
  return refusal.code === 'share_used' || isTooLargeHere(refusal);
}

/**
 * Whether every asked node refused before it fetched, so that nothing was observed, shown to a source or signed. A round fails with the
 * refusals of a few; the others have a moment to refuse too.
 */
export async function areAllRefusedBeforeFetch(asked: readonly unknown[], board: ObservationBoard): Promise<boolean> {
  const isSoFar = (): boolean => board.arrived.length === 0 && board.failures.length > 0 && board.failures.every(isRefusedBeforeFetch);
  const hearAll = async (): Promise<void> => {
    while (isSoFar() && board.outstanding() > 0) await board.next();
  };
  await withDeadline(hearAll(), OTHERS_WITHIN_MS);
  return isSoFar() && board.failures.length === asked.length;
}
