/** Uses per second, counted for each key. */
export interface RateLimits {
  /** False when this key, or all keys together, have had theirs in this second. */
  take(key: string): boolean;
  /** Undoes one use: it was a good one. */
  giveBack(key: string): void;
}

/** Whole seconds by the given clock; what is remembered is bounded by `perSecond`. */
export function createRateLimits(deps: {
  readonly perKey: number;
  readonly perSecond: number;
  readonly monotonicMs: () => number;
}): RateLimits {
  const used = new Map<string, number>();
  let second = 0;
  let total = 0;

  const forgetPast = (): void => {
    const current = Math.floor(deps.monotonicMs() / 1_000);
    if (current !== second) {
      second = current;
      total = 0;
      used.clear();
    }
  };

  return {
    take: (key) => {
      forgetPast();
      const uses = used.get(key) ?? 0;
      if (uses >= deps.perKey || total >= deps.perSecond) return false;
      used.set(key, uses + 1);
      total += 1;
      return true;
    },
    giveBack: (key) => {
      forgetPast();
      const uses = used.get(key) ?? 0;
      if (uses === 0) return;
      used.set(key, uses - 1);
      total -= 1;
    },
  };
}
