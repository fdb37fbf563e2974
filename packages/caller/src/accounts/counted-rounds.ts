import type { Account, Allowance } from '@oracle-gateway/client';
import { unitsOf } from '@oracle-gateway/protocol';

/** The same account, where each call takes its rounds of the allowance before anything is sent: one for each source. It keeps them whatever is answered. */
export function countedRounds(account: Account, allowance: Allowance | undefined): Account {
  if (allowance === undefined) return account;
  return {
    ...account,
    async earn(draft, io) {
      await allowance.take(BigInt(unitsOf(draft.subject.form)));
      return account.earn(draft, io);
    },
  };
}
