import { parseAddress, type Address } from '@oracle-gateway/protocol';

import type { AccountAtSlot } from './account-batch.js';
import { rememberedAddresses } from './remembered-addresses.js';
import { readTokenHoldingOf, type TokenHolding } from './token-accounts.js';

/** The associated token account of the Config account; null where no such account exists. */
export async function readTreasury(
  { programId, mint }: { readonly programId: Address; readonly mint: Address },
  deps: { readonly readAt: (address: Address) => Promise<AccountAtSlot> },
): Promise<TokenHolding | null> {
  const owner = rememberedAddresses.config(programId);
  const { account } = await deps.readAt(rememberedAddresses.associatedToken(owner, mint));
  return account === null ? null : readTokenHoldingOf({ owner: parseAddress(account.owner), data: account.data }, { owner, mint });
}
