// Generated from programs/oracle/idl.json by `pnpm --filter @oracle-gateway/program run idl`. Do not edit.
import { toAddress, type Address } from '../address.js';
import { byteArray } from '../borsh-struct.js';
import { bytesBehind, itemsBehind, openAccount, optionalAddress, optionalBytes } from './account-body.js';

/** Length of every account of the program, in bytes; of an account with items behind it, the fixed part. */
export const ACCOUNT_BYTES = {
  config: 280,
  registry: 40,
  node: 520,
  gateway: 200,
  pendingChange: 64,
  subscription: 168,
  delegate: 136,
  roundReceipt: 80,
  agentEscrow: 112,
  agentRound: 80,
  signerSet: 152,
  feed: 176,
} as const;

/** The first eight bytes of every account of the program, as text. */
export const ACCOUNT_DISCRIMINATORS = {
  config: 'SVC_CFG1',
  registry: 'SVC_REG1',
  node: 'SVC_NOD1',
  gateway: 'SVC_GWY1',
  pendingChange: 'SVC_PCH1',
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
  discriminator: 'SVC_CFG1',
  schema: {
    struct: {
      discriminator: /* @__PURE__ */ byteArray(8),
      bump: 'u8',
      minSigners: 'u8',
      reserved: /* @__PURE__ */ byteArray(6),
      deploymentId: /* @__PURE__ */ byteArray(32),
      authority: /* @__PURE__ */ byteArray(32),
      pendingAuthority: /* @__PURE__ */ byteArray(32),
      mint: /* @__PURE__ */ byteArray(32),
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
      additionsDelaySeconds: 'u64',
      guardian: /* @__PURE__ */ byteArray(32),
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
  /** Seconds that a change which could forge values waits between announcement and effect; 0 = none. */
  readonly additionsDelaySeconds: bigint;
  /** The key that may cancel announced changes beside the administrator. */
  readonly guardian: Address | null;
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
    additionsDelaySeconds: body.additionsDelaySeconds,
    guardian: optionalAddress(body.guardian),
  };
}

const REGISTRY = {
  account: 'Registry',
  discriminator: 'SVC_REG1',
  schema: {
    struct: {
      discriminator: /* @__PURE__ */ byteArray(8),
      bump: 'u8',
      count: 'u8',
      redundancyBuffer: 'u8',
      minSigners: 'u8',
      active: 'u8',
      reserved: /* @__PURE__ */ byteArray(3),
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
  discriminator: 'SVC_NOD1',
  schema: {
    struct: {
      discriminator: /* @__PURE__ */ byteArray(8),
      bump: 'u8',
      index: 'u8',
      reserved: /* @__PURE__ */ byteArray(6),
      publicKey: /* @__PURE__ */ byteArray(64),
      operator: /* @__PURE__ */ byteArray(32),
      encryptionKey: /* @__PURE__ */ byteArray(32),
      previousEncryptionKey: /* @__PURE__ */ byteArray(32),
      encryptionKeyChangedAt: 'i64',
      registeredAt: 'i64',
      endpointLength: 'u8',
      endpoint: /* @__PURE__ */ byteArray(127),
      previousPublicKey: /* @__PURE__ */ byteArray(64),
      publicKeyChangedAt: 'i64',
      previousEndpointLength: 'u8',
      previousEndpoint: /* @__PURE__ */ byteArray(127),
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
  /** The last key that a registry version held before `publicKey`; its node still vouches on other chains. */
  readonly previousPublicKey: Uint8Array | null;
  /** When `previousPublicKey` was replaced. */
  readonly publicKeyChangedAt: bigint;
  /** Bytes of the previous endpoint that count. */
  readonly previousEndpointLength: number;
  /** URL of the node with the previous key, printable ASCII, then zeros. */
  readonly previousEndpoint: Uint8Array;
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
    previousPublicKey: optionalBytes(body.previousPublicKey),
    publicKeyChangedAt: body.publicKeyChangedAt,
    previousEndpointLength: body.previousEndpointLength,
    previousEndpoint: body.previousEndpoint,
  };
}

const GATEWAY = {
  account: 'Gateway',
  discriminator: 'SVC_GWY1',
  schema: {
    struct: {
      discriminator: /* @__PURE__ */ byteArray(8),
      bump: 'u8',
      reserved: /* @__PURE__ */ byteArray(7),
      id: /* @__PURE__ */ byteArray(32),
      authority: /* @__PURE__ */ byteArray(32),
      pendingAuthority: /* @__PURE__ */ byteArray(32),
      rotator: /* @__PURE__ */ byteArray(32),
      rentTo: /* @__PURE__ */ byteArray(32),
      registeredAt: 'i64',
      deactivatedAt: 'i64',
      reactivatedAt: 'i64',
    },
  },
} as const;

/** A registered gateway. The account is its identity: it stays when its keys change. Times are unix seconds, 0 = never. */
export interface GatewayAccount {
  /** The first authority, which the address is derived from. */
  readonly id: Address;
  /** Key of the processes: it signs requests to nodes, and settlements. */
  readonly authority: Address;
  /** Proposed authority. */
  readonly pendingAuthority: Address | null;
  /** Key that may propose another authority; without one, only the administrator may. */
  readonly rotator: Address | null;
  /** Key that gets the rent of closed rounds. */
  readonly rentTo: Address;
  readonly registeredAt: bigint;
  readonly deactivatedAt: bigint;
  readonly reactivatedAt: bigint;
}

/** @throws AccountDecodeError */
export function decodeGateway(data: Uint8Array): GatewayAccount {
  const body = openAccount(GATEWAY, data);
  return {
    id: toAddress(body.id),
    authority: toAddress(body.authority),
    pendingAuthority: optionalAddress(body.pendingAuthority),
    rotator: optionalAddress(body.rotator),
    rentTo: toAddress(body.rentTo),
    registeredAt: body.registeredAt,
    deactivatedAt: body.deactivatedAt,
    reactivatedAt: body.reactivatedAt,
  };
}

const PENDING_CHANGE = {
  account: 'PendingChange',
  discriminator: 'SVC_PCH1',
  schema: {
    struct: {
      discriminator: /* @__PURE__ */ byteArray(8),
      bump: 'u8',
      reserved: /* @__PURE__ */ byteArray(7),
      digest: /* @__PURE__ */ byteArray(32),
      announcedAt: 'i64',
      effectiveAt: 'i64',
    },
  },
  itemBytes: 1,
} as const;

/** An announced change of the administrator, which waits for its time. Times are unix seconds. */
export interface PendingChangeAccount {
  /** keccak256 of the instruction's data, without the keys. */
  readonly digest: Uint8Array;
  readonly announcedAt: bigint;
  /** The change can be made from this time on, for 14 days. */
  readonly effectiveAt: bigint;
  /** Data of the instruction, then the key of each node that it sets, 64 bytes each. */
  readonly change: Uint8Array;
}

/** @throws AccountDecodeError */
export function decodePendingChange(data: Uint8Array): PendingChangeAccount {
  const body = openAccount(PENDING_CHANGE, data);
  return { digest: body.digest, announcedAt: body.announcedAt, effectiveAt: body.effectiveAt, change: bytesBehind(PENDING_CHANGE, data) };
}

const SUBSCRIPTION = {
  account: 'Subscription',
  discriminator: 'SVC_SUB1',
  schema: {
    struct: {
      discriminator: /* @__PURE__ */ byteArray(8),
      bump: 'u8',
      maxSignatures: 'u8',
      reserved: /* @__PURE__ */ byteArray(6),
      owner: /* @__PURE__ */ byteArray(32),
      gateway: /* @__PURE__ */ byteArray(32),
      pendingGateway: /* @__PURE__ */ byteArray(32),
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
  discriminator: 'SVC_DLG1',
  schema: {
    struct: {
      discriminator: /* @__PURE__ */ byteArray(8),
      bump: 'u8',
      maxSignatures: 'u8',
      earlierMaxSignatures: 'u8',
      reserved: /* @__PURE__ */ byteArray(5),
      subscription: /* @__PURE__ */ byteArray(32),
      authority: /* @__PURE__ */ byteArray(32),
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
  discriminator: 'SVC_RCT1',
  schema: {
    struct: {
      discriminator: /* @__PURE__ */ byteArray(8),
      message: /* @__PURE__ */ byteArray(32),
      gateway: /* @__PURE__ */ byteArray(32),
      timestamp: 'u64',
    },
  },
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
  discriminator: 'SVC_ESC1',
  schema: {
    struct: {
      discriminator: /* @__PURE__ */ byteArray(8),
      bump: 'u8',
      tokensBump: 'u8',
      reserved: /* @__PURE__ */ byteArray(6),
      authority: /* @__PURE__ */ byteArray(32),
      gateway: /* @__PURE__ */ byteArray(32),
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
  discriminator: 'SVC_AGR1',
  schema: {
    struct: {
      discriminator: /* @__PURE__ */ byteArray(8),
      message: /* @__PURE__ */ byteArray(32),
      gateway: /* @__PURE__ */ byteArray(32),
      timestamp: 'u64',
    },
  },
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
  discriminator: 'SVC_SST1',
  schema: {
    struct: {
      discriminator: /* @__PURE__ */ byteArray(8),
      bump: 'u8',
      registryBump: 'u8',
      signatures: 'u8',
      reserved: /* @__PURE__ */ byteArray(5),
      registryVersion: 'u64',
      signers: /* @__PURE__ */ byteArray(32),
      payer: /* @__PURE__ */ byteArray(32),
      aggregateKey: /* @__PURE__ */ byteArray(64),
    },
  },
} as const;

/** The verified sum of the keys of one signers bitmap in one registry version. */
export interface SignerSetAccount {
  /** Number of signers. */
  readonly signatures: number;
  readonly registryVersion: bigint;
  /** The signers bitmap (docs/protocol.md#signers-bitmap), 32 bytes. */
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
  discriminator: 'SVC_FED1',
  schema: {
    struct: {
      discriminator: /* @__PURE__ */ byteArray(8),
      bump: 'u8',
      mode: 'u8',
      decimals: 'u8',
      signaturesRequired: 'u8',
      form: 'u8',
      reserved: /* @__PURE__ */ byteArray(3),
      feedId: /* @__PURE__ */ byteArray(32),
      owner: /* @__PURE__ */ byteArray(32),
      sourceId: /* @__PURE__ */ byteArray(32),
      value: /* @__PURE__ */ byteArray(32),
      timestampMs: 'u64',
      observedAtMs: 'u64',
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
  /** 1 = of one source, 2 to 32 = of an index of so many sources; 0 = nothing is known yet. */
  readonly form: number;
  /** 32 bytes. */
  readonly feedId: Uint8Array;
  /** Owner of the feed; none on the pay-per-request path. */
  readonly owner: Address | null;
  /** 32 bytes. */
  readonly sourceId: Uint8Array;
  /** 32 bytes, big-endian. */
  readonly value: Uint8Array;
  /** Unix milliseconds of the request. */
  readonly timestampMs: bigint;
  /** Unix milliseconds: every signer began to fetch at or after it. 0 = no value yet. */
  readonly observedAtMs: bigint;
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
    form: body.form,
    feedId: body.feedId,
    owner: optionalAddress(body.owner),
    sourceId: body.sourceId,
    value: body.value,
    timestampMs: body.timestampMs,
    observedAtMs: body.observedAtMs,
    registryVersion: body.registryVersion,
    slot: body.slot,
  };
}

/** Form of every account of the program. */
export const ACCOUNT_FORMS = {
  config: CONFIG,
  registry: REGISTRY,
  node: NODE,
  gateway: GATEWAY,
  pendingChange: PENDING_CHANGE,
  subscription: SUBSCRIPTION,
  delegate: DELEGATE,
  roundReceipt: ROUND_RECEIPT,
  agentEscrow: AGENT_ESCROW,
  agentRound: AGENT_ROUND,
  signerSet: SIGNER_SET,
  feed: FEED,
} as const;
