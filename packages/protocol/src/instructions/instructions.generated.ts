// Generated from programs/oracle/idl.json by `pnpm --filter @oracle-gateway/program run idl`. Do not edit.
import type { Address } from '../address.js';
import type { LedgerInstruction } from './instruction.js';
import { byteArray } from '../borsh-struct.js';
import { encodeStruct } from '../encode-struct.js';
import { payer, readonly, signer, writable } from './instruction.js';
import { SYSTEM_PROGRAM, TOKEN_PROGRAM } from './program-ids.js';
import { derivedAddresses } from './remembered-addresses.js';

/** Accounts and fields of `initialise` (docs/protocol.md#instructions-of-the-program). */
export interface InitialiseInput {
  readonly programId: Address;
  readonly upgradeAuthority: Address;
  readonly programData: Address;
  /** Mint of the stablecoin. */
  readonly mint: Address;
  /** 32 bytes. */
  readonly networkHash: Uint8Array;
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
  readonly additionsDelaySeconds: bigint;
  readonly guardian: Address;
}

const INITIALISE = {
  struct: {
    tag: 'u8',
    networkHash: /* @__PURE__ */ byteArray(32),
    minSigners: 'u8',
    versionGraceSeconds: 'u64',
    settleWindowSeconds: 'u64',
    withdrawDelaySeconds: 'u64',
    x402RoundBase: 'u64',
    rewardPerSignature: 'u64',
    agentRoundBase: 'u64',
    agentRoundPerSig: 'u64',
    subscriptionRoundBase: 'u64',
    subscriptionRoundPerSig: 'u64',
    additionsDelaySeconds: 'u64',
    guardian: /* @__PURE__ */ byteArray(32),
  },
} as const;

/** Tag 0. Creates the Config account. */
export function initialise(input: InitialiseInput): LedgerInstruction {
  const { programId } = input;
  const config = derivedAddresses.config(programId);
  return {
    programId,
    accounts: [
      payer(input.upgradeAuthority),
      writable(config),
      readonly(input.programData),
      readonly(input.mint),
      readonly(SYSTEM_PROGRAM),
    ],
    data: encodeStruct(INITIALISE, {
      tag: 0,
      networkHash: input.networkHash,
      minSigners: input.minSigners,
      versionGraceSeconds: input.versionGraceSeconds,
      settleWindowSeconds: input.settleWindowSeconds,
      withdrawDelaySeconds: input.withdrawDelaySeconds,
      x402RoundBase: input.x402RoundBase,
      rewardPerSignature: input.rewardPerSignature,
      agentRoundBase: input.agentRoundBase,
      agentRoundPerSig: input.agentRoundPerSig,
      subscriptionRoundBase: input.subscriptionRoundBase,
      subscriptionRoundPerSig: input.subscriptionRoundPerSig,
      additionsDelaySeconds: input.additionsDelaySeconds,
      guardian: input.guardian,
    }),
  };
}

/** Accounts and fields of `updateConfig` (docs/protocol.md#instructions-of-the-program). */
export interface UpdateConfigInput {
  readonly programId: Address;
  readonly authority: Address;
  readonly pendingChange?: Address | undefined;
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
  readonly additionsDelaySeconds: bigint;
  readonly guardian: Address;
}

/** Data of the instruction, as a Borsh struct. */
export const UPDATE_CONFIG = {
  struct: {
    tag: 'u8',
    minSigners: 'u8',
    versionGraceSeconds: 'u64',
    settleWindowSeconds: 'u64',
    withdrawDelaySeconds: 'u64',
    x402RoundBase: 'u64',
    rewardPerSignature: 'u64',
    agentRoundBase: 'u64',
    agentRoundPerSig: 'u64',
    subscriptionRoundBase: 'u64',
    subscriptionRoundPerSig: 'u64',
    additionsDelaySeconds: 'u64',
    guardian: /* @__PURE__ */ byteArray(32),
  },
} as const;

/** Tag 1. Replaces every setting. */
export function updateConfig(input: UpdateConfigInput): LedgerInstruction {
  const { programId } = input;
  const config = derivedAddresses.config(programId);
  return {
    programId,
    accounts: [payer(input.authority), writable(config), ...(input.pendingChange === undefined ? [] : [writable(input.pendingChange)])],
    data: encodeStruct(UPDATE_CONFIG, {
      tag: 1,
      minSigners: input.minSigners,
      versionGraceSeconds: input.versionGraceSeconds,
      settleWindowSeconds: input.settleWindowSeconds,
      withdrawDelaySeconds: input.withdrawDelaySeconds,
      x402RoundBase: input.x402RoundBase,
      rewardPerSignature: input.rewardPerSignature,
      agentRoundBase: input.agentRoundBase,
      agentRoundPerSig: input.agentRoundPerSig,
      subscriptionRoundBase: input.subscriptionRoundBase,
      subscriptionRoundPerSig: input.subscriptionRoundPerSig,
      additionsDelaySeconds: input.additionsDelaySeconds,
      guardian: input.guardian,
    }),
  };
}

/** Accounts and fields of `proposeAuthority` (docs/protocol.md#instructions-of-the-program). */
export interface ProposeAuthorityInput {
  readonly programId: Address;
  readonly authority: Address;
  readonly pendingChange?: Address | undefined;
  readonly newAuthority: Address;
}

/** Data of the instruction, as a Borsh struct. */
export const PROPOSE_AUTHORITY = { struct: { tag: 'u8', newAuthority: /* @__PURE__ */ byteArray(32) } } as const;

/** Tag 2. Proposes another administrator, the first of two steps. A zero key withdraws the proposal. */
export function proposeAuthority(input: ProposeAuthorityInput): LedgerInstruction {
  const { programId } = input;
  const config = derivedAddresses.config(programId);
  return {
    programId,
    accounts: [payer(input.authority), writable(config), ...(input.pendingChange === undefined ? [] : [writable(input.pendingChange)])],
    data: encodeStruct(PROPOSE_AUTHORITY, { tag: 2, newAuthority: input.newAuthority }),
  };
}

/** Accounts and fields of `acceptAuthority` (docs/protocol.md#instructions-of-the-program). */
export interface AcceptAuthorityInput {
  readonly programId: Address;
  readonly pendingAuthority: Address;
}

const ACCEPT_AUTHORITY = { struct: { tag: 'u8' } } as const;

