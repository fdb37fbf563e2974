import { readTokenHolding } from '@oracle-gateway/ledger';
import type { Address } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import { associatedTokenAddress } from '@oracle-gateway/protocol/accounts';

import { readLedgerAccount, type AdminLedgerView } from '../admin-ledger.js';

/** Holding of the owner's associated token account; null where no such account exists, or where it has another owner by now. */
export async function tokensHeld(ledger: AdminLedgerView, owner: Address, mint: Address): Promise<bigint | null> {
  const account = await readLedgerAccount(ledger, associatedTokenAddress(owner, mint));
  const holding = account === null ? null : readTokenHolding(account);
  return holding !== null && equalBytes(holding.owner, owner) ? holding.amountAtomic : null;
}
