import { SystemProgram, type AccountMeta, type PublicKey, type TransactionInstruction } from '@solana/web3.js';

import { u64 } from '../bytes.js';
import { TOKEN_PROGRAM } from '../token.js';
import { instruction, payer, readonly, signer, writable } from './instruction.js';
import type { SampleSource } from './sample-source.js';

export interface EscrowInput {
  readonly programId: PublicKey;
  readonly payer: PublicKey;
  readonly config: PublicKey;
  readonly escrow: PublicKey;
}

function creatingAccounts(input: EscrowInput & { readonly gateway: PublicKey }): AccountMeta[] {
  return [payer(input.payer), readonly(input.config), readonly(input.gateway), writable(input.escrow), readonly(SystemProgram.programId)];
}

export function pauseEscrow(input: EscrowInput & { readonly gateway: PublicKey }): TransactionInstruction {
  return instruction(input.programId, 22, [], creatingAccounts(input));
}

export function resumeEscrow(input: EscrowInput): TransactionInstruction {
  return instruction(input.programId, 23, [], [signer(input.payer), readonly(input.config), writable(input.escrow)]);
}

export function requestWithdraw(input: EscrowInput & { readonly gateway: PublicKey }): TransactionInstruction {
  return instruction(input.programId, 24, [], creatingAccounts(input));
}

export interface WithdrawEscrowInput extends EscrowInput {
  readonly amount: bigint;
  readonly tokens: PublicKey;
  readonly destination: PublicKey;
}

export function withdrawEscrow(input: WithdrawEscrowInput): TransactionInstruction {
  return instruction(
    input.programId,
    25,
    [u64(input.amount)],
    [
      signer(input.payer),
      readonly(input.config),
      readonly(input.escrow),
      writable(input.tokens),
      writable(input.destination),
      readonly(TOKEN_PROGRAM),
    ],
  );
}

export function escrowSamples({ escrow }: SampleSource): readonly TransactionInstruction[] {
  return [escrow.pause(), escrow.resume(), escrow.requestWithdraw(), escrow.withdraw(1n)];
}