/** Tag 3. Makes the proposed key the administrator, the second of two steps. */
export function acceptAuthority(input: AcceptAuthorityInput): LedgerInstruction {
  const { programId } = input;
  const config = derivedAddresses.config(programId);
  return {
    programId,
    accounts: [signer(input.pendingAuthority), writable(config)],
    data: encodeStruct(ACCEPT_AUTHORITY, { tag: 3 }),
  };
}

/** Accounts and fields of `withdrawTreasury` (docs/protocol.md#instructions-of-the-program). */
export interface WithdrawTreasuryInput {
  readonly programId: Address;
  readonly authority: Address;
  /** Token account that receives. */
  readonly destination: Address;
  /** Atomic units. */
  readonly amountAtomic: bigint;
  /** Mint of the stablecoin. */
  readonly mint: Address;
}

const WITHDRAW_TREASURY = { struct: { tag: 'u8', amountAtomic: 'u64' } } as const;

/** Tag 4. Moves collected fees from the treasury to a token account. */
export function withdrawTreasury(input: WithdrawTreasuryInput): LedgerInstruction {
  const { programId } = input;
  const config = derivedAddresses.config(programId);
  const treasury = derivedAddresses.associatedToken(config, input.mint);
  return {
    programId,
    accounts: [signer(input.authority), readonly(config), writable(treasury), writable(input.destination), readonly(TOKEN_PROGRAM)],
    data: encodeStruct(WITHDRAW_TREASURY, { tag: 4, amountAtomic: input.amountAtomic }),
  };
}

/** Accounts and fields of `registerNode` (docs/protocol.md#instructions-of-the-program). */
export interface RegisterNodeInput {
  readonly programId: Address;
  readonly authority: Address;
  readonly currentRegistry: Address;
  readonly index: number;
  /** 64 bytes. */
  readonly publicKey: Uint8Array;
  /** 32 bytes. */
  readonly encryptionKey: Uint8Array;
  readonly operator: Address;
  /** 32 bytes. */
  readonly proofS: Uint8Array;
  /** 20 bytes. */
  readonly proofCommitment: Uint8Array;
  readonly endpoint: Uint8Array;
}

/** Tag 5. Checks a proof of possession and writes the Node account. The node enters a registry version through `change_registry`. */
export function registerNode(input: RegisterNodeInput): LedgerInstruction {
  const { programId } = input;
  const config = derivedAddresses.config(programId);
  const node = derivedAddresses.node(programId, input.index);
  const schema = {
    struct: {
      tag: 'u8',
      index: 'u8',
      publicKey: byteArray(64),
      encryptionKey: byteArray(32),
      operator: byteArray(32),
      proofS: byteArray(32),
      proofCommitment: byteArray(20),
      'endpoint length': 'u8',
      endpoint: byteArray(input.endpoint.length),
    },
  } as const;
  return {
    programId,
    accounts: [payer(input.authority), readonly(config), writable(node), readonly(input.currentRegistry), readonly(SYSTEM_PROGRAM)],
    data: encodeStruct(schema, {
      tag: 5,
      index: input.index,
      publicKey: input.publicKey,
      encryptionKey: input.encryptionKey,
      operator: input.operator,
      proofS: input.proofS,
      proofCommitment: input.proofCommitment,
      'endpoint length': input.endpoint.length,
      endpoint: input.endpoint,
    }),
  };
}

/** Accounts and fields of `changeRegistry` (docs/protocol.md#instructions-of-the-program). */
export interface ChangeRegistryInput {
  readonly programId: Address;
  readonly authority: Address;
  readonly currentRegistry: Address;
  readonly newRegistry: Address;
  readonly redundancyBuffer: number;
  readonly emergency: number;
  readonly changeCount: number;
  readonly changes: Uint8Array;
  readonly pendingChangeAndNodes: readonly Address[];
}

/** Tag 6. Creates the next registry version. */
export function changeRegistry(input: ChangeRegistryInput): LedgerInstruction {
  const { programId } = input;
  const config = derivedAddresses.config(programId);
  const schema = {
    struct: { tag: 'u8', redundancyBuffer: 'u8', emergency: 'u8', changeCount: 'u8', changes: byteArray(input.changes.length) },
  } as const;
  return {
    programId,
    accounts: [
      payer(input.authority),
      writable(config),
      writable(input.currentRegistry),
      writable(input.newRegistry),
      readonly(SYSTEM_PROGRAM),
      ...input.pendingChangeAndNodes.map(readonly),
    ],
    data: encodeStruct(schema, {
      tag: 6,
      redundancyBuffer: input.redundancyBuffer,
      emergency: input.emergency,
      changeCount: input.changeCount,
      changes: input.changes,
    }),
  };
}

/** Accounts and fields of `registerGateway` (docs/protocol.md#instructions-of-the-program). */
export interface RegisterGatewayInput {
  readonly programId: Address;
  readonly authority: Address;
  readonly gatewayAuthority: Address;
  readonly rotator: Address;
  readonly rentTo: Address;
}

const REGISTER_GATEWAY = {
  struct: {
    tag: 'u8',
    gatewayAuthority: /* @__PURE__ */ byteArray(32),
    rotator: /* @__PURE__ */ byteArray(32),
    rentTo: /* @__PURE__ */ byteArray(32),
  },
} as const;

/** Tag 7. Creates the Gateway account whose first authority is this key. */
export function registerGateway(input: RegisterGatewayInput): LedgerInstruction {
  const { programId } = input;
  const config = derivedAddresses.config(programId);
  const gateway = derivedAddresses.gateway(programId, input.gatewayAuthority);
  return {
    programId,
    accounts: [payer(input.authority), readonly(config), writable(gateway), readonly(SYSTEM_PROGRAM)],
    data: encodeStruct(REGISTER_GATEWAY, {
      tag: 7,
      gatewayAuthority: input.gatewayAuthority,
      rotator: input.rotator,
      rentTo: input.rentTo,
    }),
  };
}

/** Accounts and fields of `setGatewayStatus` (docs/protocol.md#instructions-of-the-program). */
export interface SetGatewayStatusInput {
  readonly programId: Address;
  readonly authority: Address;
  readonly gateway: Address;
  readonly status: number;
}

const SET_GATEWAY_STATUS = { struct: { tag: 'u8', status: 'u8' } } as const;

/** Tag 8. Takes a gateway out of service, or puts it back into service. */
export function setGatewayStatus(input: SetGatewayStatusInput): LedgerInstruction {
  const { programId } = input;
  const config = derivedAddresses.config(programId);
  return {
    programId,
    accounts: [signer(input.authority), readonly(config), writable(input.gateway)],
    data: encodeStruct(SET_GATEWAY_STATUS, { tag: 8, status: input.status }),
  };
}

