import { BoundedMap } from '@oracle-gateway/protocol';
import type { NodeFault } from './node-call-error.js';

/** How the last call of a node ended. */
export interface LastCall {
  /** Whether the node answered by the contract, be it with a refusal. */
  readonly answered: boolean;
  /** Unix milliseconds. */
  readonly atMs: number;
}

/** How the last call of each node ended, as far as this process has called it. */
export interface LastCalls {
  /** @param fault why the call failed; null where it did not */
  note(nodeIndex: number, fault: NodeFault | null): void;
  of(nodeIndex: number): LastCall | undefined;
  /** When the node last answered by the contract, on the monotonic clock; undefined: not yet. */
  answeredAtMs(nodeIndex: number): number | undefined;
}

/** As many entries as a registry has places. */
const MAX_NODES = 64;
/** The node did not answer, or answered what no node does. */
const SILENT: ReadonlySet<NodeFault> = new Set(['unreachable', 'timeout', 'bad_answer']);
/** The gateway ended the call, or did not make it: that tells nothing of the node. */
const UNTOLD: ReadonlySet<NodeFault> = new Set(['aborted', 'overloaded']);

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
