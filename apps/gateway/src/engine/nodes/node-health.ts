import { BoundedMap } from '@oracle-gateway/protocol/internal';
import type { NodeFault } from './node-call-error.js';

/** Which nodes failed lately. A failing node is asked last, not never: it may have recovered. */
export interface NodeFailures {
  isFailing(nodeIndex: number): boolean;
}

/** Remembers which nodes failed lately. */
export interface NodeHealth extends NodeFailures {
  recordFailure(nodeIndex: number): void;
  recordSuccess(nodeIndex: number): void;
}

/** Time in which the weight of a failure halves. */
const HALF_LIFE_MS = 15_000;
/** One failure counts for two half-lives. */
const FAILING_ABOVE = 0.25;
const MAX_WEIGHT = 8;

interface Weight {
  readonly value: number;
  readonly atMs: number;
}

/** Failures add one, successes halve, time decays. */
export function createNodeHealth(deps: { readonly monotonicMs: () => number }): NodeHealth {
  const weights = new Map<number, Weight>();

  const weightNow = (nodeIndex: number): number => {
    const weight = weights.get(nodeIndex);
    return weight === undefined ? 0 : weight.value * 2 ** (-(deps.monotonicMs() - weight.atMs) / HALF_LIFE_MS);
  };

  return {
    recordFailure(nodeIndex) {
      weights.set(nodeIndex, { value: Math.min(weightNow(nodeIndex) + 1, MAX_WEIGHT), atMs: deps.monotonicMs() });
    },
    recordSuccess(nodeIndex) {
      if (weights.has(nodeIndex)) weights.set(nodeIndex, { value: weightNow(nodeIndex) / 2, atMs: deps.monotonicMs() });
    },
    isFailing: (nodeIndex) => weightNow(nodeIndex) > FAILING_ABOVE,
  };
}

/** Outcome of a node's last call. */
export interface LastCall {
  /** Whether the node answered by the contract, be it with a refusal. */
  readonly answered: boolean;
  /** Unix milliseconds. */
  readonly atMs: number;
}

/** Outcomes of each node's last call, as far as this process has called it. */
export interface LastCalls {
  /** @param fault why the call failed; null where it did not */
  note(nodeIndex: number, fault: NodeFault | null): void;
  of(nodeIndex: number): LastCall | undefined;
  /** When the node last answered by the contract, on the monotonic clock; undefined: not yet. */
  answeredAtMs(nodeIndex: number): number | undefined;
}

/** Number of places in a registry. */
const MAX_NODES = 64;
/** The node did not answer, or answered what no node does. */
const SILENT: ReadonlySet<NodeFault> = new Set(['unreachable', 'timeout', 'bad_answer']);
/** The gateway ended the call, or did not make it: that tells nothing of the node. */
const UNTOLD: ReadonlySet<NodeFault> = new Set(['aborted', 'overloaded', 'unsigned']);

export function createLastCalls(deps: { readonly nowMs: () => number; readonly monotonicMs: () => number }): LastCalls {
  const calls = new BoundedMap<number, LastCall>(MAX_NODES);
  const answers = new BoundedMap<number, number>(MAX_NODES);
  return {
    note(nodeIndex, fault) {
      if (fault !== null && UNTOLD.has(fault)) return;
      const answered = fault === null || !SILENT.has(fault);
      calls.set(nodeIndex, { answered, atMs: deps.nowMs() });
      if (answered) answers.set(nodeIndex, deps.monotonicMs());
    },
    of: (nodeIndex) => calls.get(nodeIndex),
    answeredAtMs: (nodeIndex) => answers.get(nodeIndex),
  };
}
