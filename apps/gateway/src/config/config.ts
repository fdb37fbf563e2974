import { isIP } from 'node:net';
import { dirname } from 'node:path';
import {
  camelCased,
  type CamelCased,
  ConfigError,
  createConfigFile,
  type Environment,
  type Keypair,
  minReplicasOf,
  readAll,
  readEach,
  readRpcUrls,
  readShard,
  type RedisLocation,
  requireTls,
  requireFolder,
  throwFaults,
  type RpcUrlSetting,
} from '@oracle-gateway/app-config';
import { isAllowedSourceText } from '@oracle-gateway/node-api';
import { type Address, parseAddress } from '@oracle-gateway/protocol';
import type { Catalogue } from '@oracle-gateway/providers';
import type { Network } from '@oracle-gateway/x402';
import { type ConfigFile, ConfigFileSchema, RPC_URL_VARIABLE } from './config-schema.js';
import { type ExplorerConfig, readDemoKey, readExplorerConfig } from './explorer-config.js';
import { type FacilitatorAccess, readFacilitatorAccess } from './facilitator-access.js';
import { type OperatorFeed, readOperatorFeeds } from './operator-feeds.js';
import { type ProviderKeys, readProviderKeys } from './provider-keys.js';
import { loadCatalogue } from './provider-catalogue.js';
import { readSpacing } from './spacing.js';

/** A table of the file, with its keys in camelCase. */
type Table<Name extends keyof ConfigFile> = CamelCased<ConfigFile[Name]>;

/** Everything that may be logged. Keys and defaults: docs/configuration/gateway.md. */
export interface Config {
  readonly server: Table<'server'>;
  readonly programId: Address;
  /** The Gateway account: the identity of the gateway, whatever its keypair. */
  readonly gateway: Address;
  readonly network: string;
  /** Mint that the configuration expects; null: whatever the ledger says. */
  readonly mint: Address | null;
  readonly agent: Omit<Table<'agent'>, 'timestampSkewSeconds'>;
  /** Seconds by which a request's timestamp may differ from the gateway's clock, on every path whose requests name one. */
  readonly timestampSkewSeconds: number;
  readonly sessions: Table<'sessions'>;
  /** null: the pay-per-request path is not served. */
  readonly x402: X402Config | null;
  readonly settlementEnabled: boolean;
  readonly ledger: Table<'ledger'>;
  readonly rounds: Table<'rounds'>;
  readonly simulate: Table<'simulate'>;
  readonly snapshots: Table<'snapshots'>;
  readonly outbox: Omit<Table<'outbox'>, 'allowUnmarked'>;
  readonly allowedSources: readonly string[];
  readonly catalogue: Catalogue;
  readonly publicFeeds: Pick<Table<'public_feeds'>, 'enabled' | 'maxStreams'>;
  /** Feeds that the operator opens; none where public feeds are not served. */
  readonly operatorFeeds: readonly OperatorFeed[];
  readonly sponsoredCallsPerMinute: number;
  /** Milliseconds between the observations of one round, by host and port. */
  readonly spacing: ReadonlyMap<string, number>;
  /** null: the page is not served. */
  readonly explorer: ExplorerConfig | null;
  readonly metrics: Table<'metrics'>;
  readonly logLevel: ConfigFile['log']['level'];
}

export interface X402Config extends Pick<Table<'x402'>, 'maxInFlightPerPayer' | 'maxTimeoutSeconds' | 'bazaar'> {
  readonly network: Network;
  /** Origin at which callers reach the gateway. */
  readonly publicOrigin: string;
}

/** Values that must not be logged: URLs may carry passwords and API keys. */
export interface Secrets {
  /** The gateway's authority: signs node requests (docs/protocol.md#request-to-a-node). */
  readonly gatewayKeypair: Keypair;
  /** The key that will replace it, while they are exchanged. */
  readonly nextGatewayKeypair?: Keypair;
  readonly rpcUrls: readonly RpcUrlSetting[];
  readonly outboxLocation: RedisLocation;
  /** Credentials of the providers that the gateway sponsors. */
  readonly providerKeys: ProviderKeys;
  /** There where `Config.x402` is. */
  readonly facilitator: FacilitatorAccess | null;
  /** 64 bytes of a key that every visitor of the page may sign with; null: none. */
  readonly demoKey: Uint8Array | null;
}

const configFile = createConfigFile(ConfigFileSchema, { 'allowed-source': isAllowedSourceText });

/** Reads one TOML file and the environment. Throws {@link ConfigError}, with everything that cannot be used. */
export function loadConfig(path: string, environment: Environment = process.env): Promise<{ config: Config; secrets: Secrets }> {
  return configFile.load(path, async (file) => {
    const { providers, facilitator, rpcUrls, demoKey, shard, explorer } = await readAll({
      server: () => checkServer(file),
      rpcUrls: () => readRpcUrls(file.solana, environment, RPC_URL_VARIABLE),
      origin: () => requirePublicOrigin(file),
      facilitator: () => (file.x402.enabled ? readFacilitatorAccess(file.x402, environment) : null),
      rounds: () => checkDeadlines(file.rounds),
      shard: () => readShard(file, environment),
      mark: () => requireMark(file.outbox),
      providers: () => readProviders(file, environment),
      explorer: () => readExplorerConfig(file),
      demoKey: () => readDemoKey(file.explorer),
      metrics() {
        const { metrics, server } = file;
        if (metrics.port !== 0 && metrics.port === server.port) throw new ConfigError('metrics.port', 'must differ from server.port');
      },
    });
    const { gateway, ...shardSecrets } = shard;
    const { providerKeys, catalogue, operatorFeeds, spacing } = providers;
    return {
      config: { ...toConfig(file), gateway, explorer, catalogue, operatorFeeds, spacing },
      secrets: { rpcUrls, providerKeys, facilitator, demoKey, ...shardSecrets },
    };
  });
}

