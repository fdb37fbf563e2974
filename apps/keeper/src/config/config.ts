import {
  createConfigFile,
  type Environment,
  type LogLevel,
  minReplicasOf,
  readAll,
  readEach,
  readRedisLocation,
  readRpcUrls,
  readSecretKey,
  readSettingFile,
  type RedisLocation,
  type RpcUrlSetting,
} from '@oracle-gateway/app-config';
import { type Address, parseAddress } from '@oracle-gateway/protocol';
import { ConfigFile, REDIS_URL_VARIABLE, RPC_URL_VARIABLE } from './config-schema.js';
import {
  type AccountSettings,
  type GatewaySettings,
  type KeptFeedSettings,
  placeFeeds,
  readAccountSettings,
  readFeeds,
  readGateways,
} from './feed-settings.js';
import type { ConfiguredTarget, TargetSecrets } from '../targets/index.js';
import { readTargetSecrets, readTargetSettings } from './target-settings.js';

/** Settings that may be logged. Units are in the names. */
export interface Config {
  readonly programId: Address;
  /** CAIP-2 */
  readonly network: string;
  /** The preferred first. */
  readonly gateways: readonly GatewaySettings[];
  readonly namespace: string;
  readonly durability: {
    readonly allowVolatile: boolean;
    readonly durability: 'verify' | 'trusted';
    readonly minReplicas: number;
    readonly allowCutOffLoss?: boolean;
  };
  readonly targets: readonly ConfiguredTarget[];
  readonly claimMs: number;
  readonly backoffLimitMs: number;
  readonly concurrentChecks: number;
  /** Accounts by their names. */
  readonly accounts: ReadonlyMap<string, AccountSettings>;
  readonly feeds: readonly KeptFeedSettings[];
  /** null: no listener. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
  readonly logLevel: LogLevel;
}

/** Settings that must not be logged: URLs may hold passwords and access keys. */
export interface Secrets {
  readonly rpcUrls: readonly RpcUrlSetting[];
  readonly redisLocation: RedisLocation;
  /** Keys and servers, by the name of the target. */
  readonly targets: ReadonlyMap<string, TargetSecrets>;
  /** 64 bytes each, by the name of the account. */
  readonly accountKeys: ReadonlyMap<string, Uint8Array>;
}

const configFile = createConfigFile(ConfigFile);

/**
 * Reads the file at `path` and the secrets that the file or the environment names; the environment takes precedence. Throws ConfigError, with
 * everything that cannot be used.
 */
export function loadConfig(path: string, environment: Environment = process.env): Promise<{ config: Config; secrets: Secrets }> {
  return configFile.load(path, async (file) => {
    const { gateways, accounts, accountKeys, targets, targetSecrets, rpcUrls, redisLocation, feeds } = await readAll({
      gateways: () => readGateways(file),
      accounts: () => readAccountSettings(file),
      accountKeys: () => readAccountKeys(file, environment),
      targets: () => readTargetSettings(file),
      targetSecrets: () => readTargetSecrets(file, environment),
      rpcUrls: () => readRpcUrls(file.solana, environment, RPC_URL_VARIABLE),
      redisLocation: () =>
        readRedisLocation(file.redis, { key: 'redis.url', variable: REDIS_URL_VARIABLE, value: file.redis.url }, environment),
      feeds: () => readFeeds(file),
    });
    return {
      config: { ...toConfig(file), gateways, targets, accounts, feeds: await placeFeeds(feeds, targets) },
      secrets: { rpcUrls, redisLocation, targets: targetSecrets, accountKeys },
    };
  });
}

async function readAccountKeys({ accounts }: ConfigFile, environment: Environment): Promise<ReadonlyMap<string, Uint8Array>> {
  const keys = await readEach(Object.keys(accounts), async (name) => {
    const place = { environment, variable: accountVariable(name), key: `accounts.${name}.keypair_path` };
    return [name, readSecretKey(await readSettingFile({ ...place, value: accounts[name]?.keypair_path }))] as const;
  });
  return new Map(keys);
}

/** The variable that holds the key of an account: `ORACLE_GATEWAY_KEEPER_ACCOUNT_<NAME>`. */
export function accountVariable(name: string): string {
  return `ORACLE_GATEWAY_KEEPER_ACCOUNT_${name.toUpperCase().replaceAll('-', '_')}`;
}

function toConfig(file: ConfigFile): Omit<Config, 'gateways' | 'targets' | 'accounts' | 'feeds'> {
  const { solana, redis, keeper, metrics, log } = file;
  return {
    programId: parseAddress(solana.program_id),
    network: solana.network,
    namespace: redis.namespace,
    durability: {
      allowVolatile: redis.allow_volatile,
      durability: redis.durability,
      minReplicas: minReplicasOf({ outbox: redis, redis }),
      allowCutOffLoss: redis.allow_cut_off_loss ?? false,
    },
    claimMs: keeper.claim_seconds * 1_000,
    backoffLimitMs: keeper.backoff_limit_seconds * 1_000,
    concurrentChecks: keeper.concurrent_checks,
    metrics: metrics.port === 0 ? null : metrics,
    logLevel: log.level,
  };
}
