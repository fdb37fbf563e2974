import {
  createConfigFile,
  type Environment,
  type LogLevel,
  minReplicasOf,
  readAll,
  readEach,
  readHttpUrl,
  readRedisLocation,
  readRpcUrls,
  readSecretKey,
  readSetting,
  readSettingFile,
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

const configFile = createConfigFile(ConfigFile);

/**
 * Reads the file at `path` and the secrets that the file or the environment names; the environment takes precedence. Throws ConfigError, with
 * everything that cannot be used.
 */
export function loadConfig(path: string, environment: Environment = process.env): Promise<{ config: Config; secrets: Secrets }> {
  return configFile.load(path, async (file) => {
    const { gatewayUrl, accounts, accountKeys, payerKey, rpcUrls, redisLocation, feeds } = await readAll({
      gatewayUrl() {
        const { url: value } = file.gateway;
        return readHttpUrl(readSetting({ environment, variable: GATEWAY_URL_VARIABLE, key: 'gateway.url', value }));
      },
      accounts: () => readAccountSettings(file),
      accountKeys: () => readAccountKeys(file, environment),
      async payerKey() {
        const { keypair_path: value } = file.submit;
        return readSecretKey(await readSettingFile({ environment, variable: PAYER_KEYPAIR_VARIABLE, key: 'submit.keypair_path', value }));
      },
      rpcUrls: () => readRpcUrls(file.solana, environment, RPC_URL_VARIABLE),
      redisLocation: () =>
        readRedisLocation(file.redis, { key: 'redis.url', variable: REDIS_URL_VARIABLE, value: file.redis.url }, environment),
      feeds: () => readFeeds(file),
    });
    return { config: { ...toConfig(file), gatewayUrl, accounts, feeds }, secrets: { rpcUrls, redisLocation, payerKey, accountKeys } };
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

function toConfig(file: ConfigFile): Omit<Config, 'gatewayUrl' | 'accounts' | 'feeds'> {
  const { solana, redis, submit, keeper, metrics, log } = file;
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
    priorityFee: { percentile: submit.priority_fee_percentile, capMicroLamports: submit.priority_fee_cap_micro_lamports },
    claimMs: keeper.claim_seconds * 1_000,
    backoffLimitMs: keeper.backoff_limit_seconds * 1_000,
    concurrentChecks: keeper.concurrent_checks,
    metrics: metrics.port === 0 ? null : metrics,
    logLevel: log.level,
  };
}
