import type { TransactionHistory } from '@oracle-gateway/ledger';
import type { LookBudget } from './look-budget.js';

/** What a search asks of the ledger. */
export type SearchHistory = Omit<TransactionHistory, 'blockHeight'>;

/**
 * Gives a piece of work the history of one server, and says which: what one server lists and how far back it goes says nothing of another.
 * Where that server fails, the work begins anew with another.
 */
export type WithHistory = <T>(work: (history: SearchHistory, server: number) => Promise<T>) => Promise<T>;

/** Where there is one server. */
export function oneHistory(history: SearchHistory): WithHistory {
  return (work) => work(history, 0);
}

/** The look has no call left; the next one goes on where it ended. */
export class LookEndedError extends Error {
  override readonly name = 'LookEndedError';
  constructor() {
    super('the look at the ledger has no call left');
  }
}

/** The same history, each call of which is taken from the budget; throws LookEndedError where that has none left. */
export function historyWithin(history: SearchHistory, budget: LookBudget): SearchHistory {
  const paid = <T>(call: () => Promise<T>): Promise<T> => (budget.take() ? call() : Promise.reject(new LookEndedError()));
  return {
    transaction: (signature) => paid(() => history.transaction(signature)),
    naming: (account, page) => paid(() => history.naming(account, page)),
    firstSlot: () => paid(() => history.firstSlot()),
    tip: (commitment) => paid(() => history.tip(commitment)),
    isBlockhashValid: (blockhash, commitment) => paid(() => history.isBlockhashValid(blockhash, commitment)),
  };
}
