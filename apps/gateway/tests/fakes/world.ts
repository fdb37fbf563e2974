import { generateKeyPairSync, type KeyPairKeyObjectResult } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { TokenHolding } from '@oracle-gateway/ledger';
import { createHttpClient, type HttpClient } from '@oracle-gateway/gateway-api/testing';
import { connectRedis, createOutbox, IDENTITY_TTL_SECONDS, type Outbox, outboxPrefix, RESULT_TTL_SECONDS } from '@oracle-gateway/outbox';
import { type Address, deriveDeploymentId, formatAddress, NO_OWNER, type RoundId, toAddress } from '@oracle-gateway/protocol';
import {
  type AgentEscrowAccount,
  type DelegateAccount,
  configAddress,
  gatewayAddress,
  type RegistryAccount,
  subscriptionAddress,
  type SubscriptionAccount,
} from '@oracle-gateway/protocol/accounts';
import { createCatalogue, type Provider } from '@oracle-gateway/providers';
import type { Redis } from 'ioredis';
import { inject } from 'vitest';
import { freePort } from '@oracle-gateway/dev-servers';
import { type Config, createGateway, type Gateway, type Keypair, type Overrides, readKeypair, type Secrets } from '../../src/index.js';
import { createConsumer, type Consumer } from './consumer.js';
import { createPayer, type Payer } from './payer.js';
import { encryptionPair } from './encryption-pair.js';
import type { TestNodeFault } from './faults.js';
import { gatewayAccount, nodeAccount } from './ledger-accounts.js';
import { fakeLedger, type LedgerState } from './ledger.js';
import { captureLog, type LogCapture } from './log-capture.js';
import { streamsAtStart } from './streams-to.js';
import { undeclaredRefusals } from './undeclared-answers.js';
import { startTestNode, type TestNode } from './test-node.js';

export const NETWORK = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1';
export const PUBLIC_ORIGIN = 'https://oracle.example';
const X402_SETTINGS = {
  network: NETWORK,
  publicOrigin: PUBLIC_ORIGIN,
  maxInFlightPerPayer: 8,
  maxTimeoutSeconds: 60,
  bazaar: false,
} as const;
/** It has `swagger-ui-dist`, so tests need no build of the gateway. */
const NODE_MODULES = fileURLToPath(new URL('../../node_modules/', import.meta.url));
/** The ledger's form of no key. */
const NO_KEY = new Uint8Array(32);
const FAR_FUTURE = 4_000_000_000n;
export const PROGRAM_ID = toAddress(new Uint8Array(32).fill(7));
export const MINT = toAddress(new Uint8Array(32).fill(8));

export interface World {
  readonly url: string;
  readonly metricsUrl: string;
  readonly http: HttpClient;
  readonly gateway: Gateway;
  readonly gatewayPda: Address;
  readonly gatewayText: string;
  /** The secret half, as the text that must never appear in a log. */
  readonly keypairText: string;
  readonly ledger: LedgerState;
  readonly nodes: readonly TestNode[];
  readonly redis: Redis;
  readonly outbox: Outbox;
  readonly log: LogCapture;
  readonly config: Config;
  readonly secrets: Secrets;
  /** A consumer with a subscription of its own. */
  subscriber(changes?: Partial<SubscriptionAccount>, keys?: KeyPairKeyObjectResult): Consumer;
  /** A delegate of a subscription; its requests name the owner. */
  delegateOf(owner: Consumer, changes?: Partial<DelegateAccount>): Consumer;
  /** A payer whose escrow holds so many atomic units; null: nothing is there. */
  payer(balanceAtomic: bigint | null, changes?: Partial<AgentEscrowAccount>, keys?: KeyPairKeyObjectResult): Payer;
  /** The ledger settles a served agent round: its account is there and its price gone. The outbox hears nothing. */
  settleOnLedger(payer: Payer, roundId: string): Promise<void>;
  metrics(): Promise<string>;
  /** A second gateway process of the same keypair, on the same Redis. The world closes it too. */
  sibling(overrides?: Overrides, changes?: Partial<Config>): Promise<{ readonly url: string; close(): Promise<void> }>;
  /** Throws where the gateway has answered with a code that its contract does not declare there. */
  close(): Promise<void>;
}

