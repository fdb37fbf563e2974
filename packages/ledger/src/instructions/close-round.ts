import type { Address } from '@oracle-gateway/protocol';

import { readonly, writable, type LedgerInstruction } from '../instruction.js';
import { InstructionData } from '../instruction-data.js';
import { rememberedAddresses } from '../remembered-addresses.js';

export interface CloseRoundInput {
  readonly programId: Address;
  /** Of the gateway that settled the round; gets the account's lamports. */
  readonly gatewayAuthority: Address;
  /** The account that the round's settlement left. */
  readonly round: Address;
}

/** Tag 28: closes the account of a round that can never be settled again; anybody may. */
export function closeRound({ programId, gatewayAuthority, round }: CloseRoundInput): LedgerInstruction {
  return {
    programId,
    accounts: [
      readonly(rememberedAddresses.config(programId)),
      readonly(rememberedAddresses.gateway(programId, gatewayAuthority)),
      writable(round),
      writable(gatewayAuthority),
    ],
    data: new InstructionData(28).finish(),
  };
}
