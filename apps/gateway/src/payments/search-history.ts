import type { SearchHistory } from '../ledger/with-history.js';
import type { CheckBudget } from './check-budget.js';

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
