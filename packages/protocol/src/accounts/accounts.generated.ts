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

/** Settings of one deployment. Prices are atomic units of the mint. */
export interface ConfigBody {
  /** Smallest quorum; every new registry version takes it over. */
  readonly minSigners: number;
  /** Hash of the program's id and its network; part of every signed message. */
  readonly deploymentId: Uint8Array;
  /** The administrator. */
  readonly authority: Address;
  /** Proposed administrator. */
  readonly pendingAuthority: Address | null;
  /** Mint of the stablecoin that rounds are paid in. */
  readonly mint: Address;
  /** The current version; 0 = no registry yet. */
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
  /** Lower versions settle no more, whatever their `acceptUntil`; 0 = no emergency yet. */
  readonly oldestAcceptedVersion: bigint;
  /** Unix seconds: no round with an earlier timestamp settles any more, even under a larger settle window; 0 = no bound yet. */
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

/** One version of the node registry. The place of a key is the index of its node, in every version. */
export interface RegistryBody {
  /** Number of places, removed nodes included. */
  readonly count: number;
  /** Number of nodes that a round may ask beyond the quorum. */
  readonly redundancyBuffer: number;
  /** Smallest quorum of a round in this version. */
  readonly minSigners: number;
  /** Number of keys that are not removed. */
  readonly active: number;
  readonly version: bigint;
  /** Unix seconds. */
  readonly createdAt: bigint;
  /**
   * Unix seconds; 2^63 − 1 while this is the current version. An emergency ends older versions sooner: see `oldestAcceptedVersion` of
   * Config.
   */
  readonly acceptUntil: bigint;
  /** Px ‖ Py, 64 bytes each; zeros = removed. */
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

/** Data of a node beside its place in the registry. Times are unix seconds. */
export interface NodeBody {
  readonly index: number;
  /** Px ‖ Py, 64 bytes: the key of the last proof of possession. */
  readonly publicKey: Uint8Array;
  /** Key of the operator. */
  readonly operator: Address;
  /** X25519 public key, 32 bytes. */
  readonly encryptionKey: Uint8Array;
  /** The encryption key before the last change. */
  readonly previousEncryptionKey: Uint8Array | null;
  readonly encryptionKeyChangedAt: bigint;
  readonly registeredAt: bigint;
  /** Bytes of the endpoint that count. */
  readonly endpointLength: number;
  /** URL, printable ASCII, then zeros. */
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

/** A registered gateway. Times are unix seconds, 0 = never. */
export interface GatewayAccount {
  readonly authority: Address;
  readonly registeredAt: bigint;
  readonly deactivatedAt: bigint;
  readonly reactivatedAt: bigint;
}

/** @throws AccountDecodeError */
export function decodeGateway(data: Uint8Array): GatewayAccount {
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

/** Prepaid rounds at one gateway. Times are unix seconds, 0 = never. */
export interface SubscriptionAccount {
  /** Largest quorum of its rounds. */
  readonly maxSignatures: number;
  readonly owner: Address;
  /** Gateway account that may serve it. */
  readonly gateway: Address;
  /** Proposed next Gateway account. While a change is pending, no gateway may serve the subscription. */
  readonly pendingGateway: Address | null;
  /** Earliest timestamp of a round that `gateway` may serve. */
  readonly gatewayFrom: bigint;
  readonly roundsLeft: bigint;
  readonly expiresAt: bigint;
  readonly pausedAt: bigint;
  readonly resumedAt: bigint;
  readonly openedAt: bigint;
  /** When the pending change was proposed. */
  readonly changeProposedAt: bigint;
}

/** @throws AccountDecodeError */
export function decodeSubscription(data: Uint8Array): SubscriptionAccount {
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

/** A key that may use rounds of another key's subscription. Times are unix seconds, 0 = never. */
export interface DelegateAccount {
  /** Largest quorum of the delegate. */
  readonly maxSignatures: number;
  /** `maxSignatures` of rounds before `loweredAt`. */
  readonly earlierMaxSignatures: number;
  /** Subscription account that pays for its rounds. */
  readonly subscription: Address;
  /** The delegate's key. */
  readonly authority: Address;
  /** Rounds that the delegate may use in total, settled ones included. */
  readonly rounds: bigint;
  /** `rounds` for rounds before `loweredAt`. */
  readonly earlierRounds: bigint;
  readonly roundsSettled: bigint;
  /** When a bound was last lowered: rounds served before settle under the earlier bounds. */
  readonly loweredAt: bigint;
  readonly expiresAt: bigint;
  readonly revokedAt: bigint;
  readonly addedAt: bigint;
}

/** @throws AccountDecodeError */
export function decodeDelegate(data: Uint8Array): DelegateAccount {
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

/** Proof that a round was settled. A round counts as settled only if its receipt holds the round's own message. */
export interface RoundReceiptAccount {
  /** The attestation message `m`, 32 bytes. */
  readonly message: Uint8Array;
  /** Gateway account that settled it. */
  readonly gateway: Address;
  /** Unix seconds. */
  readonly timestamp: bigint;
}

/** @throws AccountDecodeError */
export function decodeRoundReceipt(data: Uint8Array): RoundReceiptAccount {
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

/**
 * The deposit of a payer with one gateway; the tokens are in the escrow's associated token account. While the account does not
 * exist, the authority is the payer and the escrow is active. Times are unix seconds, 0 = never.
 */
export interface AgentEscrowAccount {
  /** The payer. */
  readonly authority: Address;
  /** Gateway account that may settle against it. */
  readonly gateway: Address;
  readonly pausedAt: bigint;
  readonly resumedAt: bigint;
  /** 0 = no request. */
  readonly withdrawRequestedAt: bigint;
  /** The earliest time of a withdrawal, fixed by the request. */
  readonly withdrawableAt: bigint;
}

/** @throws AccountDecodeError */
export function decodeAgentEscrow(data: Uint8Array): AgentEscrowAccount {
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

/** Proof that an agent round was settled. A round counts as settled only if its account holds the round's own message. */
export interface AgentRoundAccount {
  /** The attestation message `m`, 32 bytes. */
  readonly message: Uint8Array;
  /** Gateway account that settled it. */
  readonly gateway: Address;
  /** Unix seconds. */
  readonly timestamp: bigint;
}

/** @throws AccountDecodeError */
export function decodeAgentRound(data: Uint8Array): AgentRoundAccount {
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

/** The verified sum of the keys of one signers bitmap in one registry version. */
export interface SignerSetAccount {
  /** Number of signers. */
  readonly signatures: number;
  readonly registryVersion: bigint;
  /** The signers bitmap (interface §2.5), 32 bytes. */
  readonly signers: Uint8Array;
  /** The payer, which gets the lamports back. */
  readonly payer: Address;
  /** Px ‖ Py of the sum, 64 bytes. */
  readonly aggregateKey: Uint8Array;
}

/** @throws AccountDecodeError */
export function decodeSignerSet(data: Uint8Array): SignerSetAccount {
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

/** The latest attested value of a feed. Any account may submit it. */
export interface FeedBody {
  /** Packing of `value`: 0 = unknown, 1 = exact, 2 = tolerance. */
  readonly mode: number;
  /** Decimal places of `value`, once the mode is known. */
  readonly decimals: number;
  /** Number of nodes that signed `value`. */
  readonly signaturesRequired: number;
  /** 32 bytes. */
  readonly feedId: Uint8Array;
  /** Owner of the feed; none on the pay-per-request path. */
  readonly owner: Address | null;
  /** 32 bytes. */
  readonly sourceId: Uint8Array;
  /** 32 bytes, big-endian. */
  readonly value: Uint8Array;
  /** Unix milliseconds of the attestation. */
  readonly timestampMs: bigint;
  /** Registry version whose nodes signed. */
  readonly registryVersion: bigint;
  /** Slot in which it was written. */
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