export interface WorldOptions {
  readonly nodeCount?: number;
  /** Faults of nodes before the gateway starts, by index. */
  readonly faults?: Readonly<Record<number, TestNodeFault>>;
  readonly minSigners?: number;
  readonly redundancyBuffer?: number;
  /** Default: the world starts with a stream to each node. Otherwise nodes let no stream in, and the ledger names no key of them. */
  readonly transport?: 'stream' | 'http';
  /** Nodes give commitments in advance. Otherwise each round takes two exchanges. Default: true. */
  readonly commitsInAdvance?: boolean;
  readonly rounds?: Partial<Config['rounds']>;
  readonly simulate?: Partial<Config['simulate']>;
  readonly snapshots?: Partial<Config['snapshots']>;
  readonly outbox?: Partial<Config['outbox']>;
  readonly agent?: Partial<Config['agent']>;
  readonly sessions?: Partial<Config['sessions']>;
  readonly server?: Partial<Config['server']>;
  readonly publicFeeds?: Partial<Config['publicFeeds']>;
  readonly operatorFeeds?: Config['operatorFeeds'];
  readonly providers?: readonly Provider[];
  /** The gateway's own credentials, by provider. */
  readonly providerKeys?: Readonly<Record<string, string>>;
  readonly sponsoredCallsPerMinute?: number;
  /** Milliseconds between the observations of a round, by host and port. */
  readonly spacing?: Config['spacing'];
  readonly explorer?: Config['explorer'];
  readonly demoKey?: Secrets['demoKey'];
  readonly settlementEnabled?: boolean;
  /** Serves the pay-per-request path with this facilitator. */
  readonly facilitator?: Secrets['facilitator'];
  readonly x402?: Partial<NonNullable<Config['x402']>>;
  /** Mint of the stablecoin. */
  readonly mint?: Address;
  /** RPC of a facilitator inside the gateway; everything else reads the fake ledger. */
  readonly rpcUrl?: string;
  /** Default: the server that all test files share. */
  readonly redisUrl?: string;
  readonly overrides?: Overrides;
}

/** A real gateway on real Redis and real HTTP nodes, in a shard of its own: every world has its own gateway keypair. */
export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const { keypair, text: keypairText } = createKeypair();
  const gatewayPda = gatewayAddress(PROGRAM_ID, keypair.address);
  const deploymentId = deriveDeploymentId({ programId: PROGRAM_ID, network: NETWORK });
  const nodes: TestNode[] = [];
  const nodeWorld = {
    deploymentId,
    gateway: gatewayPda,
    authority: keypair.address,
    registry: (version: bigint) => versionOf(ledger, version),
  };
  const { nodeCount = 5, transport = 'stream', commitsInAdvance = true, faults = {} } = options;
  for (let index = 0; index < nodeCount; index += 1) {
    const node = await startTestNode(index, nodeWorld);
    nodes.push(Object.assign(node, { hasStreams: transport === 'stream', commitsInAdvance, fault: faults[index] ?? 'none' }));
  }
  const ledger = ledgerState(nodes, keypair.address, deploymentId, options);
  const log = captureLog();
  // 0 would switch the metrics listener off.
  const config = worldConfig(gatewayPda, options, await freePort());
  const secrets = {
    gatewayKeypair: keypair,
    rpcUrls: [options.rpcUrl ?? 'http://127.0.0.1:1/'],
    outboxLocation: options.redisUrl ?? inject('redisUrl'),
    providerKeys: new Map(Object.entries(options.providerKeys ?? {}).map(([id, key]) => [id, { current: () => key }])),
    facilitator: options.facilitator ?? null,
    demoKey: options.demoKey ?? null,
  };
  const gateway = await createGateway(config, secrets, {
    ledger: fakeLedger(ledger),
    logger: log.logger,
    pagesPath: NODE_MODULES,
    ...options.overrides,
  });
  const siblings: (typeof gateway)[] = [];
  const { url, metricsUrl = '' } = await gateway.listen();
  if (transport === 'stream')
    await streamsAtStart(
      nodes.filter(({ fault }) => fault !== 'down'),
      metricsUrl,
    );
  const redis = connectRedis(secrets.outboxLocation);
  const outbox = createOutbox({
    redis,
    gateway: gatewayPda,
    identityTtlSeconds: IDENTITY_TTL_SECONDS,
    resultTtlSeconds: RESULT_TTL_SECONDS,
  });

  return {
    url,
    metricsUrl,
    http: createHttpClient({ baseUrl: url, fetch, timeoutMs: 30_000 }),
    gateway,
    gatewayPda,
    gatewayText: formatAddress(gatewayPda),
    keypairText,
    ledger,
    nodes,
    redis,
    outbox,
    log,
    config,
    secrets,
    subscriber(changes = {}, keys) {
      const consumer = createConsumer(keys);
      ledger.subscriptions.set(consumer.text, { ...openSubscription(consumer.address, gatewayPda), ...changes });
      return consumer;
    },
    delegateOf(owner, changes = {}) {
      const delegate = createConsumer();
      const account = openDelegate(subscriptionAddress(PROGRAM_ID, owner.address), delegate.address);
      ledger.delegates.set(`${owner.text}/${delegate.text}`, { ...account, ...changes });
      return { ...delegate, request: (terms) => ({ ...delegate.request(terms), subscriptionOwner: owner.text }) };
    },
    payer(balanceAtomic, changes, keys) {
      const payer = createPayer({ programId: PROGRAM_ID, gateway: gatewayPda, mint: MINT }, keys);
      if (balanceAtomic !== null)
        ledger.escrows.set(payer.text, { escrow: escrowOf(payer, gatewayPda, changes), tokens: tokensOf(payer, balanceAtomic) });
      return payer;
    },
    async settleOnLedger(payer, roundId) {
      const record = await outbox.read(roundId as RoundId);
      const held = ledger.escrows.get(payer.text);
      const charge = record?.payload?.charge;
      if (record?.payload === undefined || charge?.kind !== 'escrow' || !held?.tokens)
        throw new Error('no served agent round of a funded payer');
      ledger.slot += 1;
      const balance = held.tokens.amountAtomic - charge.amountAtomic;
      ledger.escrows.set(payer.text, { ...held, tokens: tokensOf(payer, balance) });
      const { message, timestampSeconds } = record.payload;
      ledger.agentRounds.set(roundId, { message, gateway: gatewayPda, timestamp: BigInt(timestampSeconds) });
    },
    metrics: async () => (await fetch(metricsUrl)).text(),
    async sibling(overrides, changes) {
      const other = await createGateway({ ...config, metrics: { host: '127.0.0.1', port: 0 }, ...changes }, secrets, {
        ledger: fakeLedger(ledger),
        logger: log.logger,
        ...overrides,
      });
      siblings.push(other);
      return { ...(await other.listen()), close: () => other.close() };
    },
    async close() {
      // A failed test leaves its own open.
      await Promise.all([gateway, ...siblings].map((open) => open.close()));
      await Promise.all(nodes.map((node) => node.close()));
      if (options.redisUrl === undefined) {
        const keys = await redis.keys(`${outboxPrefix(gatewayPda)}*`);
        if (keys.length > 0) await redis.del(...keys);
      }
      redis.disconnect();
      const undeclared = undeclaredRefusals(log.text());
      if (undeclared.length > 0) throw new Error(`answered, and not declared: ${[...new Set(undeclared)].join(', ')}`);
    },
  };
}

