// Generated from programs/oracle/idl.json by `pnpm --filter @oracle-gateway/program run idl`. Do not edit.
import { toAddress, type Address } from '../address.js';
import { byteArray } from '../borsh-struct.js';
import { itemsBehind, openAccount, optionalAddress, optionalBytes } from './account-body.js';

/** Length of every account of the program, in bytes; of an account with items behind it, the fixed part. */
export const ACCOUNT_BYTES = {
  config: 240,
  registry: 40,
  node: 320,
  gateway: 72,
  subscription: 168,
  delegate: 136,
  roundReceipt: 80,
  agentEscrow: 112,
  agentRound: 80,
  signerSet: 152,
  feed: 168,
} as const;

/** The first eight bytes of every account of the program, as text. */
export const ACCOUNT_DISCRIMINATORS = {
  config: 'SVC_CFG1',
  registry: 'SVC_REG1',
  node: 'SVC_NOD1',
  gateway: 'SVC_GWY1',
  subscription: 'SVC_SUB1',
  delegate: 'SVC_DLG1',
  roundReceipt: 'SVC_RCT1',
  agentEscrow: 'SVC_ESC1',
  agentRound: 'SVC_AGR1',
  signerSet: 'SVC_SST1',
  feed: 'SVC_FED1',
} as const;

/** Bytes of each of the keys behind the fixed part of a Registry. */
export const REGISTRY_ITEM_BYTES = 64;

const CONFIG = {
  account: 'Config',
  discriminator: ACCOUNT_DISCRIMINATORS.config,
  schema: {
    struct: {
      discriminator: byteArray(8),
      bump: 'u8',
      minSigners: 'u8',
      reserved: byteArray(6),
      deploymentId: byteArray(32),
      authority: byteArray(32),
      pendingAuthority: byteArray(32),
      mint: byteArray(32),
      registryVersion: 'u64',
      versionGraceSeconds: 'u64',
      settleWindowSeconds: 'u64',
      withdrawDelaySeconds: 'u64',
      x402RoundBase: 'u64',
      rewardPerSignature: 'u64',
      agentRoundBase: 'u64',
      agentRoundPerSig: 'u64',
      subscriptionRoundBase: 'u64',
      subscriptionRoundPerSig: 'u64',
      oldestAcceptedVersion: 'u64',
      settleFloor: 'i64',
    },
  },
} as const;

export interface ConfigBody {
  readonly minSigners: number;
  readonly deploymentId: Uint8Array;
  readonly authority: Address;
  readonly pendingAuthority: Address | null;
  readonly mint: Address;
  readonly registryVersion: bigint;
  readonly versionGraceSeconds: bigint;
  readonly settleWindowSeconds: bigint;
  readonly withdrawDelaySeconds: bigint;
  readonly x402RoundBase: bigint;
  readonly rewardPerSignature: bigint;
  readonly agentRoundBase: bigint;
  readonly agentRoundPerSig: bigint;
  readonly subscriptionRoundBase: bigint;
  readonly subscriptionRoundPerSig: bigint;
  readonly oldestAcceptedVersion: bigint;
  readonly settleFloor: bigint;
}

/** @throws AccountDecodeError */
export function decodeConfigBody(data: Uint8Array): ConfigBody {
  const body = openAccount(CONFIG, data);
  return {
    minSigners: body.minSigners,
    deploymentId: body.deploymentId,
    authority: toAddress(body.authority),
    pendingAuthority: optionalAddress(body.pendingAuthority),
    mint: toAddress(body.mint),
    registryVersion: body.registryVersion,
    versionGraceSeconds: body.versionGraceSeconds,
    settleWindowSeconds: body.settleWindowSeconds,
    withdrawDelaySeconds: body.withdrawDelaySeconds,
    x402RoundBase: body.x402RoundBase,
    rewardPerSignature: body.rewardPerSignature,
    agentRoundBase: body.agentRoundBase,
    agentRoundPerSig: body.agentRoundPerSig,
    subscriptionRoundBase: body.subscriptionRoundBase,
    subscriptionRoundPerSig: body.subscriptionRoundPerSig,
    oldestAcceptedVersion: body.oldestAcceptedVersion,
    settleFloor: body.settleFloor,
  };
}