/** Accounts and fields of `openSubscription` (docs/protocol.md#instructions-of-the-program). */
export interface OpenSubscriptionInput {
  readonly programId: Address;
  readonly owner: Address;
  readonly gateway: Address;
  /** Largest quorum. */
  readonly maxSignatures: number;
  readonly rounds: bigint;
  /** Unix seconds. */
  readonly expiresAtSeconds: bigint;
  /** Atomic units; the program refuses a higher price. */
  readonly maxAmountAtomic: bigint;
  /** Version of the registry account. */
  readonly registryVersion: bigint;
  /** Mint of the stablecoin. */
  readonly mint: Address;
}

const OPEN_SUBSCRIPTION = {
  struct: { tag: 'u8', maxSignatures: 'u8', rounds: 'u64', expiresAtSeconds: 'i64', maxAmountAtomic: 'u64' },
} as const;

/** Tag 9. Opens a subscription. The owner pays the price and the rent. */
export function openSubscription(input: OpenSubscriptionInput): LedgerInstruction {
  const { programId } = input;
  const config = derivedAddresses.config(programId);
  const subscription = derivedAddresses.subscription(programId, input.owner);
  const currentRegistry = derivedAddresses.registry(programId, input.registryVersion);
  const ownerTokenAccount = derivedAddresses.associatedToken(input.owner, input.mint);
  const treasury = derivedAddresses.associatedToken(config, input.mint);
  return {
    programId,
    accounts: [
      payer(input.owner),
      readonly(config),
      writable(subscription),
      readonly(input.gateway),
      readonly(currentRegistry),
      writable(ownerTokenAccount),
      writable(treasury),
      readonly(TOKEN_PROGRAM),
      readonly(SYSTEM_PROGRAM),
    ],
    data: encodeStruct(OPEN_SUBSCRIPTION, {
      tag: 9,
      maxSignatures: input.maxSignatures,
      rounds: input.rounds,
      expiresAtSeconds: input.expiresAtSeconds,
      maxAmountAtomic: input.maxAmountAtomic,
    }),
  };
}

/** Accounts and fields of `renewSubscription` (docs/protocol.md#instructions-of-the-program). */
export interface RenewSubscriptionInput {
  readonly programId: Address;
  readonly owner: Address;
  readonly rounds: bigint;
  /** Unix seconds. */
  readonly expiresAtSeconds: bigint;
  /** Atomic units; the program refuses a higher price. */
  readonly maxAmountAtomic: bigint;
  /** Version of the registry account. */
  readonly registryVersion: bigint;
  /** Mint of the stablecoin. */
  readonly mint: Address;
}

const RENEW_SUBSCRIPTION = { struct: { tag: 'u8', rounds: 'u64', expiresAtSeconds: 'i64', maxAmountAtomic: 'u64' } } as const;

/** Tag 10. Adds rounds to a subscription and moves its expiry, which never becomes earlier. */
export function renewSubscription(input: RenewSubscriptionInput): LedgerInstruction {
  const { programId } = input;
  const config = derivedAddresses.config(programId);
  const subscription = derivedAddresses.subscription(programId, input.owner);
  const currentRegistry = derivedAddresses.registry(programId, input.registryVersion);
  const ownerTokenAccount = derivedAddresses.associatedToken(input.owner, input.mint);
  const treasury = derivedAddresses.associatedToken(config, input.mint);
  return {
    programId,
    accounts: [
      signer(input.owner),
      readonly(config),
      writable(subscription),
      readonly(currentRegistry),
      writable(ownerTokenAccount),
      writable(treasury),
      readonly(TOKEN_PROGRAM),
    ],
    data: encodeStruct(RENEW_SUBSCRIPTION, {
      tag: 10,
      rounds: input.rounds,
      expiresAtSeconds: input.expiresAtSeconds,
      maxAmountAtomic: input.maxAmountAtomic,
    }),
  };
}

/** Accounts and fields of `pauseSubscription` (docs/protocol.md#instructions-of-the-program). */
export interface PauseSubscriptionInput {
  readonly programId: Address;
  readonly owner: Address;
}

const PAUSE_SUBSCRIPTION = { struct: { tag: 'u8' } } as const;

/** Tag 11. Pauses a subscription. Rounds up to 600 s after this time still settle. */
export function pauseSubscription(input: PauseSubscriptionInput): LedgerInstruction {
  const { programId } = input;
  const config = derivedAddresses.config(programId);
  const subscription = derivedAddresses.subscription(programId, input.owner);
  return {
    programId,
    accounts: [signer(input.owner), readonly(config), writable(subscription)],
    data: encodeStruct(PAUSE_SUBSCRIPTION, { tag: 11 }),
  };
}

/** Accounts and fields of `resumeSubscription` (docs/protocol.md#instructions-of-the-program). */
export interface ResumeSubscriptionInput {
  readonly programId: Address;
  readonly owner: Address;
}

const RESUME_SUBSCRIPTION = { struct: { tag: 'u8' } } as const;

/** Tag 12. Ends the pause of a subscription. */
export function resumeSubscription(input: ResumeSubscriptionInput): LedgerInstruction {
  const { programId } = input;
  const config = derivedAddresses.config(programId);
  const subscription = derivedAddresses.subscription(programId, input.owner);
  return {
    programId,
    accounts: [signer(input.owner), readonly(config), writable(subscription)],
    data: encodeStruct(RESUME_SUBSCRIPTION, { tag: 12 }),
  };
}

/** Accounts and fields of `changeSubscriptionGateway` (docs/protocol.md#instructions-of-the-program). */
export interface ChangeSubscriptionGatewayInput {
  readonly programId: Address;
  readonly owner: Address;
  readonly newGateway: Address;
}

const CHANGE_SUBSCRIPTION_GATEWAY = { struct: { tag: 'u8' } } as const;

/** Tag 13. Proposes the next gateway of a subscription, the first of two steps. The present gateway stops serving; its rounds up to 600 s after this time still settle. Proposing the present gateway withdraws the proposal. */
export function changeSubscriptionGateway(input: ChangeSubscriptionGatewayInput): LedgerInstruction {
  const { programId } = input;
  const config = derivedAddresses.config(programId);
  const subscription = derivedAddresses.subscription(programId, input.owner);
  return {
    programId,
    accounts: [signer(input.owner), readonly(config), writable(subscription), readonly(input.newGateway)],
    data: encodeStruct(CHANGE_SUBSCRIPTION_GATEWAY, { tag: 13 }),
  };
}

