/** The instruction table of docs/protocol.md: data and accounts in order. */
import { SystemProgram, TransactionInstruction, type AccountMeta, type PublicKey } from '@solana/web3.js';

import { concat, i64, u16, u64, u8 } from './bytes.js';
import type { Signature } from './signer.js';
import { TOKEN_PROGRAM } from './token.js';

export interface Settings {
  readonly minSigners: number;
  readonly versionGraceSeconds: bigint;
  readonly settleWindowSeconds: bigint;
  readonly withdrawDelaySeconds: bigint;
  readonly x402RoundBase: bigint;
  readonly rewardPerSignature: bigint;
  readonly agentRoundBase: bigint;
  readonly agentRoundPerSig: bigint;
  readonly subscriptionRoundBase: bigint;
  readonly subscriptionRoundPerSig: bigint;
}

function settingsBytes(settings: Settings): Uint8Array {
  return concat(
    u8(settings.minSigners),
    u64(settings.versionGraceSeconds),
    u64(settings.settleWindowSeconds),
    u64(settings.withdrawDelaySeconds),
    u64(settings.x402RoundBase),
    u64(settings.rewardPerSignature),
    u64(settings.agentRoundBase),
    u64(settings.agentRoundPerSig),
    u64(settings.subscriptionRoundBase),
    u64(settings.subscriptionRoundPerSig),
  );
}

function meta(isSigner: boolean, isWritable: boolean) {
  return (pubkey: PublicKey): AccountMeta => ({ pubkey, isSigner, isWritable });
}
const payer = meta(true, true);
const signer = meta(true, false);
const writable = meta(false, true);
const readonly = meta(false, false);

function instruction(programId: PublicKey, tag: number, data: readonly Uint8Array[], keys: AccountMeta[]): TransactionInstruction {
  return new TransactionInstruction({ programId, keys, data: Buffer.from(concat(u8(tag), ...data)) });
}

/** The same instruction with one account replaced. */
export function withAccount(original: TransactionInstruction, position: number, changes: Partial<AccountMeta>): TransactionInstruction {
  const keys = original.keys.map((key, index) => (index === position ? { ...key, ...changes } : key));
  return new TransactionInstruction({ programId: original.programId, keys, data: original.data });
}

/** The same instruction with other data. */
export function withData(original: TransactionInstruction, data: Uint8Array): TransactionInstruction {
  return new TransactionInstruction({ programId: original.programId, keys: original.keys, data: Buffer.from(data) });
}

export interface InitialiseInput {
  readonly programId: PublicKey;
  readonly upgradeAuthority: PublicKey;
  readonly config: PublicKey;
  readonly programData: PublicKey;
  readonly mint: PublicKey;
  readonly networkHash: Uint8Array;
  readonly settings: Settings;
}

export function initialise(input: InitialiseInput): TransactionInstruction {
  return instruction(
    input.programId,
    0,
    [input.networkHash, settingsBytes(input.settings)],
    [
      payer(input.upgradeAuthority),
      writable(input.config),
      readonly(input.programData),
      readonly(input.mint),
      readonly(SystemProgram.programId),
    ],
  );
}

export interface AdministrationInput {
  readonly programId: PublicKey;
  readonly authority: PublicKey;
  readonly config: PublicKey;
}

export function updateConfig(input: AdministrationInput & { readonly settings: Settings }): TransactionInstruction {
  return instruction(input.programId, 1, [settingsBytes(input.settings)], [signer(input.authority), writable(input.config)]);
}

export function proposeAuthority(input: AdministrationInput & { readonly newAuthority: PublicKey }): TransactionInstruction {
  return instruction(input.programId, 2, [input.newAuthority.toBytes()], [signer(input.authority), writable(input.config)]);
}

export function acceptAuthority(input: AdministrationInput): TransactionInstruction {
  return instruction(input.programId, 3, [], [signer(input.authority), writable(input.config)]);
}

export interface WithdrawTreasuryInput extends AdministrationInput {
  readonly amount: bigint;
  readonly treasury: PublicKey;
  readonly destination: PublicKey;
}

export function withdrawTreasury(input: WithdrawTreasuryInput): TransactionInstruction {
  return instruction(
    input.programId,
    4,
    [u64(input.amount)],
    [signer(input.authority), readonly(input.config), writable(input.treasury), writable(input.destination), readonly(TOKEN_PROGRAM)],
  );
}

export interface RegisterNodeInput extends AdministrationInput {
  readonly node: PublicKey;
  readonly index: number;
  readonly publicKey: Uint8Array;
  readonly encryptionKey: Uint8Array;
  readonly operator: Uint8Array;
  readonly proof: Signature;
  readonly endpoint: Uint8Array;
}

