import type { NodeStep } from '../errors/node-call-error.js';

/** How long answers have taken lately. */
export interface CallPace {
  record(nodeIndex: number, step: NodeStep, ms: number): void;
  /**
   * When a call to this node counts as late: after the time in which 95 of 100 answers of the other nodes came. A node's own answers do not
   * count, or one that is always late would soon be as fast as expected. While too few are known, after 250 ms.
   */
  lateAfterMs(nodeIndex: number, step: NodeStep): number;
}

/** Answers remembered of each step, over all nodes. */
const REMEMBERED = 256;
/** Fewer say nothing. */
const ENOUGH = 20;
const UNKNOWN_MS = 250;
/** What is faster than this is never late: a collection of garbage takes as long. */
const FLOOR_MS = 50;

/** A round asks for several of these; they are computed anew after so many answers. */
const SORTED_EVERY = 64;

interface Answer {
  readonly nodeIndex: number;
  readonly ms: number;
}

interface StepPace {
  readonly ring: Answer[];
  recorded: number;
  /** By node; nodes are no more than a registry has. */
  readonly lateAfterMs: Map<number, number>;
}

export function createCallPace(): CallPace {
  const steps = new Map<NodeStep, StepPace>();
  return {
    record(nodeIndex, step, ms) {
      const pace = steps.get(step) ?? { ring: [], recorded: 0, lateAfterMs: new Map() };
      steps.set(step, pace);
      pace.ring[pace.recorded % REMEMBERED] = { nodeIndex, ms };
      pace.recorded += 1;
      if (pace.recorded % SORTED_EVERY === 0) pace.lateAfterMs.clear();
    },
    lateAfterMs(nodeIndex, step) {
      const pace = steps.get(step);
      if (pace === undefined) return UNKNOWN_MS;
      const known = pace.lateAfterMs.get(nodeIndex) ?? lateAfterMs(nodeIndex, pace.ring);
      pace.lateAfterMs.set(nodeIndex, known);
      return known;
    },
  };
}

function lateAfterMs(nodeIndex: number, ring: readonly Answer[]): number {
  const peers = ring.filter((answer) => answer.nodeIndex !== nodeIndex);
  if (peers.length < ENOUGH) return UNKNOWN_MS;
  const sorted = Float64Array.from(peers, ({ ms }) => ms).sort();
  return Math.max(FLOOR_MS, sorted[Math.floor(sorted.length * 0.95)] ?? 0);
}