const REGISTRY = {
  account: 'Registry',
  discriminator: ACCOUNT_DISCRIMINATORS.registry,
  schema: {
    struct: {
      discriminator: byteArray(8),
      bump: 'u8',
      count: 'u8',
      redundancyBuffer: 'u8',
      minSigners: 'u8',
      active: 'u8',
      reserved: byteArray(3),
      version: 'u64',
      createdAt: 'i64',
      acceptUntil: 'i64',
    },
  },
  itemBytes: 64,
} as const;

export interface RegistryBody {
  readonly count: number;
  readonly redundancyBuffer: number;
  readonly minSigners: number;
  readonly active: number;
  readonly version: bigint;
  readonly createdAt: bigint;
  readonly acceptUntil: bigint;
  /** 64 bytes each. */
  readonly keys: readonly Uint8Array[];
}

/** @throws AccountDecodeError */
export function decodeRegistryBody(data: Uint8Array): RegistryBody {
  const body = openAccount(REGISTRY, data);
  return {
    count: body.count,
    redundancyBuffer: body.redundancyBuffer,
    minSigners: body.minSigners,
    active: body.active,
    version: body.version,
    createdAt: body.createdAt,
    acceptUntil: body.acceptUntil,
    keys: itemsBehind(REGISTRY, data),
  };
}

const NODE = {
  account: 'Node',
  discriminator: ACCOUNT_DISCRIMINATORS.node,
  schema: {
    struct: {
      discriminator: byteArray(8),
      bump: 'u8',
      index: 'u8',
      reserved: byteArray(6),
      publicKey: byteArray(64),
      operator: byteArray(32),
      encryptionKey: byteArray(32),
      previousEncryptionKey: byteArray(32),
      encryptionKeyChangedAt: 'i64',
      registeredAt: 'i64',
      endpointLength: 'u8',
      endpoint: byteArray(127),
    },
  },
} as const;

export interface NodeBody {
  readonly index: number;
  readonly publicKey: Uint8Array;
  readonly operator: Address;
  readonly encryptionKey: Uint8Array;
  readonly previousEncryptionKey: Uint8Array | null;
  readonly encryptionKeyChangedAt: bigint;
  readonly registeredAt: bigint;
  readonly endpointLength: number;
  readonly endpoint: Uint8Array;
}

/** @throws AccountDecodeError */
export function decodeNodeBody(data: Uint8Array): NodeBody {
  const body = openAccount(NODE, data);
  return {
    index: body.index,
    publicKey: body.publicKey,
    operator: toAddress(body.operator),
    encryptionKey: body.encryptionKey,
    previousEncryptionKey: optionalBytes(body.previousEncryptionKey),
    encryptionKeyChangedAt: body.encryptionKeyChangedAt,
    registeredAt: body.registeredAt,
    endpointLength: body.endpointLength,
    endpoint: body.endpoint,
  };
}

const GATEWAY = {
  account: 'Gateway',
  discriminator: ACCOUNT_DISCRIMINATORS.gateway,
  schema: {
    struct: {
      discriminator: byteArray(8),
      bump: 'u8',
      reserved: byteArray(7),
      authority: byteArray(32),
      registeredAt: 'i64',
      deactivatedAt: 'i64',
      reactivatedAt: 'i64',
    },
  },
} as const;

export interface GatewayBody {
  readonly authority: Address;
  readonly registeredAt: bigint;
  readonly deactivatedAt: bigint;
  readonly reactivatedAt: bigint;
}

/** @throws AccountDecodeError */
export function decodeGatewayBody(data: Uint8Array): GatewayBody {
  const body = openAccount(GATEWAY, data);
  return {
    authority: toAddress(body.authority),
    registeredAt: body.registeredAt,
    deactivatedAt: body.deactivatedAt,
    reactivatedAt: body.reactivatedAt,
  };
}

const SUBSCRIPTION = {
  account: 'Subscription',
  discriminator: ACCOUNT_DISCRIMINATORS.subscription,
  schema: {
    struct: {
      discriminator: byteArray(8),
      bump: 'u8',
      maxSignatures: 'u8',
      reserved: byteArray(6),
      owner: byteArray(32),
      gateway: byteArray(32),
      pendingGateway: byteArray(32),
      gatewayFrom: 'i64',
      roundsLeft: 'u64',
      expiresAt: 'i64',
      pausedAt: 'i64',
      resumedAt: 'i64',
      openedAt: 'i64',
      changeProposedAt: 'i64',
    },
  },
} as const;

