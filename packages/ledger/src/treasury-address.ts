import type { Address } from '@oracle-gateway/protocol';

import { derivedAddresses } from '@oracle-gateway/protocol/instructions';

/** The token account that collects the payments of subscriptions and agent rounds. */
export function treasuryAddress(programId: Address, mint: Address): Address {
  return derivedAddresses.associatedToken(derivedAddresses.config(programId), mint);
}
