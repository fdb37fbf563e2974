import type { Address } from '@oracle-gateway/protocol';
import { associatedTokenAddress, configAddress } from '@oracle-gateway/protocol/accounts';

import { readonly, signer, writable, type LedgerInstruction } from '../instruction.js';
import { InstructionData } from '../instruction-data.js';
import { TOKEN_PROGRAM } from '../program-ids.js';

export interface WithdrawTreasuryInput {
  readonly programId: Address;
  readonly authority: Address;
  readonly mint: Address;
  /** Token account that receives. */
  readonly destination: Address;
  /** Atomic units. */
  readonly amountAtomic: bigint;
}

/** The token account that collects what subscriptions pay. */
export function treasuryAddress(programId: Address, mint: Address): Address {
  return associatedTokenAddress(configAddress(programId), mint);
}

/** Tag 4: moves collected fees out of the treasury. */
export function withdrawTreasury(input: WithdrawTreasuryInput): LedgerInstruction {
  const { programId } = input;
  return {
    programId,
    accounts: [
      signer(input.authority),
      readonly(configAddress(programId)),
      writable(treasuryAddress(programId, input.mint)),
      writable(input.destination),
      readonly(TOKEN_PROGRAM),
    ],
    data: new InstructionData(4).u64('amountAtomic', input.amountAtomic).finish(),
  };
}