export interface SubscriptionBody {
  readonly maxSignatures: number;
  readonly owner: Address;
  readonly gateway: Address;
  readonly pendingGateway: Address | null;
  readonly gatewayFrom: bigint;
  readonly roundsLeft: bigint;
  readonly expiresAt: bigint;
  readonly pausedAt: bigint;
  readonly resumedAt: bigint;
  readonly openedAt: bigint;
  readonly changeProposedAt: bigint;
}

/** @throws AccountDecodeError */
export function decodeSubscriptionBody(data: Uint8Array): SubscriptionBody {
  const body = openAccount(SUBSCRIPTION, data);
  return {
    maxSignatures: body.maxSignatures,
    owner: toAddress(body.owner),
    gateway: toAddress(body.gateway),
    pendingGateway: optionalAddress(body.pendingGateway),
    gatewayFrom: body.gatewayFrom,
    roundsLeft: body.roundsLeft,
    expiresAt: body.expiresAt,
    pausedAt: body.pausedAt,
    resumedAt: body.resumedAt,
    openedAt: body.openedAt,
    changeProposedAt: body.changeProposedAt,
  };
}

const DELEGATE = {
  account: 'Delegate',
  discriminator: ACCOUNT_DISCRIMINATORS.delegate,
  schema: {
    struct: {
      discriminator: byteArray(8),
      bump: 'u8',
      maxSignatures: 'u8',
      earlierMaxSignatures: 'u8',
      reserved: byteArray(5),
      subscription: byteArray(32),
      authority: byteArray(32),
      rounds: 'u64',
      earlierRounds: 'u64',
      roundsSettled: 'u64',
      loweredAt: 'i64',
      expiresAt: 'i64',
      revokedAt: 'i64',
      addedAt: 'i64',
    },
  },
} as const;

export interface DelegateBody {
  readonly maxSignatures: number;
  readonly earlierMaxSignatures: number;
  readonly subscription: Address;
  readonly authority: Address;
  readonly rounds: bigint;
  readonly earlierRounds: bigint;
  readonly roundsSettled: bigint;
  readonly loweredAt: bigint;
  readonly expiresAt: bigint;
  readonly revokedAt: bigint;
  readonly addedAt: bigint;
}

/** @throws AccountDecodeError */
export function decodeDelegateBody(data: Uint8Array): DelegateBody {
  const body = openAccount(DELEGATE, data);
  return {
    maxSignatures: body.maxSignatures,
    earlierMaxSignatures: body.earlierMaxSignatures,
    subscription: toAddress(body.subscription),
    authority: toAddress(body.authority),
    rounds: body.rounds,
    earlierRounds: body.earlierRounds,
    roundsSettled: body.roundsSettled,
    loweredAt: body.loweredAt,
    expiresAt: body.expiresAt,
    revokedAt: body.revokedAt,
    addedAt: body.addedAt,
  };
}

const ROUND_RECEIPT = {
  account: 'RoundReceipt',
  discriminator: ACCOUNT_DISCRIMINATORS.roundReceipt,
  schema: { struct: { discriminator: byteArray(8), message: byteArray(32), gateway: byteArray(32), timestamp: 'u64' } },
} as const;

export interface RoundReceiptBody {
  readonly message: Uint8Array;
  readonly gateway: Address;
  readonly timestamp: bigint;
}

/** @throws AccountDecodeError */
export function decodeRoundReceiptBody(data: Uint8Array): RoundReceiptBody {
  const body = openAccount(ROUND_RECEIPT, data);
  return { message: body.message, gateway: toAddress(body.gateway), timestamp: body.timestamp };
}

const AGENT_ESCROW = {
  account: 'AgentEscrow',
  discriminator: ACCOUNT_DISCRIMINATORS.agentEscrow,
  schema: {
    struct: {
      discriminator: byteArray(8),
      bump: 'u8',
      tokensBump: 'u8',
      reserved: byteArray(6),
      authority: byteArray(32),
      gateway: byteArray(32),
      pausedAt: 'i64',
      resumedAt: 'i64',
      withdrawRequestedAt: 'i64',
      withdrawableAt: 'i64',
    },
  },
} as const;

