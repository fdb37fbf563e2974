import type { Account, Allowance } from '@oracle-gateway/client';

/** The same account, where each call takes one round of the allowance before anything is sent. It keeps the round whatever is answered. */
export function countedRounds(account: Account, allowance: Allowance | undefined): Account {
  if (allowance === undefined) return account;
  return {
    ...account,
    async earn(draft, io) {
      await allowance.take(1n);
      return account.earn(draft, io);
    },
  };
}