/** Accounts and fields of `settleRound` (docs/protocol.md#instructions-of-the-program). */
export interface SettleRoundInput {
  readonly programId: Address;
  readonly gatewayAuthority: Address;
  readonly payer: Address;
  readonly gateway: Address;
  readonly receipt: Address;
  readonly signerSet?: Address | undefined;
  readonly delegate?: Address | undefined;
  /** 32 bytes. */
  readonly sourceId: Uint8Array;
  /** 32 bytes. */
  readonly value: Uint8Array;
  readonly signaturesRequired: number;
  readonly form: number;
  /** Unix seconds. */
  readonly timestampSeconds: bigint;
  readonly observedAtMs: bigint;
  /** 32 bytes. */
  readonly s: Uint8Array;
  /** 20 bytes. */
  readonly commitment: Uint8Array;
  readonly keyForm: number;
  readonly keyAndBitmap: Uint8Array;
  readonly subscriptionOwner: Address;
  /** Version of the registry account. */
  readonly registryVersion: bigint;
}

/** Tag 14. Verifies a round, writes its receipt, and takes its units off the subscription and off the delegate that asked for it. */
export function settleRound(input: SettleRoundInput): LedgerInstruction {
  const { programId } = input;
  const config = derivedAddresses.config(programId);
  const subscription = derivedAddresses.subscription(programId, input.subscriptionOwner);
  const registry = derivedAddresses.registry(programId, input.registryVersion);
  const schema = {
    struct: {
      tag: 'u8',
      sourceId: byteArray(32),
      value: byteArray(32),
      signaturesRequired: 'u8',
      form: 'u8',
      timestampSeconds: 'u64',
      observedAtMs: 'u64',
      s: byteArray(32),
      commitment: byteArray(20),
      keyForm: 'u8',
      keyAndBitmap: byteArray(input.keyAndBitmap.length),
    },
  } as const;
  return {
    programId,
    accounts: [
      signer(input.gatewayAuthority),
      payer(input.payer),
      readonly(config),
      readonly(input.gateway),
      writable(subscription),
      readonly(registry),
      writable(input.receipt),
      readonly(SYSTEM_PROGRAM),
      input.signerSet === undefined ? readonly(programId) : readonly(input.signerSet),
      input.delegate === undefined ? readonly(programId) : writable(input.delegate),
    ],
    data: encodeStruct(schema, {
      tag: 14,
      sourceId: input.sourceId,
      value: input.value,
      signaturesRequired: input.signaturesRequired,
      form: input.form,
      timestampSeconds: input.timestampSeconds,
      observedAtMs: input.observedAtMs,
      s: input.s,
      commitment: input.commitment,
      keyForm: input.keyForm,
      keyAndBitmap: input.keyAndBitmap,
    }),
  };
}

/** Accounts and fields of `confirmSubscriptionGateway` (docs/protocol.md#instructions-of-the-program). */
export interface ConfirmSubscriptionGatewayInput {
  readonly programId: Address;
  readonly signer: Address;
  readonly oldGateway: Address;
  readonly newGateway: Address;
  readonly subscriptionOwner: Address;
}

const CONFIRM_SUBSCRIPTION_GATEWAY = { struct: { tag: 'u8' } } as const;

/** Tag 15. Replaces the gateway of a subscription by the proposed one, the second of two steps. The old gateway's authority signs at any time, the owner once the old gateway can settle nothing more. */
export function confirmSubscriptionGateway(input: ConfirmSubscriptionGatewayInput): LedgerInstruction {
  const { programId } = input;
  const config = derivedAddresses.config(programId);
  const subscription = derivedAddresses.subscription(programId, input.subscriptionOwner);
  return {
    programId,
    accounts: [signer(input.signer), readonly(config), writable(subscription), readonly(input.oldGateway), readonly(input.newGateway)],
    data: encodeStruct(CONFIRM_SUBSCRIPTION_GATEWAY, { tag: 15 }),
  };
}

/** Accounts and fields of `upgradeSubscription` (docs/protocol.md#instructions-of-the-program). */
export interface UpgradeSubscriptionInput {
  readonly programId: Address;
  readonly owner: Address;
  /** Largest quorum. */
  readonly maxSignatures: number;
  /** Atomic units; the program refuses a higher price. */
  readonly maxAmountAtomic: bigint;
  /** Version of the registry account. */
  readonly registryVersion: bigint;
  /** Mint of the stablecoin. */
  readonly mint: Address;
}

const UPGRADE_SUBSCRIPTION = { struct: { tag: 'u8', maxSignatures: 'u8', maxAmountAtomic: 'u64' } } as const;

/** Tag 16. Raises the largest quorum of a subscription. The price is that of the additional signatures of all rounds left. */
export function upgradeSubscription(input: UpgradeSubscriptionInput): LedgerInstruction {
  const { programId } = input;
  const config = derivedAddresses.config(programId);
  const subscription = derivedAddresses.subscription(programId, input.owner);
  const currentRegistry = derivedAddresses.registry(programId, input.registryVersion);
  const ownerTokenAccount = derivedAddresses.associatedToken(input.owner, input.mint);
  const treasury = derivedAddresses.associatedToken(config, input.mint);
  return {
    programId,
    accounts: [
      signer(input.owner),
      readonly(config),
      writable(subscription),
      readonly(currentRegistry),
      writable(ownerTokenAccount),
      writable(treasury),
      readonly(TOKEN_PROGRAM),
    ],
    data: encodeStruct(UPGRADE_SUBSCRIPTION, { tag: 16, maxSignatures: input.maxSignatures, maxAmountAtomic: input.maxAmountAtomic }),
  };
}

/** Accounts and fields of `addDelegate` (docs/protocol.md#instructions-of-the-program). */
export interface AddDelegateInput {
  readonly programId: Address;
  readonly owner: Address;
  readonly authority: Address;
  readonly rounds: bigint;
  /** Largest quorum. */
  readonly maxSignatures: number;
  /** Unix seconds. */
  readonly expiresAtSeconds: bigint;
}

const ADD_DELEGATE = {
  struct: { tag: 'u8', authority: /* @__PURE__ */ byteArray(32), rounds: 'u64', maxSignatures: 'u8', expiresAtSeconds: 'i64' },
} as const;