async function readProviders({ providers, public_feeds: publicFeeds }: ConfigFile, environment: Environment) {
  const { catalogue, faults } = await loadCatalogue(providers);
  const { providerKeys, operatorFeeds, spacing } = await readAll({
    catalogue: () => throwFaults(faults),
    providerKeys: () => readProviderKeys(providers, catalogue, environment),
    operatorFeeds: () => (publicFeeds.enabled ? readOperatorFeeds(publicFeeds, catalogue, new Set(providers.sponsored)) : []),
    spacing: () => readSpacing(catalogue, providers.spacing),
  });
  return { catalogue, providerKeys, operatorFeeds, spacing };
}

/** Parses the text of a configuration file and fills in the defaults. Throws {@link ConfigError}. */
export function parseConfigFile(text: string): ConfigFile {
  return configFile.parse(text);
}

function checkServer({ server }: ConfigFile): Promise<unknown> {
  return readAll({
    publicOrigin() {
      if (server.public_origin === undefined) return;
      requireOrigin(server.public_origin, 'server.public_origin');
      requireTls('server.public_origin', server.public_origin);
    },
    proxies: () => readEach(server.trusted_proxies, (proxy, position) => requireAddressRange(proxy, `server.trusted_proxies[${position}]`)),
    origins: () =>
      readEach(server.cors_origins, (origin, position) => {
        if (origin !== '*') requireOrigin(origin, `server.cors_origins[${position}]`);
      }),
  });
}

function requirePublicOrigin({ server, sessions, x402 }: ConfigFile): void {
  if (server.public_origin !== undefined) return;
  if (sessions.enabled) throw new ConfigError('server.public_origin', 'is required where sessions.enabled is true');
  if (x402.enabled) throw new ConfigError('server.public_origin', 'is required where x402.enabled is true');
}

function checkDeadlines(rounds: ConfigFile['rounds']): Promise<unknown> {
  return readEach(['observe_deadline_ms', 'paid_observe_deadline_ms'] as const, (key) => {
    if (rounds[key] + 2 * rounds.sign_deadline_ms > rounds.deadline_ms) {
      throw new ConfigError('rounds.deadline_ms', `must be at least ${key} + 2 × sign_deadline_ms`);
    }
  });
}

async function requireMark({ mark_path: path, allow_unmarked: allowUnmarked }: ConfigFile['outbox']): Promise<void> {
  if (path !== undefined) return requireFolder('outbox.mark_path', dirname(path), 'write');
  if (!allowUnmarked) {
    const rule = 'is required: name a file on a disk that outlives the process and is not Redis’ own; or set outbox.allow_unmarked';
    throw new ConfigError('outbox.mark_path', rule);
  }
}

/** Takes the ranges that Express takes: it knows no zones, no range of all addresses, and an IPv4 address by its own form only. */
function requireAddressRange(text: string, key: string): void {
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  const prefixOk = prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
  const isForeign = address.includes('%') || /^::ffff:/i.test(address);
  if (version === 0 || isForeign || !prefixOk || rest.length > 0) {
    throw new ConfigError(key, 'must be an IP address or a CIDR range such as 10.0.0.0/8, with a prefix of at least 1');
  }
}

function requireOrigin(text: string, key: string): void {
  if (!URL.canParse(text) || new URL(text).origin !== text) throw new ConfigError(key, 'must be an origin such as https://app.example');
}

function toConfig(file: ConfigFile): Omit<Config, 'catalogue' | 'gateway' | 'spacing' | 'operatorFeeds' | 'explorer'> {
  const {
    server,
    solana,
    agent,
    sessions,
    x402,
    settlement,
    ledger,
    rounds,
    simulate,
    snapshots,
    outbox,
    sources,
    providers,
    publicFeeds,
    metrics,
    log,
  } = camelCased(ConfigFileSchema, file);
  return {
    server,
    programId: parseAddress(solana.programId),
    network: solana.network,
    mint: solana.usdcMint === undefined ? null : parseAddress(solana.usdcMint),
    agent,
    timestampSkewSeconds: agent.timestampSkewSeconds,
    sessions,
    x402: toX402Config(x402, { network: solana.network, publicOrigin: server.publicOrigin }),
    settlementEnabled: settlement.enabled,
    ledger,
    rounds,
    simulate,
    snapshots,
    outbox: { ...outbox, minReplicas: minReplicasOf(file) },
    allowedSources: sources.allowed,
    publicFeeds: { enabled: publicFeeds.enabled, maxStreams: publicFeeds.maxStreams },
    sponsoredCallsPerMinute: providers.sponsoredCallsPerMinute,
    metrics,
    logLevel: log.level,
  };
}

function toX402Config(
  { enabled, maxInFlightPerPayer, maxTimeoutSeconds, bazaar }: Table<'x402'>,
  { network, publicOrigin }: { readonly network: Network; readonly publicOrigin: string | undefined },
): X402Config | null {
  if (!enabled || publicOrigin === undefined) return null;
  return { maxInFlightPerPayer, maxTimeoutSeconds, bazaar, network, publicOrigin };
}
