import { formatAddress, type Address, type FeedId } from '@oracle-gateway/protocol';
import { BoundedMap } from '@oracle-gateway/protocol/internal';
import {
  decodeConfig,
  decodeDelegate,
  decodeFeed,
  decodeGateway,
  decodeNode,
  decodeRegistry,
  decodeRoundReceipt,
  decodeSubscription,
  feedAddress,
  type ConfigAccount,
  type DelegateAccount,
  type FeedAccount,
  type GatewayAccount,
  type NodeAccount,
  type RegistryAccount,
  type RoundReceiptAccount,
  type SubscriptionAccount,
  type TokenHolding,
} from '@oracle-gateway/protocol/accounts';

import { type AccountAtSlot, createAccountBatch, readBeginning } from './account-batch.js';
import { createBatchReader } from './batch-reader.js';
import { createCachedRead, type CachedRead } from './cached-read.js';
import { readClockSeconds } from './clock-sysvar.js';
import { LedgerUnavailableError, ProtocolNotInitialisedError } from './errors.js';
import { escrowKey, readEscrow, readEscrowRounds, type EscrowName, type EscrowRead, type EscrowRoundsRead } from './escrow-read.js';
import { CLOCK_SYSVAR } from './program-ids.js';
import { rememberedAddresses } from '@oracle-gateway/protocol/instructions';
import { readCount } from './rpc/answers.js';
import type { Commitment } from './rpc/commitment.js';
import { clientOf, type LedgerServer } from './rpc/ledger-server.js';
import { type ChainTip, readTip } from './transaction-history.js';
import { readTreasury } from './treasury-read.js';

/** A value at `slot`; `null` where the oracle program has no such account. */
export interface LedgerRead<T> {
  readonly value: T | null;
  readonly slot: number;
}

/** The receipt of a round. */
export interface ReceiptRead extends LedgerRead<RoundReceiptAccount> {
  /** True: the account exists and belongs to the oracle program. Any key can send lamports to a predictable address. */
  readonly ownerMatches: boolean;
}

/** Names a delegate of the subscription of `subscriptionOwner`. */
export interface DelegateName {
  readonly subscriptionOwner: Address;
  /** The delegate's key. */
  readonly authority: Address;
}

/** `fresh`: the read starts after the call, past the cache. */
export interface ReadOptions {
  readonly fresh?: boolean;
}

/** The settings of the deployment. */
export interface LedgerConfigReader {
  /** Cached for `configTtlMs`. `refresh` bypasses the cache: single flight, rate-limited. Throws ProtocolNotInitialisedError. */
  config(options?: { readonly refresh?: boolean }): Promise<ConfigAccount>;
}

/** The current version of the node registry. */
export interface CurrentRegistryReader {
  /** The version that Config names. `refresh` bypasses the cache: single flight, rate-limited. Throws ProtocolNotInitialisedError. */
  currentRegistry(options?: { readonly refresh?: boolean }): Promise<RegistryAccount>;
}

/** The current version of the node registry, from the cache or past it. */
export interface RegistryReader extends CurrentRegistryReader {
  /**
   * The current version, by a read that starts after this call. Such reads start a second apart, and all calls before a read starts share it.
   * Throws ProtocolNotInitialisedError.
   */
  readCurrentRegistry(): Promise<RegistryAccount>;
}

/** The nodes of a registry version. */
export interface RegistryNodesReader {
  /**
   * Node accounts of the occupied slots of a registry version, by default the current one, ascending. Verify with the registry's keys, not
   * with these.
   */
  nodes(registry?: RegistryAccount): Promise<readonly NodeAccount[]>;
}

/** Gateway accounts. */
export interface GatewayAccountReader {
  /**
   * `alone` is for an address that a stranger named: a call of its own reads no more than a Gateway account has. So an account of any size spoils
   * no other read.
   */
  gateway(address: Address, options?: { readonly alone?: boolean }): Promise<LedgerRead<GatewayAccount>>;
}

/** The token account that collects all payments. */
export interface TreasuryReader {
  /** Holding of the treasury's token account of the protocol's mint; null without such an account. Throws ProtocolNotInitialisedError. */
  treasury(): Promise<TokenHolding | null>;
}

/**
 * Reads the oracle program's accounts through an RPC server. Reads of the same turn share one call. Every method throws
 * LedgerUnavailableError when the server gives no usable answer, and AccountDecodeError when an account breaks the form of docs/protocol.md.
 */