/** Tag 17. Lets another key use rounds of a subscription. The owner pays the rent. */
export function addDelegate(input: AddDelegateInput): LedgerInstruction {
  const { programId } = input;
  const config = derivedAddresses.config(programId);
  const subscription = derivedAddresses.subscription(programId, input.owner);
  const delegate = derivedAddresses.delegate(programId, subscription, input.authority);
  return {
    programId,
    accounts: [payer(input.owner), readonly(config), readonly(subscription), writable(delegate), readonly(SYSTEM_PROGRAM)],
    data: encodeStruct(ADD_DELEGATE, {
      tag: 17,
      authority: input.authority,
      rounds: input.rounds,
      maxSignatures: input.maxSignatures,
      expiresAtSeconds: input.expiresAtSeconds,
    }),
  };
}

/** Accounts and fields of `boundDelegate` (docs/protocol.md#instructions-of-the-program). */
export interface BoundDelegateInput {
  readonly programId: Address;
  readonly owner: Address;
  readonly rounds: bigint;
  /** Largest quorum. */
  readonly maxSignatures: number;
  /** Unix seconds. */
  readonly expiresAtSeconds: bigint;
  readonly authority: Address;
}

const BOUND_DELEGATE = { struct: { tag: 'u8', rounds: 'u64', maxSignatures: 'u8', expiresAtSeconds: 'i64' } } as const;

/** Tag 18. Replaces all bounds of a delegate. Rounds that were served under larger bounds still settle. */
export function boundDelegate(input: BoundDelegateInput): LedgerInstruction {
  const { programId } = input;
  const config = derivedAddresses.config(programId);
  const subscription = derivedAddresses.subscription(programId, input.owner);
  const delegate = derivedAddresses.delegate(programId, subscription, input.authority);
  return {
    programId,
    accounts: [signer(input.owner), readonly(config), readonly(subscription), writable(delegate)],
    data: encodeStruct(BOUND_DELEGATE, {
      tag: 18,
      rounds: input.rounds,
      maxSignatures: input.maxSignatures,
      expiresAtSeconds: input.expiresAtSeconds,
    }),
  };
}

/** Accounts and fields of `revokeDelegate` (docs/protocol.md#instructions-of-the-program). */
export interface RevokeDelegateInput {
  readonly programId: Address;
  readonly owner: Address;
  readonly authority: Address;
}

const REVOKE_DELEGATE = { struct: { tag: 'u8' } } as const;

/** Tag 19. Ends a delegate for good. Rounds that were served before still settle. */
export function revokeDelegate(input: RevokeDelegateInput): LedgerInstruction {
  const { programId } = input;
  const config = derivedAddresses.config(programId);
  const subscription = derivedAddresses.subscription(programId, input.owner);
  const delegate = derivedAddresses.delegate(programId, subscription, input.authority);
  return {
    programId,
    accounts: [signer(input.owner), readonly(config), readonly(subscription), writable(delegate)],
    data: encodeStruct(REVOKE_DELEGATE, { tag: 19 }),
  };
}

/** Accounts and fields of `closeDelegate` (docs/protocol.md#instructions-of-the-program). */
export interface CloseDelegateInput {
  readonly programId: Address;
  readonly owner: Address;
  readonly authority: Address;
}

const CLOSE_DELEGATE = { struct: { tag: 'u8' } } as const;

/** Tag 20. Closes a revoked or expired delegate that has nothing left to settle. The owner gets the lamports. */
export function closeDelegate(input: CloseDelegateInput): LedgerInstruction {
  const { programId } = input;
  const config = derivedAddresses.config(programId);
  const subscription = derivedAddresses.subscription(programId, input.owner);
  const delegate = derivedAddresses.delegate(programId, subscription, input.authority);
  return {
    programId,
    accounts: [payer(input.owner), readonly(config), readonly(subscription), writable(delegate)],
    data: encodeStruct(CLOSE_DELEGATE, { tag: 20 }),
  };
}

/** Accounts and fields of `settleAgentRound` (docs/protocol.md#instructions-of-the-program). */
export interface SettleAgentRoundInput {
  readonly programId: Address;
  readonly gatewayAuthority: Address;
  readonly feePayer: Address;
  readonly gateway: Address;
  readonly payer: Address;
  readonly round: Address;
  readonly signerSet?: Address | undefined;
  /** 32 bytes. */
  readonly sourceId: Uint8Array;
  /** 32 bytes. */
  readonly value: Uint8Array;
  readonly signaturesRequired: number;
  readonly form: number;
  /** Unix seconds. */
  readonly canonicalTimestampSeconds: bigint;
  readonly observedAtMs: bigint;
  /** Atomic units. */
  readonly amountAtomic: bigint;
  /** 64 bytes. */
  readonly requestSignature: Uint8Array;
  /** 32 bytes. */
  readonly s: Uint8Array;
  /** 20 bytes. */
  readonly commitment: Uint8Array;
  readonly keyForm: number;
  readonly keyAndBitmap: Uint8Array;
  /** Mint of the stablecoin. */
  readonly mint: Address;
  /** Version of the registry account. */
  readonly registryVersion: bigint;
}

/** Tag 21. Verifies an agent round and its payer's request, moves the amount to the treasury, and writes the round's account. */
export function settleAgentRound(input: SettleAgentRoundInput): LedgerInstruction {
  const { programId } = input;
  const config = derivedAddresses.config(programId);
  const escrow = derivedAddresses.agentEscrow(programId, input.payer, input.gateway);
  const escrowTokenAccount = derivedAddresses.associatedToken(escrow, input.mint);
  const treasury = derivedAddresses.associatedToken(config, input.mint);
  const registry = derivedAddresses.registry(programId, input.registryVersion);
  const schema = {
    struct: {
      tag: 'u8',
      sourceId: byteArray(32),
      value: byteArray(32),
      signaturesRequired: 'u8',
      form: 'u8',
      canonicalTimestampSeconds: 'u64',
      observedAtMs: 'u64',
      amountAtomic: 'u64',
      requestSignature: byteArray(64),
      s: byteArray(32),
      commitment: byteArray(20),
      keyForm: 'u8',
      keyAndBitmap: byteArray(input.keyAndBitmap.length),
    },
  } as const;
  return {
    programId,
    accounts: [
      signer(input.gatewayAuthority),
      payer(input.feePayer),
      readonly(config),
      readonly(input.gateway),
      readonly(input.payer),
      writable(escrow),
      writable(escrowTokenAccount),
      writable(treasury),
      readonly(registry),
      writable(input.round),
      readonly(TOKEN_PROGRAM),
      readonly(SYSTEM_PROGRAM),
      ...(input.signerSet === undefined ? [] : [readonly(input.signerSet)]),
    ],
    data: encodeStruct(schema, {
      tag: 21,
      sourceId: input.sourceId,
      value: input.value,
      signaturesRequired: input.signaturesRequired,
      form: input.form,
      canonicalTimestampSeconds: input.canonicalTimestampSeconds,
      observedAtMs: input.observedAtMs,
      amountAtomic: input.amountAtomic,
      requestSignature: input.requestSignature,
      s: input.s,
      commitment: input.commitment,
      keyForm: input.keyForm,
      keyAndBitmap: input.keyAndBitmap,
    }),
  };
}

