/** A sum whose parts expire. Time is counted in steps: it needs `maxLifeMs / stepMs` numbers for any number of parts. */
export interface FadingSum {
  /** Adds an amount for `lifeMs`, up to one step longer, and for `maxLifeMs` at most. */
  add(amount: number, lifeMs: number): Addition;
  total(): number;
  /** Milliseconds until the sum has fallen to `total` or below; 0 when it has. */
  msUntil(total: number): number;
}

/** An amount that was added. */
export interface Addition {
  /** Removes it before it expires; a second call does nothing. */
  takeBack(): void;
}

/** Steps in the longest life. One step is the error in time. */
const STEPS = 60;

export function createFadingSum(deps: { readonly maxLifeMs: number; readonly nowMs: () => number }): FadingSum {
  const stepMs = Math.max(1, deps.maxLifeMs / STEPS);
  /** Amounts by the step in which they expire, in no order. */
  const amounts = new Map<number, number>();
  let sum = 0;
  let forgottenStep = Number.NEGATIVE_INFINITY;

  const forgetPast = (): number => {
    const step = Math.floor(deps.nowMs() / stepMs);
    if (step > forgottenStep) {
      forgottenStep = step;
      for (const end of amounts.keys()) if (end <= step) drop(end);
    }
    return step;
  };
  const drop = (end: number): void => {
    sum -= amounts.get(end) ?? 0;
    amounts.delete(end);
    // The rounding error of adding and subtracting fractions.
    if (amounts.size === 0) sum = 0;
  };

  return {
    add(amount, lifeMs) {
      const step = forgetPast();
      const end = step + Math.ceil(Math.min(lifeMs, deps.maxLifeMs) / stepMs) + 1;
      amounts.set(end, (amounts.get(end) ?? 0) + amount);
      sum += amount;
      let isPart = true;
      return {
        takeBack() {
          forgetPast();
          if (!isPart || !amounts.has(end)) return;
          isPart = false;
          const left = (amounts.get(end) ?? 0) - amount;
          sum -= amount;
          if (left > 0) amounts.set(end, left);
          else drop(end);
        },
      };
    },
    total() {
      forgetPast();
      return sum;
    },
    msUntil(total) {
      forgetPast();
      let left = sum;
      if (left <= total) return 0;
      const ends = [...amounts.keys()].toSorted((a, b) => a - b);
      for (const end of ends) {
        left -= amounts.get(end) ?? 0;
        if (left <= total) return Math.max(1, Math.ceil(end * stepMs - deps.nowMs()));
      }
      return deps.maxLifeMs;
    },
  };
}