export function registerNode(input: RegisterNodeInput): TransactionInstruction {
  const data = [
    u8(input.index),
    input.publicKey,
    input.encryptionKey,
    input.operator,
    input.proof.s,
    input.proof.commitment,
    u8(input.endpoint.length),
    input.endpoint,
  ];
  return instruction(input.programId, 5, data, [
    payer(input.authority),
    readonly(input.config),
    writable(input.node),
    readonly(SystemProgram.programId),
  ]);
}

export type SlotChange =
  { readonly op: 'set'; readonly index: number; readonly node: PublicKey } | { readonly op: 'remove'; readonly index: number };

export interface ChangeRegistryInput extends AdministrationInput {
  readonly current: PublicKey;
  readonly next: PublicKey;
  readonly redundancyBuffer: number;
  readonly emergency: boolean;
  readonly changes: readonly SlotChange[];
}

export function changeRegistry(input: ChangeRegistryInput): TransactionInstruction {
  const data = [
    u8(input.redundancyBuffer),
    u8(input.emergency ? 1 : 0),
    u8(input.changes.length),
    ...input.changes.map((change) => Uint8Array.of(change.op === 'set' ? 0 : 1, change.index)),
  ];
  const nodes = input.changes.flatMap((change) => (change.op === 'set' ? [readonly(change.node)] : []));
  return instruction(input.programId, 6, data, [
    payer(input.authority),
    writable(input.config),
    writable(input.current),
    writable(input.next),
    readonly(SystemProgram.programId),
    ...nodes,
  ]);
}

export interface GatewayInput extends AdministrationInput {
  readonly gateway: PublicKey;
}

export function registerGateway(input: GatewayInput & { readonly gatewayAuthority: PublicKey }): TransactionInstruction {
  return instruction(
    input.programId,
    7,
    [input.gatewayAuthority.toBytes()],
    [payer(input.authority), readonly(input.config), writable(input.gateway), readonly(SystemProgram.programId)],
  );
}

const GATEWAY_STATUS = { inactive: 0, active: 1, 'stopped in an emergency': 2 } as const;
export type GatewayStatus = keyof typeof GATEWAY_STATUS;

export function setGatewayStatus(input: GatewayInput & { readonly status: GatewayStatus }): TransactionInstruction {
  return instruction(
    input.programId,
    8,
    [u8(GATEWAY_STATUS[input.status])],
    [signer(input.authority), readonly(input.config), writable(input.gateway)],
  );
}

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

/** How the program learns the sum of the signers' keys. */
export type KeyForm =
  | { readonly form: 'sum'; readonly aggregateKey: Uint8Array }
  | { readonly form: 'slopes'; readonly slopes: readonly Uint8Array[] }
  | { readonly form: 'signer set'; readonly signerSet: PublicKey };

function keyFormBytes(key: KeyForm): Uint8Array[] {
  switch (key.form) {
    case 'sum':
      return [u8(0), key.aggregateKey];
    case 'slopes':
      return [u8(1), ...key.slopes];
    case 'signer set':
      return [u8(2)];
  }
}

export interface ProofInput {
  readonly signature: Signature;
  readonly keyForm: KeyForm;
  readonly bitmap: Uint8Array;
}

/** The end of the data of every instruction that brings an attestation. */
export function proofBytes({ signature, keyForm, bitmap }: ProofInput): Uint8Array[] {
  return [signature.s, signature.commitment, ...keyFormBytes(keyForm), bitmap];
}

/** The first of the accounts after the fixed ones, if the key form needs it. */
export function signerSetAccounts(key: KeyForm): AccountMeta[] {
  return key.form === 'signer set' ? [readonly(key.signerSet)] : [];
}

export interface SettleRoundInput extends ProofInput {
  readonly programId: PublicKey;
  readonly gatewayAuthority: PublicKey;
  readonly config: PublicKey;
  readonly gateway: PublicKey;
  readonly subscription: PublicKey;
  readonly registry: PublicKey;
  readonly receipt: PublicKey;
  readonly apiConfigHash: Uint8Array;
  readonly value: Uint8Array;
  readonly signaturesRequired: number;
  readonly timestampSeconds: bigint;
  /** The Delegate account of a consumer who is not the owner. */
  readonly delegate?: PublicKey | undefined;
}

export function settleRound(input: SettleRoundInput): TransactionInstruction {
  const data = [input.apiConfigHash, input.value, u8(input.signaturesRequired), u64(input.timestampSeconds), ...proofBytes(input)];
  return instruction(input.programId, 14, data, [
    payer(input.gatewayAuthority),
    readonly(input.config),
    readonly(input.gateway),
    writable(input.subscription),
    readonly(input.registry),
    writable(input.receipt),
    readonly(SystemProgram.programId),
    signerSetAccounts(input.keyForm)[0] ?? readonly(input.programId),
    input.delegate === undefined ? readonly(input.programId) : writable(input.delegate),
  ]);
}

