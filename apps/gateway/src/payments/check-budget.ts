/** Number of calls that may still be made to the ledger's server. */
export interface CheckBudget {
  readonly left: number;
  /** Takes one call; false when the budget is used up. */
  take(): boolean;
}

/** A budget of its own, and a part of another one where that is given. */
export function createCheckBudget(calls: number, within?: CheckBudget): CheckBudget {
  let own = calls;
  const left = (): number => Math.min(own, within?.left ?? own);
  return {
    get left() {
      return left();
    },
    take() {
      if (left() === 0) return false;
      own -= 1;
      return within?.take() ?? true;
    },
  };
}
