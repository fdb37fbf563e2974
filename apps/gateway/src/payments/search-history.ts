import type { SearchHistory } from '../ledger/with-history.js';
import type { LookBudget } from './look-budget.js';

/** The look has no call left; the next one goes on where it ended. */
export class LookEndedError extends Error {
  override readonly name = 'LookEndedError';
  constructor() {
    super('the look at the ledger has no call left');
  }
}

/** The same history with each call taken from the budget; throws LookEndedError when the budget is used up. */
export function historyWithin(history: SearchHistory, budget: LookBudget): SearchHistory {
  const paid = <T>(call: () => Promise<T>): Promise<T> => (budget.take() ? call() : Promise.reject(new LookEndedError()));
  return {
    transaction: (signature, commitment) => paid(() => history.transaction(signature, commitment)),
    naming: (account, page) => paid(() => history.naming(account, page)),
    firstSlot: () => paid(() => history.firstSlot()),
    tip: (commitment) => paid(() => history.tip(commitment)),
    isBlockhashValid: (blockhash, commitment) => paid(() => history.isBlockhashValid(blockhash, commitment)),
  };
}