/** Accounts and fields of `pauseEscrow` (docs/protocol.md#instructions-of-the-program). */
export interface PauseEscrowInput {
  readonly programId: Address;
  readonly payer: Address;
  readonly gateway: Address;
}

const PAUSE_ESCROW = { struct: { tag: 'u8' } } as const;

/** Tag 22. Pauses an escrow, and creates its account if it does not exist. Rounds up to 600 s after this time still settle. */
export function pauseEscrow(input: PauseEscrowInput): LedgerInstruction {
  const { programId } = input;
  const config = derivedAddresses.config(programId);
  const escrow = derivedAddresses.agentEscrow(programId, input.payer, input.gateway);
  return {
    programId,
    accounts: [payer(input.payer), readonly(config), readonly(input.gateway), writable(escrow), readonly(SYSTEM_PROGRAM)],
    data: encodeStruct(PAUSE_ESCROW, { tag: 22 }),
  };
}

/** Accounts and fields of `resumeEscrow` (docs/protocol.md#instructions-of-the-program). */
export interface ResumeEscrowInput {
  readonly programId: Address;
  readonly payer: Address;
  readonly gateway: Address;
}

const RESUME_ESCROW = { struct: { tag: 'u8' } } as const;

/** Tag 23. Ends the pause of an escrow, and a request to withdraw with it. */
export function resumeEscrow(input: ResumeEscrowInput): LedgerInstruction {
  const { programId } = input;
  const config = derivedAddresses.config(programId);
  const escrow = derivedAddresses.agentEscrow(programId, input.payer, input.gateway);
  return {
    programId,
    accounts: [signer(input.payer), readonly(config), writable(escrow)],
    data: encodeStruct(RESUME_ESCROW, { tag: 23 }),
  };
}

/** Accounts and fields of `requestWithdraw` (docs/protocol.md#instructions-of-the-program). */
export interface RequestWithdrawInput {
  readonly programId: Address;
  readonly payer: Address;
  readonly gateway: Address;
}

const REQUEST_WITHDRAW = { struct: { tag: 'u8' } } as const;

/** Tag 24. Pauses an escrow, creates its account if it does not exist, and starts the delay after which the payer may withdraw. */
export function requestWithdraw(input: RequestWithdrawInput): LedgerInstruction {
  const { programId } = input;
  const config = derivedAddresses.config(programId);
  const escrow = derivedAddresses.agentEscrow(programId, input.payer, input.gateway);
  return {
    programId,
    accounts: [payer(input.payer), readonly(config), readonly(input.gateway), writable(escrow), readonly(SYSTEM_PROGRAM)],
    data: encodeStruct(REQUEST_WITHDRAW, { tag: 24 }),
  };
}

/** Accounts and fields of `withdrawEscrow` (docs/protocol.md#instructions-of-the-program). */
export interface WithdrawEscrowInput {
  readonly programId: Address;
  readonly payer: Address;
  /** Token account that receives. */
  readonly destination: Address;
  /** Atomic units. */
  readonly amountAtomic: bigint;
  readonly gateway: Address;
  /** Mint of the stablecoin. */
  readonly mint: Address;
}

const WITHDRAW_ESCROW = { struct: { tag: 'u8', amountAtomic: 'u64' } } as const;

/** Tag 25. Pays the payer from the escrow, after the delay and once no round served before can settle any more. */
export function withdrawEscrow(input: WithdrawEscrowInput): LedgerInstruction {
  const { programId } = input;
  const config = derivedAddresses.config(programId);
  const escrow = derivedAddresses.agentEscrow(programId, input.payer, input.gateway);
  const escrowTokenAccount = derivedAddresses.associatedToken(escrow, input.mint);
  return {
    programId,
    accounts: [
      signer(input.payer),
      readonly(config),
      readonly(escrow),
      writable(escrowTokenAccount),
      writable(input.destination),
      readonly(TOKEN_PROGRAM),
    ],
    data: encodeStruct(WITHDRAW_ESCROW, { tag: 25, amountAtomic: input.amountAtomic }),
  };
}

/** Accounts and fields of `submit` (docs/protocol.md#instructions-of-the-program). */
export interface SubmitInput {
  readonly programId: Address;
  readonly payer: Address;
  readonly feed: Address;
  readonly signerSet?: Address | undefined;
  readonly feedOwner: Address;
  /** 32 bytes. */
  readonly sourceId: Uint8Array;
  /** 32 bytes. */
  readonly value: Uint8Array;
  readonly signaturesRequired: number;
  readonly form: number;
  /** Unix milliseconds. */
  readonly timestampMs: bigint;
  readonly observedAtMs: bigint;
  /** 32 bytes. */
  readonly s: Uint8Array;
  /** 20 bytes. */
  readonly commitment: Uint8Array;
  readonly keyForm: number;
  readonly keyAndBitmap: Uint8Array;
  /** Version of the registry account. */
  readonly registryVersion: bigint;
}

/** Tag 26. Writes an attested value to its feed, unless the feed has one that is as new. */
export function submit(input: SubmitInput): LedgerInstruction {
  const { programId } = input;
  const config = derivedAddresses.config(programId);
  const registry = derivedAddresses.registry(programId, input.registryVersion);
  const schema = {
    struct: {
      tag: 'u8',
      feedOwner: byteArray(32),
      sourceId: byteArray(32),
      value: byteArray(32),
      signaturesRequired: 'u8',
      form: 'u8',
      timestampMs: 'u64',
      observedAtMs: 'u64',
      s: byteArray(32),
      commitment: byteArray(20),
      keyForm: 'u8',
      keyAndBitmap: byteArray(input.keyAndBitmap.length),
    },
  } as const;
  return {
    programId,
    accounts: [
      payer(input.payer),
      readonly(config),
      readonly(registry),
      writable(input.feed),
      readonly(SYSTEM_PROGRAM),
      ...(input.signerSet === undefined ? [] : [readonly(input.signerSet)]),
    ],
    data: encodeStruct(schema, {
      tag: 26,
      feedOwner: input.feedOwner,
      sourceId: input.sourceId,
      value: input.value,
      signaturesRequired: input.signaturesRequired,
      form: input.form,
      timestampMs: input.timestampMs,
      observedAtMs: input.observedAtMs,
      s: input.s,
      commitment: input.commitment,
      keyForm: input.keyForm,
      keyAndBitmap: input.keyAndBitmap,
    }),
  };
}