export interface SettleAgentRoundInput extends ProofInput {
  readonly programId: PublicKey;
  readonly gatewayAuthority: PublicKey;
  readonly config: PublicKey;
  readonly gateway: PublicKey;
  readonly payer: PublicKey;
  readonly escrow: PublicKey;
  readonly tokens: PublicKey;
  readonly treasury: PublicKey;
  readonly registry: PublicKey;
  readonly round: PublicKey;
  readonly apiConfigHash: Uint8Array;
  readonly value: Uint8Array;
  readonly signaturesRequired: number;
  readonly timestampSeconds: bigint;
  readonly amount: bigint;
  readonly requestSignature: Uint8Array;
}

export function settleAgentRound(input: SettleAgentRoundInput): TransactionInstruction {
  const data = [
    input.apiConfigHash,
    input.value,
    u8(input.signaturesRequired),
    u64(input.timestampSeconds),
    u64(input.amount),
    input.requestSignature,
    ...proofBytes(input),
  ];
  return instruction(input.programId, 21, data, [
    payer(input.gatewayAuthority),
    readonly(input.config),
    readonly(input.gateway),
    readonly(input.payer),
    writable(input.escrow),
    writable(input.tokens),
    writable(input.treasury),
    readonly(input.registry),
    writable(input.round),
    readonly(TOKEN_PROGRAM),
    readonly(SystemProgram.programId),
    ...signerSetAccounts(input.keyForm),
  ]);
}

export interface SubmitInput extends ProofInput {
  readonly programId: PublicKey;
  readonly payer: PublicKey;
  readonly config: PublicKey;
  readonly registry: PublicKey;
  readonly feed: PublicKey;
  readonly feedOwner: Uint8Array;
  readonly sourceId: Uint8Array;
  readonly value: Uint8Array;
  readonly signaturesRequired: number;
  readonly timestampMs: bigint;
  /** Canonical ApiConfig; empty where it is not shown. */
  readonly text: Uint8Array;
}

export function submit(input: SubmitInput): TransactionInstruction {
  const data = [
    input.feedOwner,
    input.sourceId,
    input.value,
    u8(input.signaturesRequired),
    u64(input.timestampMs),
    u16(input.text.length),
    input.text,
    ...proofBytes(input),
  ];
  return instruction(input.programId, 26, data, [
    payer(input.payer),
    readonly(input.config),
    readonly(input.registry),
    writable(input.feed),
    readonly(SystemProgram.programId),
    ...signerSetAccounts(input.keyForm),
  ]);
}

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

export interface CreateSignerSetInput {
  readonly programId: PublicKey;
  readonly payer: PublicKey;
  readonly registry: PublicKey;
  readonly signerSet: PublicKey;
  readonly aggregateKey: Uint8Array;
  readonly bitmap: Uint8Array;
}

export function createSignerSet(input: CreateSignerSetInput): TransactionInstruction {
  return instruction(
    input.programId,
    27,
    [input.aggregateKey, input.bitmap],
    [payer(input.payer), readonly(input.registry), writable(input.signerSet), readonly(SystemProgram.programId)],
  );
}

export interface CloseRoundInput {
  readonly programId: PublicKey;
  readonly config: PublicKey;
  readonly gateway: PublicKey;
  readonly round: PublicKey;
  readonly recipient: PublicKey;
}

export function closeRound(input: CloseRoundInput): TransactionInstruction {
  const { programId, config, gateway, round, recipient } = input;
  return instruction(programId, 28, [], [readonly(config), readonly(gateway), writable(round), writable(recipient)]);
}

export interface CloseRegistryInput {
  readonly programId: PublicKey;
  readonly config: PublicKey;
  readonly registry: PublicKey;
  readonly recipient: PublicKey;
}

export function closeRegistry(input: CloseRegistryInput): TransactionInstruction {
  const { programId, config, registry, recipient } = input;
  return instruction(programId, 29, [], [readonly(config), writable(registry), writable(recipient)]);
}

export interface CloseSignerSetInput {
  readonly programId: PublicKey;
  readonly registry: PublicKey;
  readonly signerSet: PublicKey;
  readonly recipient: PublicKey;
}

export function closeSignerSet(input: CloseSignerSetInput): TransactionInstruction {
  const { programId, registry, signerSet, recipient } = input;
  return instruction(programId, 30, [], [readonly(registry), writable(signerSet), writable(recipient)]);
}
