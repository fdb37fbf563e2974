import type { NodeStep } from './node-call-error.js';

/** Durations of the latest answers. */
export interface CallPace {
  record(nodeIndex: number, step: NodeStep, ms: number): void;
  /**
   * When a call to this node counts as late: after the time in which 95 of 100 answers of the median other node came. A node's own answers do
   * not count, or one that is always late would soon be as fast as expected. Nor do answers of the slowest others: a caller whose source
   * answers one node late would have the rest be waited for longer than that node. While too few are known, after 250 ms.
   */
  lateAfterMs(nodeIndex: number, step: NodeStep): number;
}

/** Answers remembered of each step and node. */
const REMEMBERED = 64;
/** Fewer of all other nodes say nothing. */
const ENOUGH = 20;
const UNKNOWN_MS = 250;
/** Milliseconds within which no answer is late: a collection of garbage takes as long. */
const FLOOR_MS = 50;

/** A round asks for several of these; they are computed anew after so many answers. */
const SORTED_EVERY = 64;

interface NodePace {
  readonly ring: number[];
  recorded: number;
}

interface StepPace {
  /** Paces by node; nodes are no more than a registry has. */
  readonly nodes: Map<number, NodePace>;
  recorded: number;
  readonly lateAfterMs: Map<number, number>;
}

export function createCallPace(): CallPace {
  const steps = new Map<NodeStep, StepPace>();
  return {
    record(nodeIndex, step, ms) {
      const pace = steps.get(step) ?? { nodes: new Map<number, NodePace>(), recorded: 0, lateAfterMs: new Map<number, number>() };
      steps.set(step, pace);
      const ofNode = pace.nodes.get(nodeIndex) ?? { ring: [], recorded: 0 };
      pace.nodes.set(nodeIndex, ofNode);
      ofNode.ring[ofNode.recorded % REMEMBERED] = ms;
      ofNode.recorded += 1;
      pace.recorded += 1;
      if (pace.recorded % SORTED_EVERY === 0) pace.lateAfterMs.clear();
    },
    lateAfterMs(nodeIndex, step) {
      const pace = steps.get(step);
      if (pace === undefined) return UNKNOWN_MS;
      const known = pace.lateAfterMs.get(nodeIndex) ?? lateAfterMs(nodeIndex, pace.nodes);
      pace.lateAfterMs.set(nodeIndex, known);
      return known;
    },
  };
}

function lateAfterMs(nodeIndex: number, nodes: ReadonlyMap<number, NodePace>): number {
  const rings = [...nodes].filter(([index]) => index !== nodeIndex).map(([, { ring }]) => ring);
  if (rings.reduce((sum, ring) => sum + ring.length, 0) < ENOUGH) return UNKNOWN_MS;
  const ofNodes = rings.map((ring) => quantile(ring, 0.95));
  return Math.max(FLOOR_MS, ofNodes.sort((a, b) => a - b)[Math.floor((ofNodes.length - 1) / 2)] ?? 0);
}

function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.floor(sorted.length * share)] ?? 0;
}

/** Budget of rounds that ask nodes a second time because others are late: when everything is slow, more calls make it slower. */
export interface HedgeBudget {
  /** A round comes to sign: a tenth of a hedge is earned. */
  earn(): void;
  /** False when none is left. */
  take(): boolean;
}

const EARNED_PER_ROUND = 0.1;
/** Rounds in a row, after a quiet time and at the start. */
const MAX_SAVED = 10;

export function createHedgeBudget(): HedgeBudget {
  let saved = MAX_SAVED;
  return {
    earn() {
      saved = Math.min(saved + EARNED_PER_ROUND, MAX_SAVED);
    },
    take() {
      if (saved < 1) return false;
      saved -= 1;
      return true;
    },
  };
}