/** Accounts and fields of `createSignerSet` (docs/protocol.md#instructions-of-the-program). */
export interface CreateSignerSetInput {
  readonly programId: Address;
  readonly payer: Address;
  /** 32 bytes. */
  readonly aggregateX: Uint8Array;
  /** 32 bytes. */
  readonly aggregateY: Uint8Array;
  readonly bitmap: Uint8Array;
  /** Version of the registry account. */
  readonly registryVersion: bigint;
  /** 32 bytes. */
  readonly signersBitmap: Uint8Array;
}

/** Tag 27. Verifies and keeps the sum of the signers' keys, for every instruction that brings an attestation by these signers. */
export function createSignerSet(input: CreateSignerSetInput): LedgerInstruction {
  const { programId } = input;
  const registry = derivedAddresses.registry(programId, input.registryVersion);
  const signerSet = derivedAddresses.signerSet(programId, input.registryVersion, input.signersBitmap);
  const schema = {
    struct: { tag: 'u8', aggregateX: byteArray(32), aggregateY: byteArray(32), bitmap: byteArray(input.bitmap.length) },
  } as const;
  return {
    programId,
    accounts: [payer(input.payer), readonly(registry), writable(signerSet), readonly(SYSTEM_PROGRAM)],
    data: encodeStruct(schema, { tag: 27, aggregateX: input.aggregateX, aggregateY: input.aggregateY, bitmap: input.bitmap }),
  };
}

/** Accounts and fields of `closeRound` (docs/protocol.md#instructions-of-the-program). */
export interface CloseRoundInput {
  readonly programId: Address;
  readonly gateway: Address;
  readonly round: Address;
  readonly rentTo: Address;
}

const CLOSE_ROUND = { struct: { tag: 'u8' } } as const;

/** Tag 28. Closes the account of a round that can never settle again. Any key may send it; the key that the gateway names gets the lamports. */
export function closeRound(input: CloseRoundInput): LedgerInstruction {
  const { programId } = input;
  const config = derivedAddresses.config(programId);
  return {
    programId,
    accounts: [readonly(config), readonly(input.gateway), writable(input.round), writable(input.rentTo)],
    data: encodeStruct(CLOSE_ROUND, { tag: 28 }),
  };
}

/** Accounts and fields of `closeRegistry` (docs/protocol.md#instructions-of-the-program). */
export interface CloseRegistryInput {
  readonly programId: Address;
  readonly authority: Address;
  /** Version of the registry account. */
  readonly registryVersion: bigint;
}

const CLOSE_REGISTRY = { struct: { tag: 'u8' } } as const;

/** Tag 29. Closes a registry version that no round settles against, 30 days after its last settlement. Any key may send it; the administrator gets the lamports. */
export function closeRegistry(input: CloseRegistryInput): LedgerInstruction {
  const { programId } = input;
  const config = derivedAddresses.config(programId);
  const registry = derivedAddresses.registry(programId, input.registryVersion);
  return {
    programId,
    accounts: [readonly(config), writable(registry), writable(input.authority)],
    data: encodeStruct(CLOSE_REGISTRY, { tag: 29 }),
  };
}

/** Accounts and fields of `closeSignerSet` (docs/protocol.md#instructions-of-the-program). */
export interface CloseSignerSetInput {
  readonly programId: Address;
  readonly recipient: Address;
  /** Version of the registry account. */
  readonly registryVersion: bigint;
  /** 32 bytes. */
  readonly signersBitmap: Uint8Array;
}

const CLOSE_SIGNER_SET = { struct: { tag: 'u8' } } as const;

/** Tag 30. Closes a signer set whose registry version is over. Any key may send it; the payer of the signer set gets the lamports. */
export function closeSignerSet(input: CloseSignerSetInput): LedgerInstruction {
  const { programId } = input;
  const registry = derivedAddresses.registry(programId, input.registryVersion);
  const signerSet = derivedAddresses.signerSet(programId, input.registryVersion, input.signersBitmap);
  return {
    programId,
    accounts: [readonly(registry), writable(signerSet), writable(input.recipient)],
    data: encodeStruct(CLOSE_SIGNER_SET, { tag: 30 }),
  };
}

/** Accounts and fields of `updateGateway` (docs/protocol.md#instructions-of-the-program). */
export interface UpdateGatewayInput {
  readonly programId: Address;
  readonly signer: Address;
  readonly gateway: Address;
  readonly rotator: Address;
  readonly rentTo: Address;
}

const UPDATE_GATEWAY = { struct: { tag: 'u8', rotator: /* @__PURE__ */ byteArray(32), rentTo: /* @__PURE__ */ byteArray(32) } } as const;

/** Tag 31. Replaces the rotator of a gateway, and the key that gets the rent of its closed rounds. */
export function updateGateway(input: UpdateGatewayInput): LedgerInstruction {
  const { programId } = input;
  const config = derivedAddresses.config(programId);
  return {
    programId,
    accounts: [signer(input.signer), readonly(config), writable(input.gateway)],
    data: encodeStruct(UPDATE_GATEWAY, { tag: 31, rotator: input.rotator, rentTo: input.rentTo }),
  };
}

/** Accounts and fields of `proposeGatewayAuthority` (docs/protocol.md#instructions-of-the-program). */
export interface ProposeGatewayAuthorityInput {
  readonly programId: Address;
  readonly signer: Address;
  readonly gateway: Address;
  readonly newAuthority: Address;
}

const PROPOSE_GATEWAY_AUTHORITY = { struct: { tag: 'u8', newAuthority: /* @__PURE__ */ byteArray(32) } } as const;

/** Tag 32. Proposes another authority of a gateway, the first of two steps. A zero key withdraws the proposal. */
export function proposeGatewayAuthority(input: ProposeGatewayAuthorityInput): LedgerInstruction {
  const { programId } = input;
  const config = derivedAddresses.config(programId);
  return {
    programId,
    accounts: [signer(input.signer), readonly(config), writable(input.gateway)],
    data: encodeStruct(PROPOSE_GATEWAY_AUTHORITY, { tag: 32, newAuthority: input.newAuthority }),
  };
}