function createKeypair(): { keypair: Keypair; text: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32);
  const text = JSON.stringify([...seed, ...publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)]);
  return { keypair: readKeypair({ name: 'keypair', text }), text };
}

function openSubscription(owner: Address, gateway: Address): SubscriptionAccount {
  return {
    maxSignatures: 13,
    owner,
    gateway,
    pendingGateway: null,
    gatewayFrom: 0n,
    roundsLeft: 1_000n,
    expiresAt: FAR_FUTURE,
    pausedAt: 0n,
    resumedAt: 0n,
    openedAt: 1n,
    changeProposedAt: 0n,
  };
}

/** Null unless the escrow's account is there: before its first settlement it is not. */
function escrowOf(payer: Payer, gateway: Address, changes?: Partial<AgentEscrowAccount>): AgentEscrowAccount | null {
  if (changes === undefined) return null;
  return { authority: payer.address, gateway, pausedAt: 0n, resumedAt: 0n, withdrawRequestedAt: 0n, withdrawableAt: 0n, ...changes };
}

export function tokensOf(payer: Payer, amountAtomic: bigint): TokenHolding {
  return { mint: MINT, owner: payer.escrow, amountAtomic, isFrozen: false };
}

function openDelegate(subscription: Address, authority: Address): DelegateAccount {
  return {
    maxSignatures: 13,
    subscription,
    authority,
    rounds: 1_000n,
    roundsSettled: 0n,
    loweredAt: 0n,
    earlierMaxSignatures: 0,
    earlierRounds: 0n,
    expiresAt: FAR_FUTURE,
    revokedAt: 0n,
    addedAt: 1n,
  };
}