export interface AgentEscrowBody {
  readonly authority: Address;
  readonly gateway: Address;
  readonly pausedAt: bigint;
  readonly resumedAt: bigint;
  readonly withdrawRequestedAt: bigint;
  readonly withdrawableAt: bigint;
}

/** @throws AccountDecodeError */
export function decodeAgentEscrowBody(data: Uint8Array): AgentEscrowBody {
  const body = openAccount(AGENT_ESCROW, data);
  return {
    authority: toAddress(body.authority),
    gateway: toAddress(body.gateway),
    pausedAt: body.pausedAt,
    resumedAt: body.resumedAt,
    withdrawRequestedAt: body.withdrawRequestedAt,
    withdrawableAt: body.withdrawableAt,
  };
}

const AGENT_ROUND = {
  account: 'AgentRound',
  discriminator: ACCOUNT_DISCRIMINATORS.agentRound,
  schema: { struct: { discriminator: byteArray(8), message: byteArray(32), gateway: byteArray(32), timestamp: 'u64' } },
} as const;

export interface AgentRoundBody {
  readonly message: Uint8Array;
  readonly gateway: Address;
  readonly timestamp: bigint;
}

/** @throws AccountDecodeError */
export function decodeAgentRoundBody(data: Uint8Array): AgentRoundBody {
  const body = openAccount(AGENT_ROUND, data);
  return { message: body.message, gateway: toAddress(body.gateway), timestamp: body.timestamp };
}

const SIGNER_SET = {
  account: 'SignerSet',
  discriminator: ACCOUNT_DISCRIMINATORS.signerSet,
  schema: {
    struct: {
      discriminator: byteArray(8),
      bump: 'u8',
      registryBump: 'u8',
      signatures: 'u8',
      reserved: byteArray(5),
      registryVersion: 'u64',
      signers: byteArray(32),
      payer: byteArray(32),
      aggregateKey: byteArray(64),
    },
  },
} as const;

export interface SignerSetBody {
  readonly signatures: number;
  readonly registryVersion: bigint;
  readonly signers: Uint8Array;
  readonly payer: Address;
  readonly aggregateKey: Uint8Array;
}

/** @throws AccountDecodeError */
export function decodeSignerSetBody(data: Uint8Array): SignerSetBody {
  const body = openAccount(SIGNER_SET, data);
  return {
    signatures: body.signatures,
    registryVersion: body.registryVersion,
    signers: body.signers,
    payer: toAddress(body.payer),
    aggregateKey: body.aggregateKey,
  };
}

const FEED = {
  account: 'Feed',
  discriminator: ACCOUNT_DISCRIMINATORS.feed,
  schema: {
    struct: {
      discriminator: byteArray(8),
      bump: 'u8',
      mode: 'u8',
      decimals: 'u8',
      signaturesRequired: 'u8',
      reserved: byteArray(4),
      feedId: byteArray(32),
      owner: byteArray(32),
      sourceId: byteArray(32),
      value: byteArray(32),
      timestampMs: 'u64',
      registryVersion: 'u64',
      slot: 'u64',
    },
  },
} as const;

export interface FeedBody {
  readonly mode: number;
  readonly decimals: number;
  readonly signaturesRequired: number;
  readonly feedId: Uint8Array;
  readonly owner: Address | null;
  readonly sourceId: Uint8Array;
  readonly value: Uint8Array;
  readonly timestampMs: bigint;
  readonly registryVersion: bigint;
  readonly slot: bigint;
}

/** @throws AccountDecodeError */
export function decodeFeedBody(data: Uint8Array): FeedBody {
  const body = openAccount(FEED, data);
  return {
    mode: body.mode,
    decimals: body.decimals,
    signaturesRequired: body.signaturesRequired,
    feedId: body.feedId,
    owner: optionalAddress(body.owner),
    sourceId: body.sourceId,
    value: body.value,
    timestampMs: body.timestampMs,
    registryVersion: body.registryVersion,
    slot: body.slot,
  };
}
