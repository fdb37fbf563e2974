import type { TransactionHistory } from '@oracle-gateway/ledger';

/** Reads that a search needs of the ledger. */
export type SearchHistory = Omit<TransactionHistory, 'blockHeight'>;

/**
 * Gives a piece of work the history of one server, and says which: what one server lists and how far back it goes says nothing of another.
 * Where that server fails, the work begins anew with another.
 */
export type WithHistory = <T>(work: (history: SearchHistory, server: number) => Promise<T>) => Promise<T>;

/** Runs a search on the only server. */
export function oneHistory(history: SearchHistory): WithHistory {
  return (work) => work(history, 0);
}
