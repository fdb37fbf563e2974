import { formatAddress, toHex, type Address } from '@oracle-gateway/protocol';
import { BUILT_IN_PROVIDERS, builtInProvider, type Provider } from '@oracle-gateway/providers';
import { stringify } from 'smol-toml';

import { PROVIDER_ORIGINS } from '../sources/provider-fixtures.js';
import type { NodeIdentity } from '../base/identities.js';
import { keyFileText, type SecretKey } from '../base/keypair.js';
import { LOOPBACK } from '../base/ports.js';
import type { StateFolder } from '../base/state-folder.js';

/** Settings that all apps of one world share. */
export interface SharedSettings {
  readonly programId: Address;
  /** CAIP-2 id. */
  readonly network: string;
  readonly redisUrl: string;
  /** `host:port` of the sample sources, and of the user's own: the only private addresses that nodes may read. */
  readonly allowedSources: readonly string[];
  /** URL that stands in for the catalogue's providers; null: nodes ask the providers themselves. */
  readonly providerFixtures: string | null;
  /** Authorises faults at the nodes. */
  readonly faultsToken: string;
}

function withoutPrefix(hex: string): string {
  return hex.replace(/^0x/, '');
}

function solanaTable(shared: SharedSettings, rpcUrls: readonly string[]): Record<string, string | string[]> {
  return { rpc_urls: [...rpcUrls], program_id: formatAddress(shared.programId), network: shared.network };
}

export async function writeGatewayKey(state: StateFolder, gateway: SecretKey): Promise<string> {
  return state.writePrivate('keys/gateway.json', keyFileText(gateway));
}

export interface NodeConfigInput {
  readonly shared: SharedSettings;
  readonly rpcUrls: readonly string[];
  readonly node: NodeIdentity;
  readonly port: number;
  readonly metricsPort: number;
}

/** Writes a node's keys and configuration. Returns the configuration's path. */
export async function writeNodeConfig(state: StateFolder, { shared, rpcUrls, node, port, metricsPort }: NodeConfigInput): Promise<string> {
  const secretKeyPath = await state.writePrivate(`keys/node-${node.index}.hex`, withoutPrefix(toHex(node.secretKey)));
  const encryptionKeyPath = await state.writePrivate(
    `keys/node-${node.index}-encryption.hex`,
    withoutPrefix(toHex(node.encryptionSecretKey)),
  );
  const config = {
    server: { host: LOOPBACK, port },
    solana: solanaTable(shared, rpcUrls),
    node: { index: node.index, secret_key_path: secretKeyPath, encryption_key_path: encryptionKeyPath },
    sources: { allowed: [...shared.allowedSources], fixtures: fixturesAt(shared.providerFixtures) },
    registry: { poll_interval_seconds: 2 },
    faults: { enabled: true, token: shared.faultsToken },
    metrics: { host: LOOPBACK, port: metricsPort },
  };
  return state.writePrivate(`config/node-${node.index}.toml`, stringify(config));
}

function fixturesAt(url: string | null): Readonly<Record<string, string>> {
  return url === null ? {} : Object.fromEntries(PROVIDER_ORIGINS.map((origin) => [origin, url]));
}

/** Settings with which the gateway serves its page. */
export interface ServedPageSettings {
  /** URL by which browsers reach the ledger. */
  readonly rpcUrl: string;
  /** Key that every visitor may sign with. */
  readonly demoKey: SecretKey;
}

export interface GatewayConfigInput {
  readonly shared: SharedSettings;
  readonly rpcUrls: readonly string[];
  readonly keypairPath: string;
  readonly port: number;
  readonly metricsPort: number;
  /** null: no facilitator, so the gateway accepts no payments. */
  readonly facilitatorUrl: string | null;
  readonly corsOrigins: readonly string[];
  readonly page: ServedPageSettings;
  /** Owner of the feeds that the gateway opens. */
  readonly keeper: Address;
  /** Default: the gateway's own. */
  readonly protocolTtlSeconds?: number;
}

/** The providers whose terms let values be passed on: their feeds are public, and kept fresh. */
const PUBLIC_PROVIDERS: readonly Provider[] = BUILT_IN_PROVIDERS.flatMap((id) => builtInProvider(id) ?? []).filter(
  ({ redistribution }) => redistribution === 'allowed' || redistribution === 'attribution',
);
const KEPT_QUORUM = 3;

