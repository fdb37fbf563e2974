import type { Address } from '@oracle-gateway/protocol';
import { configAddress, delegateAddress, subscriptionAddress } from '@oracle-gateway/protocol/accounts';

import { payer, readonly, signer, writable, type LedgerAccountMeta, type LedgerInstruction } from '../instruction.js';
import { InstructionData } from '../instruction-data.js';
import { SYSTEM_PROGRAM } from '../program-ids.js';

/** A delegate of a subscription, whose owner signs. */
export interface DelegateInput {
  readonly programId: Address;
  readonly owner: Address;
  /** The delegate's key. */
  readonly authority: Address;
}

export interface DelegateBoundsInput extends DelegateInput {
  /** In all, rounds that are settled already included. */
  readonly rounds: bigint;
  readonly maxSignatures: number;
  /** Unix seconds. */
  readonly expiresAtSeconds: bigint;
}

function delegateAccounts({ programId, owner, authority }: DelegateInput, role: typeof signer): LedgerAccountMeta[] {
  const subscription = subscriptionAddress(programId, owner);
  return [
    role(owner),
    readonly(configAddress(programId)),
    readonly(subscription),
    writable(delegateAddress(programId, subscription, authority)),
  ];
}

function writeBounds(data: InstructionData, input: DelegateBoundsInput): InstructionData {
  return data.u64('rounds', input.rounds).u8('maxSignatures', input.maxSignatures).time('expiresAtSeconds', input.expiresAtSeconds);
}

/** Tag 17: the owner pays the rent. */
export function addDelegate(input: DelegateBoundsInput): LedgerInstruction {
  return {
    programId: input.programId,
    accounts: [...delegateAccounts(input, payer), readonly(SYSTEM_PROGRAM)],
    data: writeBounds(new InstructionData(17).bytes('authority', input.authority, 32), input).finish(),
  };
}

/** Tag 18: sets all bounds anew. What was served under larger ones still settles. */
export function boundDelegate(input: DelegateBoundsInput): LedgerInstruction {
  return {
    programId: input.programId,
    accounts: delegateAccounts(input, signer),
    data: writeBounds(new InstructionData(18), input).finish(),
  };
}

/** Tag 19: for good. What was served before still settles. */
export function revokeDelegate(input: DelegateInput): LedgerInstruction {
  return { programId: input.programId, accounts: delegateAccounts(input, signer), data: new InstructionData(19).finish() };
}

/** Tag 20: once a revoked or expired one has nothing left to settle; the owner gets the lamports. */
export function closeDelegate(input: DelegateInput): LedgerInstruction {
  return { programId: input.programId, accounts: delegateAccounts(input, payer), data: new InstructionData(20).finish() };
}
