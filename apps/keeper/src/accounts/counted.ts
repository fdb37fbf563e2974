import type { Account, Allowance } from '@oracle-gateway/client';

/** The same account, where each call counts as one round before anything is sent. */
export function counted(account: Account, allowance: Allowance): Account {
  return {
    ...account,
    async earn(draft, io) {
      await allowance.take(1n);
      return account.earn(draft, io);
    },
  };
}
