import type { SearchHistory } from '../ledger/with-history.js';

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

/** The check has no call left; the next one goes on where it ended. */
export class CheckEndedError extends Error {
  override readonly name = 'CheckEndedError';
  constructor() {
    super('the check of the ledger has no call left');
  }
}

/** The same history with each call taken from the budget; throws CheckEndedError when the budget is used up. */
export function historyWithin(history: SearchHistory, budget: CheckBudget): SearchHistory {
  const paid = <T>(call: () => Promise<T>): Promise<T> => (budget.take() ? call() : Promise.reject(new CheckEndedError()));
  return {
    transaction: (signature, commitment) => paid(() => history.transaction(signature, commitment)),
    naming: (account, page) => paid(() => history.naming(account, page)),
    firstSlot: () => paid(() => history.firstSlot()),
    tip: (commitment) => paid(() => history.tip(commitment)),
    isBlockhashValid: (blockhash, commitment) => paid(() => history.isBlockhashValid(blockhash, commitment)),
  };
}
