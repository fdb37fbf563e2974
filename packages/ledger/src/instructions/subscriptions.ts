import type { Address } from '@oracle-gateway/protocol';
import {
  associatedTokenAddress,
  configAddress,
  gatewayAddress,
  registryAddress,
  subscriptionAddress,
} from '@oracle-gateway/protocol/accounts';

import { payer, readonly, signer, writable, type LedgerAccountMeta, type LedgerInstruction } from '../instruction.js';
import { InstructionData } from '../instruction-data.js';
import { SYSTEM_PROGRAM, TOKEN_PROGRAM } from '../program-ids.js';
import { treasuryAddress } from './withdraw-treasury.js';

/** What every payment for a subscription names. */
interface PaymentInput {
  readonly programId: Address;
  /** Signs and pays from its associated token account. */
  readonly owner: Address;
  readonly mint: Address;
  /** The current registry version. */
  readonly registryVersion: bigint;
  /** Atomic units: the program refuses a higher price. */
  readonly maxAmountAtomic: bigint;
}

/** The owner pays the rent as well. */
export interface OpenSubscriptionInput extends PaymentInput {
  readonly gatewayAuthority: Address;
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
      readonly(registryAddress(programId, input.registryVersion)),
      writable(associatedTokenAddress(owner, mint)),
      writable(treasuryAddress(programId, mint)),
      readonly(TOKEN_PROGRAM),
      readonly(SYSTEM_PROGRAM),
    ],
    data: new InstructionData(9)
      .u8('maxSignatures', input.maxSignatures)
      .u64('rounds', input.rounds)
      .time('expiresAtSeconds', input.expiresAtSeconds)
      .u64('maxAmountAtomic', input.maxAmountAtomic)
      .finish(),
  };
}

function paymentAccounts({ programId, owner, mint, registryVersion }: PaymentInput): LedgerAccountMeta[] {
  return [
    signer(owner),
    readonly(configAddress(programId)),
    writable(subscriptionAddress(programId, owner)),
    readonly(registryAddress(programId, registryVersion)),
    writable(associatedTokenAddress(owner, mint)),
    writable(treasuryAddress(programId, mint)),
    readonly(TOKEN_PROGRAM),
  ];
}

export interface RenewSubscriptionInput extends PaymentInput {
  /** Rounds to add. */
  readonly rounds: bigint;
  /** Unix seconds; never earlier than the present expiry. */
  readonly expiresAtSeconds: bigint;
}

/** Tag 10. */
export function renewSubscription(input: RenewSubscriptionInput): LedgerInstruction {
  const data = new InstructionData(10)
    .u64('rounds', input.rounds)
    .time('expiresAtSeconds', input.expiresAtSeconds)
    .u64('maxAmountAtomic', input.maxAmountAtomic)
    .finish();
  return { programId: input.programId, accounts: paymentAccounts(input), data };
}

export interface UpgradeSubscriptionInput extends PaymentInput {
  /** Above the present one. */
  readonly maxSignatures: number;
}

/** Tag 16: raises the largest quorum; costs the additional signatures of every round that is left. */
export function upgradeSubscription(input: UpgradeSubscriptionInput): LedgerInstruction {
  const data = new InstructionData(16).u8('maxSignatures', input.maxSignatures).u64('maxAmountAtomic', input.maxAmountAtomic).finish();
  return { programId: input.programId, accounts: paymentAccounts(input), data };
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

/**
 * Tag 13, the first step: names the gateway that is to follow. The present one serves no more; its rounds up to 600 s after this time still
 * settle. Naming the present one withdraws the proposal.
 */
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

export interface ConfirmSubscriptionGatewayInput {
  readonly programId: Address;
  readonly subscriptionOwner: Address;
  /** The owner, once the old gateway can settle nothing any more; or the old gateway's authority, at any time. */
  readonly signer: Address;
  readonly oldGatewayAuthority: Address;
  readonly newGatewayAuthority: Address;
}

/** Tag 15, the second step: puts the pending gateway in the present one's place. */
export function confirmSubscriptionGateway(input: ConfirmSubscriptionGatewayInput): LedgerInstruction {
  const { programId } = input;
  return {
    programId,
    accounts: [
      signer(input.signer),
      readonly(configAddress(programId)),
      writable(subscriptionAddress(programId, input.subscriptionOwner)),
      readonly(gatewayAddress(programId, input.oldGatewayAuthority)),
      readonly(gatewayAddress(programId, input.newGatewayAuthority)),
    ],
    data: new InstructionData(15).finish(),
  };
}
