import type { Account, Allowance } from '@oracle-gateway/client';
import { unitsOf } from '@oracle-gateway/protocol';

/** The same account, where each call takes its rounds of the allowance before anything is sent: one for each source. */
export function counted(account: Account, allowance: Allowance): Account {
  return {
    ...account,
    async earn(draft, io) {
      await allowance.take(BigInt(unitsOf(draft.subject.form)));
      return account.earn(draft, io);
    },
  };
}
