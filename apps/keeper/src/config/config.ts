import {
  ConfigError,
  createConfigFileParser,
  type Environment,
  type LogLevel,
  minReplicasOf,
  readNamedFile,
  readRedisLocation,
  readRpcUrls,
  readSecretKey,
  readSetting,
  readSettingFile,
  readUrl,
  type RedisLocation,
} from '@oracle-gateway/app-config';
import { type Address, parseAddress } from '@oracle-gateway/protocol';
import { ConfigFile, GATEWAY_URL_VARIABLE, PAYER_KEYPAIR_VARIABLE, REDIS_URL_VARIABLE, RPC_URL_VARIABLE } from './config-schema.js';
import { type AccountSettings, type KeptFeedSettings, readAccountSettings, readFeeds } from './feed-settings.js';

/** Settings that may be logged. Units are in the names. */
export interface Config {
  readonly programId: Address;
  /** CAIP-2 */
  readonly network: string;
  readonly gatewayUrl: string;
  readonly namespace: string;
  readonly durability: {
    readonly allowVolatile: boolean;
    readonly durability: 'verify' | 'trusted';
    readonly minReplicas: number;
    readonly allowCutOffLoss?: boolean;
  };
  /** Micro-lamports per compute unit. */
  readonly priorityFee: { readonly percentile: number; readonly capMicroLamports: number };
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
  readonly rpcUrls: readonly string[];
  readonly redisLocation: RedisLocation;
  /** 64 bytes. */
  readonly payerKey: Uint8Array;
  /** 64 bytes each, by the name of the account. */
  readonly accountKeys: ReadonlyMap<string, Uint8Array>;
}

/** The file's content with defaults filled in. Throws ConfigError. */
export const parseConfigFile = createConfigFileParser(ConfigFile);

/** Reads the file at `path` and the secrets that the file or the environment names; the environment takes precedence. Throws ConfigError. */
export async function loadConfig(path: string, environment: Environment = process.env): Promise<{ config: Config; secrets: Secrets }> {
  const file = parseConfigFile((await readNamedFile('--config', path)).text);
  const config = await toConfig(file, environment);
  const redisUrl = { key: 'redis.url', variable: REDIS_URL_VARIABLE, value: file.redis.url };
  const payer = await readSettingFile({
    environment,
    variable: PAYER_KEYPAIR_VARIABLE,
    key: 'submit.keypair_path',
    value: file.submit.keypair_path,
  });
  const accountKeys = new Map<string, Uint8Array>();
  for (const [name, { keypair_path: value }] of Object.entries(file.accounts)) {
    const variable = accountVariable(name);
    const key = `accounts.${name}.keypair_path`;
    accountKeys.set(name, readSecretKey(await readSettingFile({ environment, variable, key, value })));
  }
  return {
    config,
    secrets: {
      rpcUrls: readRpcUrls(file.solana, environment, RPC_URL_VARIABLE),
      redisLocation: await readRedisLocation(file.redis, redisUrl, environment),
      payerKey: readSecretKey(payer),
      accountKeys,
    },
  };
}

/** The variable that holds the key of an account: `ORACLE_GATEWAY_KEEPER_ACCOUNT_<NAME>`. */
export function accountVariable(name: string): string {
  return `ORACLE_GATEWAY_KEEPER_ACCOUNT_${name.toUpperCase().replaceAll('-', '_')}`;
}

async function toConfig(file: ConfigFile, environment: Environment): Promise<Config> {
  const { solana, redis, submit, keeper, metrics, log } = file;
  const gateway = readSetting({ environment, variable: GATEWAY_URL_VARIABLE, key: 'gateway.url', value: file.gateway.url });
  const accounts = readAccountSettings(file);
  if (Object.keys(file.feeds).length === 0) throw new ConfigError('feeds', 'must have at least one feed');
  return {
    programId: parseAddress(solana.program_id),
    network: solana.network,
    gatewayUrl: readUrl(gateway, ['http:', 'https:']),
    namespace: redis.namespace,
    durability: {
      allowVolatile: redis.allow_volatile,
      durability: redis.durability,
      minReplicas: minReplicasOf({ outbox: redis, redis }),
      allowCutOffLoss: redis.allow_cut_off_loss ?? false,
    },
    priorityFee: { percentile: submit.priority_fee_percentile, capMicroLamports: submit.priority_fee_cap_micro_lamports },
    claimMs: keeper.claim_seconds * 1_000,
    backoffLimitMs: keeper.backoff_limit_seconds * 1_000,
    concurrentChecks: keeper.concurrent_checks,
    accounts,
    feeds: await readFeeds(file, accounts),
    metrics: metrics.port === 0 ? null : metrics,
    logLevel: log.level,
  };
}
