import type { Address } from '@oracle-gateway/protocol';

import { type LedgerInstruction, derivedAddresses } from '@oracle-gateway/protocol/instructions';
import * as generated from '@oracle-gateway/protocol/instructions';

/** The escrow to withdraw from, and the account that gets its tokens. */
export interface WithdrawEscrowInput extends Omit<generated.WithdrawEscrowInput, 'destination'> {
  /** Token account of the payer; the payer's associated token account unless given. */
  readonly destination?: Address;
}

/** Tag 25: pays the payer from the escrow, after the delay and once no round served before can settle any more. */
export function withdrawEscrow(input: WithdrawEscrowInput): LedgerInstruction {
  const destination = input.destination ?? derivedAddresses.associatedToken(input.payer, input.mint);
  return generated.withdrawEscrow({ ...input, destination });
}
