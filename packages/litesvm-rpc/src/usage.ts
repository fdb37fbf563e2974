import type { AccountState, Balances } from './balances.js';

/**
 * Costs on the ledger since its start, in lamports. The difference of two readings is the cost between them: `lamportsSpent` is spent, and
 * closing the accounts returns `rentLocked − rentReturned`.
 */
export interface LedgerUsage {
  /** Transactions on the ledger, failed ones included. */
  readonly transactions: number;
  /** Fees charged. */
  readonly lamportsSpent: bigint;
  /** Lamports moved into accounts in the transaction that created or enlarged their data. */
  readonly rentLocked: bigint;
  /** Lamports taken out of accounts in the transaction that closed them or reduced their data. */
  readonly rentReturned: bigint;
}

export const NO_USAGE: LedgerUsage = { transactions: 0, lamportsSpent: 0n, rentLocked: 0n, rentReturned: 0n };

/** @param balances every account of one transaction before and after it */
export function addUsage(usage: LedgerUsage, fee: bigint, balances: Balances): LedgerUsage {
  const rent = balances.map(({ before, after }) => rentMoved(before, after));
  return {
    transactions: usage.transactions + 1,
    lamportsSpent: usage.lamportsSpent + fee,
    rentLocked: rent.reduce((sum, moved) => (moved > 0n ? sum + moved : sum), usage.rentLocked),
    rentReturned: rent.reduce((sum, moved) => (moved < 0n ? sum - moved : sum), usage.rentReturned),
  };
}

/** Positive when locked, negative when returned, 0 for accounts of unchanged size. */
function rentMoved(before: AccountState, after: AccountState): bigint {
  const difference = after.lamports - before.lamports;
  const grew = after.dataBytes > before.dataBytes;
  const shrank = after.dataBytes < before.dataBytes;
  return (grew && difference > 0n) || (shrank && difference < 0n) ? difference : 0n;
}