export async function writeGatewayConfig(state: StateFolder, input: GatewayConfigInput): Promise<string> {
  const { page } = input;
  const config = {
    server: {
      host: LOOPBACK,
      port: input.port,
      public_origin: `http://${LOOPBACK}:${input.port}`,
      // No load balancer stands in front.
      shutdown_delay_ms: 0,
      cors_origins: [...input.corsOrigins],
    },
    solana: solanaTable(input.shared, input.rpcUrls),
    settlement: { db_path: input.shared.redisUrl, gateway_keypair_path: input.keypairPath },
    outbox: { mark_path: state.mark },
    // 160 places give each caller 64 at once, including new callers.
    rounds: { max_concurrent: 160 },
    agent: {
      enabled: true,
      x402_network: input.shared.network,
      ...(input.protocolTtlSeconds === undefined ? {} : { protocol_config_ttl_seconds: input.protocolTtlSeconds }),
    },
    sessions: { enabled: true },
    snapshots: { enabled: true, interval_seconds: 2 },
    ...(input.facilitatorUrl === null ? {} : { x402: { enabled: true, facilitator_url: input.facilitatorUrl } }),
    sources: { allowed: [...input.shared.allowedSources] },
    providers: { enabled: [...BUILT_IN_PROVIDERS] },
    public_feeds: { enabled: true, owner: formatAddress(input.keeper), quorum: KEPT_QUORUM, feeds: PUBLIC_PROVIDERS.map(({ id }) => id) },
    explorer: {
      enabled: true,
      rpc_urls: [page.rpcUrl],
      demo_keypair_path: await state.writePrivate('keys/demo.json', keyFileText(page.demoKey)),
    },
    metrics: { host: LOOPBACK, port: input.metricsPort },
  };
  return state.writePrivate('config/gateway.toml', stringify(config));
}

export interface WorkerConfigInput {
  readonly shared: SharedSettings;
  readonly rpcUrls: readonly string[];
  readonly keypairPath: string;
  readonly index: number;
  readonly metricsPort: number;
}

/** A short interval, because the demo waits for the settlement. */
const SETTLE_INTERVAL_SECONDS = 1;

export async function writeWorkerConfig(state: StateFolder, input: WorkerConfigInput): Promise<string> {
  const config = {
    solana: solanaTable(input.shared, input.rpcUrls),
    settlement: {
      db_path: input.shared.redisUrl,
      gateway_keypair_path: input.keypairPath,
      settle_interval_seconds: SETTLE_INTERVAL_SECONDS,
    },
    metrics: { host: LOOPBACK, port: input.metricsPort },
  };
  return state.writePrivate(`config/worker-${input.index}.toml`, stringify(config));
}

export interface KeeperConfigInput {
  readonly shared: SharedSettings;
  readonly rpcUrls: readonly string[];
  readonly gatewayUrl: string;
  readonly keeper: SecretKey;
  readonly metricsPort: number;
}

/** A heartbeat that a visitor of the page sees. */
const HEARTBEAT_SECONDS = 60;

/** Writes the configuration of a keeper of all public feeds, which buys them as a list. */
export async function writeKeeperConfig(state: StateFolder, input: KeeperConfigInput): Promise<string> {
  const keypairPath = await state.writePrivate('keys/keeper.json', keyFileText(input.keeper));
  const feeds = PUBLIC_PROVIDERS.flatMap(({ id, flows }) => flows.flatMap((flow) => flow.feeds.map((feed) => `${id}/${feed.id}`)));
  const kept = { account: 'subscription', quorum: KEPT_QUORUM, heartbeat_seconds: HEARTBEAT_SECONDS };
  const config = {
    gateways: { main: { url: input.gatewayUrl } },
    solana: solanaTable(input.shared, input.rpcUrls),
    redis: { url: input.shared.redisUrl },
    targets: { solana: { kind: 'solana', keypair_path: keypairPath } },
    accounts: { subscription: { kind: 'owner', keypair_path: keypairPath } },
    feeds: Object.fromEntries(feeds.map((source) => [source.replace('/', '-'), { source, ...kept }])),
    metrics: { host: LOOPBACK, port: input.metricsPort },
  };
  return state.writePrivate('config/keeper.toml', stringify(config));
}
