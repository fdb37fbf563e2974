import { parseAddress, type Address } from '@oracle-gateway/protocol';

import type { AccountAtSlot } from './account-batch.js';
import { rememberedAddresses } from '@oracle-gateway/protocol/instructions';
import { readTokenHoldingOf, type TokenHolding } from '@oracle-gateway/protocol/accounts';

/** The associated token account of the Config account; null where no such account exists. */
export async function readTreasury(
  { programId, mint }: { readonly programId: Address; readonly mint: Address },
  deps: { readonly readAt: (address: Address) => Promise<AccountAtSlot> },
): Promise<TokenHolding | null> {
  const owner = rememberedAddresses.config(programId);
  const { account } = await deps.readAt(rememberedAddresses.associatedToken(owner, mint));
  return account === null ? null : readTokenHoldingOf({ owner: parseAddress(account.owner), data: account.data }, { owner, mint });
}
