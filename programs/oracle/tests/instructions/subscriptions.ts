import { Keypair, SystemProgram, type AccountMeta, type PublicKey, type TransactionInstruction } from '@solana/web3.js';

import { concat, i64, u64, u8 } from '../bytes.js';
import { TOKEN_PROGRAM } from '../token.js';
import { instruction, payer, readonly, signer, writable } from './instruction.js';
import type { SampleSource } from './sample-source.js';

export interface SubscriptionInput {
  readonly programId: PublicKey;
  readonly owner: PublicKey;
  readonly config: PublicKey;
  readonly subscription: PublicKey;
}

export interface PaymentInput extends SubscriptionInput {
  readonly maxAmount: bigint;
  readonly registry: PublicKey;
  readonly from: PublicKey;
  readonly treasury: PublicKey;
}

export interface RenewSubscriptionInput extends PaymentInput {
  readonly rounds: bigint;
  readonly expiresAt: bigint;
}

export interface UpgradeSubscriptionInput extends PaymentInput {
  readonly maxSignatures: number;
}

export interface OpenSubscriptionInput extends RenewSubscriptionInput {
  readonly maxSignatures: number;
  readonly gateway: PublicKey;
}

export function openSubscription(input: OpenSubscriptionInput): TransactionInstruction {
  return instruction(
    input.programId,
    9,
    [u8(input.maxSignatures), u64(input.rounds), i64(input.expiresAt), u64(input.maxAmount)],
    [
      payer(input.owner),
      readonly(input.config),
      writable(input.subscription),
      readonly(input.gateway),
      readonly(input.registry),
      writable(input.from),
      writable(input.treasury),
      readonly(TOKEN_PROGRAM),
      readonly(SystemProgram.programId),
    ],
  );
}

function paymentAccounts(input: PaymentInput): AccountMeta[] {
  return [
    signer(input.owner),
    readonly(input.config),
    writable(input.subscription),
    readonly(input.registry),
    writable(input.from),
    writable(input.treasury),
    readonly(TOKEN_PROGRAM),
  ];
}

export function renewSubscription(input: RenewSubscriptionInput): TransactionInstruction {
  return instruction(input.programId, 10, [u64(input.rounds), i64(input.expiresAt), u64(input.maxAmount)], paymentAccounts(input));
}

export function upgradeSubscription(input: UpgradeSubscriptionInput): TransactionInstruction {
  return instruction(input.programId, 16, [u8(input.maxSignatures), u64(input.maxAmount)], paymentAccounts(input));
}

function ownerAccounts(input: SubscriptionInput): AccountMeta[] {
  return [signer(input.owner), readonly(input.config), writable(input.subscription)];
}

export function pauseSubscription(input: SubscriptionInput): TransactionInstruction {
  return instruction(input.programId, 11, [], ownerAccounts(input));
}

export function resumeSubscription(input: SubscriptionInput): TransactionInstruction {
  return instruction(input.programId, 12, [], ownerAccounts(input));
}

export function changeSubscriptionGateway(input: SubscriptionInput & { readonly gateway: PublicKey }): TransactionInstruction {
  return instruction(input.programId, 13, [], [...ownerAccounts(input), readonly(input.gateway)]);
}

export interface ConfirmGatewayInput {
  readonly programId: PublicKey;
  readonly signer: PublicKey;
  readonly config: PublicKey;
  readonly subscription: PublicKey;
  readonly oldGateway: PublicKey;
  readonly newGateway: PublicKey;
}

export function confirmSubscriptionGateway(input: ConfirmGatewayInput): TransactionInstruction {
  const { programId, config, subscription, oldGateway, newGateway } = input;
  return instruction(
    programId,
    15,
    [],
    [signer(input.signer), readonly(config), writable(subscription), readonly(oldGateway), readonly(newGateway)],
  );
}

export interface DelegateInput extends SubscriptionInput {
  readonly delegate: PublicKey;
}

export interface DelegateBounds {
  readonly rounds: bigint;
  readonly maxSignatures: number;
  readonly expiresAt: bigint;
}

function boundsBytes(bounds: DelegateBounds): Uint8Array {
  return concat(u64(bounds.rounds), u8(bounds.maxSignatures), i64(bounds.expiresAt));
}

export interface AddDelegateInput extends DelegateInput, DelegateBounds {
  readonly authority: PublicKey;
}

export function addDelegate(input: AddDelegateInput): TransactionInstruction {
  return instruction(
    input.programId,
    17,
    [input.authority.toBytes(), boundsBytes(input)],
    [payer(input.owner), readonly(input.config), readonly(input.subscription), writable(input.delegate), readonly(SystemProgram.programId)],
  );
}

function delegateAccounts(input: DelegateInput, owner = signer): AccountMeta[] {
  return [owner(input.owner), readonly(input.config), readonly(input.subscription), writable(input.delegate)];
}

export function boundDelegate(input: DelegateInput & DelegateBounds): TransactionInstruction {
  return instruction(input.programId, 18, [boundsBytes(input)], delegateAccounts(input));
}

export function revokeDelegate(input: DelegateInput): TransactionInstruction {
  return instruction(input.programId, 19, [], delegateAccounts(input));
}

export function closeDelegate(input: DelegateInput): TransactionInstruction {
  return instruction(input.programId, 20, [], delegateAccounts(input, payer));
}

export function subscriptionSamples({ world }: SampleSource): readonly TransactionInstruction[] {
  const key = Keypair.generate();
  return [
    world.openSubscription({}),
    world.renewSubscription({}),
    world.upgradeSubscription({}),
    world.pause(),
    world.resume(),
    world.changeSubscriptionGateway(key),
    world.confirmSubscriptionGateway(key),
    world.addDelegate(),
    world.boundDelegate(),
    world.revokeDelegate(),
    world.closeDelegate(),
  ];
}
