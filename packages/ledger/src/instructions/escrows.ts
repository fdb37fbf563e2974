import type { Address } from '@oracle-gateway/protocol';
import { associatedTokenAddress, configAddress, escrowAddress, gatewayAddress } from '@oracle-gateway/protocol/accounts';

import { payer, readonly, signer, writable, type LedgerInstruction } from '../instruction.js';
import { InstructionData } from '../instruction-data.js';
import { SYSTEM_PROGRAM, TOKEN_PROGRAM } from '../program-ids.js';

export interface EscrowInput {
  readonly programId: Address;
  /** Signs; pays the rent where the account is created. */
  readonly payer: Address;
  readonly gatewayAuthority: Address;
}

function escrowOf(input: EscrowInput): Address {
  return escrowAddress(input.programId, input.payer, gatewayAddress(input.programId, input.gatewayAuthority));
}

function creating(tag: number, input: EscrowInput): LedgerInstruction {
  const { programId } = input;
  return {
    programId,
    accounts: [
      payer(input.payer),
      readonly(configAddress(programId)),
      readonly(gatewayAddress(programId, input.gatewayAuthority)),
      writable(escrowOf(input)),
      readonly(SYSTEM_PROGRAM),
    ],
    data: new InstructionData(tag).finish(),
  };
}

/** Tag 22: rounds up to 600 s after this time still settle. Creates the account if no round was settled before. */
export function pauseEscrow(input: EscrowInput): LedgerInstruction {
  return creating(22, input);
}

/** Tag 23: ends the pause, and a request to withdraw with it. */
export function resumeEscrow(input: EscrowInput): LedgerInstruction {
  const { programId } = input;
  return {
    programId,
    accounts: [signer(input.payer), readonly(configAddress(programId)), writable(escrowOf(input))],
    data: new InstructionData(23).finish(),
  };
}

/** Tag 24: pauses, and starts the delay after which the payer may withdraw. Creates the account if no round was settled before. */
export function requestWithdraw(input: EscrowInput): LedgerInstruction {
  return creating(24, input);
}

export interface WithdrawEscrowInput extends EscrowInput {
  readonly mint: Address;
  /** Token account of the payer; its associated one unless given. */
  readonly destination?: Address;
  /** Atomic units. */
  readonly amountAtomic: bigint;
}

/** Tag 25: pays out to the payer, in one part or several, once the delay is over and nothing that was served can settle any more. */
export function withdrawEscrow(input: WithdrawEscrowInput): LedgerInstruction {
  const { programId, mint } = input;
  const escrow = escrowOf(input);
  return {
    programId,
    accounts: [
      signer(input.payer),
      readonly(configAddress(programId)),
      readonly(escrow),
      writable(associatedTokenAddress(escrow, mint)),
      writable(input.destination ?? associatedTokenAddress(input.payer, mint)),
      readonly(TOKEN_PROGRAM),
    ],
    data: new InstructionData(25).u64('amountAtomic', input.amountAtomic).finish(),
  };
}