function ledgerState(
  nodes: readonly TestNode[],
  authority: Address,
  deploymentId: ReturnType<typeof deriveDeploymentId>,
  options: WorldOptions,
): LedgerState {
  const minSigners = options.minSigners ?? 2;
  return {
    config: {
      minSigners,
      deploymentId,
      authority: NO_OWNER,
      pendingAuthority: null,
      mint: options.mint ?? MINT,
      registryVersion: 1n,
      versionGraceSeconds: 21_600n,
      settleWindowSeconds: 21_600n,
      withdrawDelaySeconds: 21_600n,
      oldestAcceptedVersion: 0n,
      settleFloor: 0n,
      additionsDelaySeconds: 0n,
      guardian: null,
      prices: {
        x402RoundBase: 1n,
        rewardPerSignature: 2n,
        agentRoundBase: 3n,
        agentRoundPerSig: 4n,
        subscriptionRoundBase: 5n,
        subscriptionRoundPerSig: 6n,
      },
    },
    registry: {
      version: 1n,
      redundancyBuffer: options.redundancyBuffer ?? 1,
      minSigners,
      active: nodes.length,
      createdAt: 1n,
      acceptUntil: 2n ** 63n - 1n,
      keys: nodes.map(({ publicKey }) => publicKey),
    },
    former: new Map(),
    cachedRegistry: null,
    nodes: nodes.map(({ index, publicKey, url }) => {
      const operator = toAddress(new Uint8Array(32).fill(index + 1));
      const encryptionKey = options.transport === 'http' ? NO_KEY : encryptionPair(index).publicKey;
      return nodeAccount({ index, publicKey, operator, encryptionKey, endpoint: url });
    }),
    gateway: gatewayAccount({ authority }),
    subscriptions: new Map(),
    delegates: new Map(),
    escrows: new Map(),
    cachedEscrows: new Map(),
    agentRounds: new Map(),
    slot: 100,
    blockHeight: 1_000,
    lamports: 1_000_000_000_000n,
    lamportsOf: new Map(),
    treasury: { mint: options.mint ?? MINT, owner: configAddress(PROGRAM_ID), amountAtomic: 0n, isFrozen: false },
    failure: null,
    refreshes: 0,
    cachedConfig: null,
    configRefreshes: 0,
    freshEscrowReads: [],
    onSubscriptionRead: () => undefined,
  };
}

function worldConfig(gateway: Address, options: WorldOptions, metricsPort: number): Config {
  return {
    server: {
      host: '127.0.0.1',
      port: 0,
      trustedProxies: [],
      corsOrigins: [],
      shutdownDelayMs: 0,
      maxEventStreams: 16,
      docsEnabled: true,
      rateLimits: { roundsPerMinute: 0, signInsPerMinute: 0, readsPerMinute: 0 },
      ...options.server,
    },
    programId: PROGRAM_ID,
    gateway,
    network: NETWORK,
    mint: null,
    agent: { enabled: true, protocolConfigTtlSeconds: 30, ...options.agent },
    timestampSkewSeconds: 300,
    x402: options.facilitator === undefined ? null : { ...X402_SETTINGS, ...options.x402 },
    settlementEnabled: options.settlementEnabled ?? true,
    sessions: { enabled: false, maxTtlSeconds: 3_600, ...options.sessions },
    ledger: { subscriptionTtlMs: 0 },
    rounds: {
      maxConcurrent: 64,
      failingPerMinute: 600,
      deadlineMs: 25_000,
      observeDeadlineMs: 12_000,
      paidObserveDeadlineMs: 20_000,
      signDeadlineMs: 2_000,
      ...options.rounds,
    },
    simulate: { enabled: true, maxConcurrent: 16, perMinute: 240, strangersPerMinute: 60, ...options.simulate },
    snapshots: { enabled: false, intervalSeconds: 1, ...options.snapshots },
    outbox: {
      allowVolatile: false,
      durability: 'verify',
      maxInFlight: 1_024,
      ...options.outbox,
    },
    allowedSources: [],
    publicFeeds: { enabled: false, maxStreams: 1_000, ...options.publicFeeds },
    operatorFeeds: options.operatorFeeds ?? [],
    sponsoredCallsPerMinute: options.sponsoredCallsPerMinute ?? 60,
    catalogue: createCatalogue(options.providers ?? []),
    spacing: new Map(options.spacing ?? []),
    explorer: options.explorer ?? null,
    metrics: { host: '127.0.0.1', port: metricsPort },
    logLevel: 'debug',
  };
}

function versionOf({ registry, former }: LedgerState, version: bigint): RegistryAccount | null {
  return registry.version === version ? registry : (former.get(version) ?? null);
}

/** The administrator makes the next registry version. */
export function changeRegistry({ ledger }: World, changes: Partial<Omit<RegistryAccount, 'version'>>): RegistryAccount {
  const before = ledger.registry;
  const version = before.version + 1n;
  ledger.former.set(before.version, before);
  const keys = changes.keys ?? before.keys;
  ledger.registry = { ...before, ...changes, active: keys.filter((key) => key !== null).length, version };
  ledger.config = { ...ledger.config, registryVersion: version };
  return ledger.registry;
}

/** Lets the nodes answer nothing until the returned function is called. */
export function holdNodes({ nodes }: World): () => void {
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  for (const node of nodes) node.gate = gate;
  return open;
}