export interface LedgerReader extends LedgerConfigReader, RegistryReader, RegistryNodesReader, GatewayAccountReader, TreasuryReader {
  /** One registry version, cached for `configTtlMs`: its keys never change, its `acceptUntil` changes once. */
  registry(version: bigint): Promise<RegistryAccount | null>;
  /** One Node account without the cache, in the registry or not. */
  node(address: Address): Promise<LedgerRead<NodeAccount>>;
  /** Cached for `subscriptionTtlMs` unless `fresh`. */
  subscription(owner: Address, options?: ReadOptions): Promise<LedgerRead<SubscriptionAccount>>;
  /** Cached for `subscriptionTtlMs` unless `fresh`. */
  delegate(name: DelegateName, options?: ReadOptions): Promise<LedgerRead<DelegateAccount>>;
  /** An escrow and its token account. Cached for `subscriptionTtlMs` unless `fresh`. Throws ProtocolNotInitialisedError. */
  escrow(name: EscrowName, options?: ReadOptions): Promise<EscrowRead>;
  /** Reads the escrow with the accounts of agent rounds, without the cache. Throws ProtocolNotInitialisedError. */
  escrowRounds(name: EscrowName, rounds: readonly Address[]): Promise<EscrowRoundsRead>;
  feed(feedId: FeedId): Promise<LedgerRead<FeedAccount>>;
  receipt(address: Address): Promise<ReceiptRead>;
  /** Reads the lamports of each account at one slot, without the cache. An absent account holds 0. */
  lamports(addresses: readonly Address[]): Promise<{ readonly lamports: readonly bigint[]; readonly slot: number }>;
  /** The ledger's clock in unix seconds, by which the program judges times. */
  clockSeconds(): Promise<number>;
  slot(): Promise<number>;
  /** Slot and height of the newest block, at most 400 ms old. Landings and the life of a blockhash are counted in these. */
  tip(): Promise<ChainTip>;
}

/** The program, the RPC server, and how long values are cached in milliseconds. */
export type LedgerReaderOptions = LedgerServer & {
  readonly programId: Address;
  readonly commitment?: Commitment;
  readonly configTtlMs?: number;
  readonly subscriptionTtlMs?: number;
  /** Shortest time between two refreshes of the registry by callers. */
  readonly minRefreshIntervalMs?: number;
  /** Monotonic clock for ages; the wall clock may be set back. Default: `performance.now`. */
  readonly monotonicMs?: () => number;
  /** Default: a timer. */
  readonly wait?: (ms: number) => Promise<void>;
};

const DEFAULTS = { configTtlMs: 30_000, subscriptionTtlMs: 2_000, minRefreshIntervalMs: 1_000 };
/** One slot: the tip changes no more often. */
const TIP_TTL_MS = 400;
/** More than a Gateway account has: a longer one is not taken for one. */
const BEYOND_GATEWAY_BYTES = 256;
const MAX_CACHED_REGISTRIES = 16;
/** Rounds run under the current version and, for a while after a change, under earlier versions. */
const MAX_CACHED_NODE_LISTS = 4;
const MAX_CACHED_SUBSCRIPTIONS = 10_000;
const MAX_CACHED_DELEGATES = 10_000;
const MAX_CACHED_ESCROWS = 10_000;

/**
 * Reads the program's accounts through a cache. Its calls throw LedgerUnavailableError, and AccountDecodeError for an account of another form.
 *
 * @example
 * const reader = createLedgerReader({ rpcUrl: 'https://rpc.example', programId });
 * const { value: subscription, slot } = await reader.subscription(owner, { fresh: true });
 */
