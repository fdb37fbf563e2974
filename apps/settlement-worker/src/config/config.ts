import {
  camelCased,
  type CamelCased,
  ConfigError,
  createConfigFile,
  type Environment,
  gatewayKeysOf,
  type Keypair,
  type LogLevel,
  minReplicasOf,
  readAll,
  readGatewayAccount,
  readOutboxLocation,
  readRpcUrls,
  readShard,
  type RedisLocation,
  type RpcUrlSetting,
} from '@oracle-gateway/app-config';
import { parseAddress, type Address } from '@oracle-gateway/protocol';
import { Type } from '@sinclair/typebox';
import { ConfigFile, RPC_URL_VARIABLE } from './config-schema.js';
import { readPayerKeypairs, requireOtherKeys } from './payer-keypairs.js';

/** Settings that may be logged. Units are in the names. */
export interface Config {
  readonly programId: Address;
  /** CAIP-2 */
  readonly network: string;
  readonly settlement: {
    readonly enabled: boolean;
    readonly intervalSeconds: number;
    readonly batchLimit: number;
    readonly maxAttempts: number;
    /** Micro-lamports per compute unit. */
    readonly priorityFee: { readonly percentile: number; readonly capMicroLamports: number };
  };
  readonly outbox: CamelCased<ConfigFile['outbox']>;
  /** null: no listener. */
  readonly metrics: CamelCased<ConfigFile['metrics']> | null;
  /** null: no board. */
  readonly board: CamelCased<ConfigFile['board']> | null;
  readonly logLevel: LogLevel;
}

/** Settings that must not be logged: URLs may hold passwords and access keys. */
export interface Secrets {
  readonly rpcUrls: readonly RpcUrlSetting[];
  readonly outboxLocation: RedisLocation;
  /** The Gateway account: the identity of the shard. */
  readonly gateway: Address;
  readonly gatewayKeypair: Keypair;
  /** The key that will replace it, while they are exchanged. */
  readonly nextGatewayKeypair?: Keypair;
  /** Keys that pay for settlements; none: the gateway's key pays. */
  readonly payers: readonly Keypair[];
}

const configFile = createConfigFile(ConfigFile);

/** The file's content with defaults filled in. Throws ConfigError. */
export function parseConfigFile(toml: string): ConfigFile {
  return configFile.parse(toml);
}

/**
 * Reads the file at `path` and the secrets that the file or the environment names; the environment takes precedence. Throws ConfigError, with
 * everything that cannot be used.
 */
export function loadConfig(path: string, environment: Environment = process.env): Promise<{ config: Config; secrets: Secrets }> {
  return configFile.load(path, async (file) => {
    const { rpcUrls, shard, payers } = await readAll({
      rpcUrls: () => readRpcUrls(file.solana, environment, RPC_URL_VARIABLE),
      shard: () => readShard(file, environment),
      payers: () => readPayerKeypairs(file.settlement.payer_keypair_paths, environment),
      ports: () => requireOwnPort(file),
    });
    requireOtherKeys(payers, gatewayKeysOf(shard));
    return { config: toConfig(file), secrets: { rpcUrls, payers, ...shard } };
  });
}

/** The ledger of a command. */
export interface OperatedLedger {
  readonly programId: Address;
  /** CAIP-2 */
  readonly network: string;
  readonly rpcUrls: readonly RpcUrlSetting[];
}

/** Readers of what commands of `operate` use. Each throws ConfigError. */
export interface OperateReaders {
  readonly ledger: () => Promise<OperatedLedger>;
  /** The Gateway account: no key is read where the file names it. */
  readonly gateway: () => Promise<Address>;
  readonly outboxLocation: () => Promise<RedisLocation>;
}

/** A worker's file, or one that has only what a command reads. A file without `[solana]` names no ledger. */
const { properties } = ConfigFile;
const OptionalLedger = Type.Optional(Type.Object(properties.solana.properties, { additionalProperties: false, title: 'a table' }));
const operateFile = createConfigFile(Type.Object({ ...properties, solana: OptionalLedger }, { additionalProperties: false }));

/** Result of `read`, which takes from the file at `path` what its command uses. Throws ConfigError, with everything that cannot be used. */
export function loadToOperate<T>(
  path: string,
  read: (readers: OperateReaders) => Promise<T>,
  environment: Environment = process.env,
): Promise<T> {
  return operateFile.load(path, (file) =>
    read({
      async ledger() {
        const { solana } = file;
        if (solana === undefined) throw new ConfigError('solana', 'is required by this command, which asks the ledger');
        const rpcUrls = await readRpcUrls(solana, environment, RPC_URL_VARIABLE);
        return { programId: parseAddress(solana.program_id), network: solana.network, rpcUrls };
      },
      gateway: () => readGatewayAccount(file, environment),
      outboxLocation: () => readOutboxLocation(file, environment),
    }),
  );
}

function requireOwnPort({ metrics, board }: Pick<ConfigFile, 'metrics' | 'board'>): void {
  if (board.port !== 0 && board.port === metrics.port) throw new ConfigError('board.port', 'must differ from metrics.port');
}

function toConfig(file: ConfigFile): Config {
  const { solana, settlement, outbox, metrics, board, log } = camelCased(ConfigFile, file);
  const { priorityFeePercentile: percentile, priorityFeeCapMicroLamports: capMicroLamports } = settlement;
  return {
    programId: parseAddress(solana.programId),
    network: solana.network,
    settlement: {
      enabled: settlement.enabled,
      intervalSeconds: settlement.settleIntervalSeconds,
      batchLimit: settlement.settleBatchLimit,
      maxAttempts: settlement.settleMaxAttempts,
      priorityFee: { percentile, capMicroLamports },
    },
    outbox: { ...outbox, minReplicas: minReplicasOf(file) },
    metrics: metrics.port === 0 ? null : metrics,
    board: board.port === 0 ? null : board,
    logLevel: log.level,
  };
}
