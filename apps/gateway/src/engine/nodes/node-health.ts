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