export function createLedgerReader(options: LedgerReaderOptions): LedgerReader {
  const { programId } = options;
  const commitment = options.commitment ?? 'confirmed';
  const monotonicMs = options.monotonicMs ?? (() => performance.now());
  const programOwner = formatAddress(programId);
  const rpc = clientOf(options);

  const readAt = createAccountBatch({ rpc, commitment });

  const readGatewayAlone = (address: Address): Promise<AccountAtSlot> =>
    readBeginning(address, { rpc, commitment, maxBytes: BEYOND_GATEWAY_BYTES });

  const readTogether = createBatchReader({ rpc });

  const readOwn = async <T>(address: Address, decode: (data: Uint8Array) => T, read = readAt): Promise<LedgerRead<T>> => {
    const { account, slot } = await read(address);
    return { value: account?.owner === programOwner ? decode(account.data) : null, slot };
  };

  const cached = <T>(load: () => Promise<T>, ttlMs: number): CachedRead<T> =>
    createCachedRead({
      load,
      ttlMs,
      minRefreshIntervalMs: options.minRefreshIntervalMs ?? DEFAULTS.minRefreshIntervalMs,
      monotonicMs,
      ...(options.wait === undefined ? {} : { wait: options.wait }),
    });
  const configTtlMs = options.configTtlMs ?? DEFAULTS.configTtlMs;
  const subscriptionTtlMs = options.subscriptionTtlMs ?? DEFAULTS.subscriptionTtlMs;

  const loadConfig = async (): Promise<ConfigAccount> => {
    const { value } = await readOwn(rememberedAddresses.config(programId), decodeConfig);
    if (value === null) throw new ProtocolNotInitialisedError('config');
    return value;
  };
  const config = cached(loadConfig, configTtlMs);

  const registries = new BoundedMap<string, CachedRead<RegistryAccount | null>>(MAX_CACHED_REGISTRIES);
  const loadRegistry = async (version: bigint): Promise<RegistryAccount | null> =>
    (await readOwn(rememberedAddresses.registry(programId, version), decodeRegistry)).value;

  let lastVersion = 0n;
  const currentRegistry = cached(async () => {
    // This call also reads the last known version: while it is current, one call gives Config and keys of one slot.
    const [{ registryVersion }, known] = await Promise.all([loadConfig(), lastVersion === 0n ? null : loadRegistry(lastVersion)]);
    if (registryVersion === 0n) throw new ProtocolNotInitialisedError('registry');
    lastVersion = registryVersion;
    const registry = known?.version === registryVersion ? known : await loadRegistry(registryVersion);
    if (registry === null) throw new ProtocolNotInitialisedError('registry');
    return registry;
  }, configTtlMs);

  const loadNodes = async (registry: RegistryAccount): Promise<readonly NodeAccount[]> => {
    const indices = registry.keys.flatMap((key, index) => (key === null ? [] : [index]));
    const reads = await Promise.all(indices.map((index) => readOwn(rememberedAddresses.node(programId, index), decodeNode)));
    return reads.map(({ value }, position) => {
      if (value === null) throw new LedgerUnavailableError('getMultipleAccounts', `no account of node ${indices[position] ?? position}`);
      return value;
    });
  };
  const nodesByVersion = new BoundedMap<string, CachedRead<readonly NodeAccount[]>>(MAX_CACHED_NODE_LISTS);

  const subscriptions = new BoundedMap<string, CachedRead<LedgerRead<SubscriptionAccount>>>(MAX_CACHED_SUBSCRIPTIONS);
  const loadSubscription = (owner: Address): Promise<LedgerRead<SubscriptionAccount>> =>
    readOwn(rememberedAddresses.subscription(programId, owner), decodeSubscription);

  const delegates = new BoundedMap<string, CachedRead<LedgerRead<DelegateAccount>>>(MAX_CACHED_DELEGATES);
  const loadDelegate = ({ subscriptionOwner, authority }: DelegateName): Promise<LedgerRead<DelegateAccount>> =>
    readOwn(rememberedAddresses.delegate(programId, subscriptionOwner, authority), decodeDelegate);

  const escrows = new BoundedMap<string, CachedRead<EscrowRead>>(MAX_CACHED_ESCROWS);
  const mint = async (): Promise<Address> => (await config.get()).mint;
  const escrowDeps = { programId, commitment, mint, readAt, readTogether };

  const tip = cached(() => readTip({ rpc }, commitment), TIP_TTL_MS);

  return {
    config: (options) => config.get(options),
    registry: (version) => registries.getOrCreate(version.toString(), () => cached(() => loadRegistry(version), configTtlMs)).get(),
    currentRegistry: (options) => currentRegistry.get(options),
    readCurrentRegistry: () => currentRegistry.next(),
    async nodes(asked) {
      const registry = asked ?? (await currentRegistry.get());
      return nodesByVersion.getOrCreate(registry.version.toString(), () => cached(() => loadNodes(registry), configTtlMs)).get();
    },
    node: (address) => readOwn(address, decodeNode),
    gateway: (address, { alone = false } = {}) => readOwn(address, decodeGateway, alone ? readGatewayAlone : readAt),
    subscription: (owner, options = {}) =>
      options.fresh === true
        ? loadSubscription(owner)
        : subscriptions.getOrCreate(formatAddress(owner), () => cached(() => loadSubscription(owner), subscriptionTtlMs)).get(),
    delegate(name, options = {}) {
      if (options.fresh === true) return loadDelegate(name);
      const key = `${formatAddress(name.subscriptionOwner)}/${formatAddress(name.authority)}`;
      return delegates.getOrCreate(key, () => cached(() => loadDelegate(name), subscriptionTtlMs)).get();
    },
    escrow: (name, options = {}) =>
      options.fresh === true
        ? readEscrow(name, escrowDeps)
        : escrows.getOrCreate(escrowKey(name), () => cached(() => readEscrow(name, escrowDeps), subscriptionTtlMs)).get(),
    escrowRounds: (name, rounds) => readEscrowRounds(name, rounds, escrowDeps),
    feed: (feedId) => readOwn(feedAddress(programId, feedId), decodeFeed),
    async receipt(address) {
      const { account, slot } = await readAt(address);
      const ownerMatches = account?.owner === programOwner;
      return { value: ownerMatches ? decodeRoundReceipt(account.data) : null, slot, ownerMatches };
    },
    async lamports(addresses) {
      const { accounts, slot } = await readTogether(addresses, commitment);
      return { lamports: addresses.map((_, index) => accounts[index]?.lamports ?? 0n), slot };
    },
    async clockSeconds() {
      const { account } = await readAt(CLOCK_SYSVAR);
      const seconds = account === null ? null : readClockSeconds(account);
      if (seconds === null) throw new LedgerUnavailableError('getAccountInfo', 'no Clock sysvar');
      return Number(seconds);
    },
    slot: async () => readCount(await rpc('getSlot', [{ commitment }]), 'getSlot'),
    tip: () => tip.get(),
    treasury: async () => readTreasury({ programId, mint: await mint() }, { readAt }),
  };
}