/** Accounts and fields of `acceptGatewayAuthority` (docs/protocol.md#instructions-of-the-program). */
export interface AcceptGatewayAuthorityInput {
  readonly programId: Address;
  readonly pendingAuthority: Address;
  readonly gateway: Address;
}

const ACCEPT_GATEWAY_AUTHORITY = { struct: { tag: 'u8' } } as const;

/** Tag 33. Makes the proposed key the authority of a gateway, the second of two steps. */
export function acceptGatewayAuthority(input: AcceptGatewayAuthorityInput): LedgerInstruction {
  const { programId } = input;

  return {
    programId,
    accounts: [signer(input.pendingAuthority), writable(input.gateway)],
    data: encodeStruct(ACCEPT_GATEWAY_AUTHORITY, { tag: 33 }),
  };
}

/** Accounts and fields of `announceChange` (docs/protocol.md#instructions-of-the-program). */
export interface AnnounceChangeInput {
  readonly programId: Address;
  readonly authority: Address;
  readonly change: Uint8Array;
  /** 32 bytes. */
  readonly digest: Uint8Array;
  readonly nodes: readonly Address[];
}

/** Tag 34. Announces a change that could forge values. It can be made once the delay of the deployment is over. */
export function announceChange(input: AnnounceChangeInput): LedgerInstruction {
  const { programId } = input;
  const config = derivedAddresses.config(programId);
  const pendingChange = derivedAddresses.pendingChange(programId, input.digest);
  const schema = { struct: { tag: 'u8', change: byteArray(input.change.length) } } as const;
  return {
    programId,
    accounts: [payer(input.authority), readonly(config), writable(pendingChange), readonly(SYSTEM_PROGRAM), ...input.nodes.map(readonly)],
    data: encodeStruct(schema, { tag: 34, change: input.change }),
  };
}

/** Accounts and fields of `cancelChange` (docs/protocol.md#instructions-of-the-program). */
export interface CancelChangeInput {
  readonly programId: Address;
  readonly signer: Address;
  /** 32 bytes. */
  readonly digest: Uint8Array;
}

const CANCEL_CHANGE = { struct: { tag: 'u8' } } as const;

/** Tag 35. Cancels an announced change. */
export function cancelChange(input: CancelChangeInput): LedgerInstruction {
  const { programId } = input;
  const config = derivedAddresses.config(programId);
  const pendingChange = derivedAddresses.pendingChange(programId, input.digest);
  return {
    programId,
    accounts: [payer(input.signer), readonly(config), writable(pendingChange)],
    data: encodeStruct(CANCEL_CHANGE, { tag: 35 }),
  };
}

/** Accounts and fields of `showSource` (docs/protocol.md#instructions-of-the-program). */
export interface ShowSourceInput {
  readonly programId: Address;
  readonly payer: Address;
  readonly feed: Address;
  readonly owner: Address;
  readonly signaturesRequired: number;
  readonly text: Uint8Array;
}

/** Tag 36. Shows the text of a source or index, so that its feed says how values are packed; creates the feed if it does not exist. */
export function showSource(input: ShowSourceInput): LedgerInstruction {
  const { programId } = input;
  const schema = { struct: { tag: 'u8', owner: byteArray(32), signaturesRequired: 'u8', text: byteArray(input.text.length) } } as const;
  return {
    programId,
    accounts: [payer(input.payer), writable(input.feed), readonly(SYSTEM_PROGRAM)],
    data: encodeStruct(schema, { tag: 36, owner: input.owner, signaturesRequired: input.signaturesRequired, text: input.text }),
  };
}

/** Accounts and fields of `submitMany` (docs/protocol.md#instructions-of-the-program). */
export interface SubmitManyInput {
  readonly programId: Address;
  readonly payer: Address;
  readonly owner: Address;
  /** 32 bytes. */
  readonly sourceId: Uint8Array;
  readonly signaturesRequired: number;
  /** Unix milliseconds. */
  readonly timestampMs: bigint;
  readonly observedAtMs: bigint;
  readonly sources: number;
  readonly shown: number;
  readonly groupsAndProof: Uint8Array;
  /** Version of the registry account. */
  readonly registryVersion: bigint;
  readonly signerSetAndFeeds: readonly Address[];
}

/** Tag 37. Writes values of a list to their feeds under one signature, each unless its feed has one that is as new. */
export function submitMany(input: SubmitManyInput): LedgerInstruction {
  const { programId } = input;
  const config = derivedAddresses.config(programId);
  const registry = derivedAddresses.registry(programId, input.registryVersion);
  const schema = {
    struct: {
      tag: 'u8',
      owner: byteArray(32),
      sourceId: byteArray(32),
      signaturesRequired: 'u8',
      timestampMs: 'u64',
      observedAtMs: 'u64',
      sources: 'u8',
      shown: 'u8',
      groupsAndProof: byteArray(input.groupsAndProof.length),
    },
  } as const;
  return {
    programId,
    accounts: [
      payer(input.payer),
      readonly(config),
      readonly(registry),
      readonly(SYSTEM_PROGRAM),
      ...input.signerSetAndFeeds.map(readonly),
    ],
    data: encodeStruct(schema, {
      tag: 37,
      owner: input.owner,
      sourceId: input.sourceId,
      signaturesRequired: input.signaturesRequired,
      timestampMs: input.timestampMs,
      observedAtMs: input.observedAtMs,
      sources: input.sources,
      shown: input.shown,
      groupsAndProof: input.groupsAndProof,
    }),
  };
}

/** A builder for each instruction of the program. */
export const generatedInstructions = {
  initialise,
  updateConfig,
  proposeAuthority,
  acceptAuthority,
  withdrawTreasury,
  registerNode,
  changeRegistry,
  registerGateway,
  setGatewayStatus,
  openSubscription,
  renewSubscription,
  pauseSubscription,
  resumeSubscription,
  changeSubscriptionGateway,
  settleRound,
  confirmSubscriptionGateway,
  upgradeSubscription,
  addDelegate,
  boundDelegate,
  revokeDelegate,
  closeDelegate,
  settleAgentRound,
  pauseEscrow,
  resumeEscrow,
  requestWithdraw,
  withdrawEscrow,
  submit,
  createSignerSet,
  closeRound,
  closeRegistry,
  closeSignerSet,
  updateGateway,
  proposeGatewayAuthority,
  acceptGatewayAuthority,
  announceChange,
  cancelChange,
  showSource,
  submitMany,
} as const;
