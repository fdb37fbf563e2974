import type { Address } from '@oracle-gateway/protocol';
import { associatedTokenAddress, configAddress, gatewayAddress, subscriptionAddress } from '@oracle-gateway/protocol/accounts';

import { payer, readonly, signer, writable, type LedgerInstruction } from '../instruction.js';
import { InstructionData } from '../instruction-data.js';
import { SYSTEM_PROGRAM, TOKEN_PROGRAM } from '../program-ids.js';
import { treasuryAddress } from './withdraw-treasury.js';

export interface OpenSubscriptionInput {
  readonly programId: Address;
  /** Signs, pays the rent and, from its associated token account, the rounds. */
  readonly owner: Address;
  readonly gatewayAuthority: Address;
  readonly mint: Address;
  readonly maxSignatures: number;
  readonly rounds: bigint;
  /** Unix seconds. */
  readonly expiresAtSeconds: bigint;
}

/** Tag 9. */
export function openSubscription(input: OpenSubscriptionInput): LedgerInstruction {
  const { programId, owner, mint } = input;
  return {
    programId,
    accounts: [
      payer(owner),
      readonly(configAddress(programId)),
      writable(subscriptionAddress(programId, owner)),
      readonly(gatewayAddress(programId, input.gatewayAuthority)),
      writable(associatedTokenAddress(owner, mint)),
      writable(treasuryAddress(programId, mint)),
      readonly(TOKEN_PROGRAM),
      readonly(SYSTEM_PROGRAM),
    ],
    data: new InstructionData(9)
      .u8('maxSignatures', input.maxSignatures)
      .u64('rounds', input.rounds)
      .time('expiresAtSeconds', input.expiresAtSeconds)
      .finish(),
  };
}

export interface RenewSubscriptionInput {
  readonly programId: Address;
  readonly owner: Address;
  readonly mint: Address;
  /** Rounds to add. */
  readonly rounds: bigint;
  /** Unix seconds; never earlier than the present expiry. */
  readonly expiresAtSeconds: bigint;
}

/** Tag 10. */
export function renewSubscription(input: RenewSubscriptionInput): LedgerInstruction {
  const { programId, owner, mint } = input;
  return {
    programId,
    accounts: [
      signer(owner),
      readonly(configAddress(programId)),
      writable(subscriptionAddress(programId, owner)),
      writable(associatedTokenAddress(owner, mint)),
      writable(treasuryAddress(programId, mint)),
      readonly(TOKEN_PROGRAM),
    ],
    data: new InstructionData(10).u64('rounds', input.rounds).time('expiresAtSeconds', input.expiresAtSeconds).finish(),
  };
}

export interface SubscriptionOwnerInput {
  readonly programId: Address;
  readonly owner: Address;
}

function ownerOnly(tag: number, { programId, owner }: SubscriptionOwnerInput): LedgerInstruction {
  return {
    programId,
    accounts: [signer(owner), readonly(configAddress(programId)), writable(subscriptionAddress(programId, owner))],
    data: new InstructionData(tag).finish(),
  };
}

/** Tag 11: rounds up to 600 s after this time still settle. */
export function pauseSubscription(input: SubscriptionOwnerInput): LedgerInstruction {
  return ownerOnly(11, input);
}

/** Tag 12. */
export function resumeSubscription(input: SubscriptionOwnerInput): LedgerInstruction {
  return ownerOnly(12, input);
}

export interface ChangeSubscriptionGatewayInput extends SubscriptionOwnerInput {
  readonly newGatewayAuthority: Address;
}

/** Tag 13: names another gateway; rounds of the previous one up to 600 s after this time still settle. */
export function changeSubscriptionGateway(input: ChangeSubscriptionGatewayInput): LedgerInstruction {
  const { programId, owner } = input;
  return {
    programId,
    accounts: [
      signer(owner),
      readonly(configAddress(programId)),
      writable(subscriptionAddress(programId, owner)),
      readonly(gatewayAddress(programId, input.newGatewayAuthority)),
    ],
    data: new InstructionData(13).finish(),
  };
}
