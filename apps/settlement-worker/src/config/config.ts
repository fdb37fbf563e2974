import {
  createConfigFileParser,
  type Environment,
  type Keypair,
  type LogLevel,
  readNamedFile,
  readRpcUrls,
  readShard,
} from '@oracle-gateway/app-config';
import { parseAddress, type Address } from '@oracle-gateway/protocol';
import { ConfigFile, RPC_URL_VARIABLE } from './config-schema.js';

/** What may be logged. Units are in the names. */
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
  readonly outbox: { readonly allowVolatile: boolean; readonly durability: 'verify' | 'trusted' };
  /** null: no listener. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
  readonly logLevel: LogLevel;
}

/** What may not: locations carry passwords and access keys. */
export interface Secrets {
  readonly rpcUrls: readonly string[];
  readonly outboxUrl: string;
  readonly gatewayKeypair: Keypair;
}

/** The file's content with defaults filled in. Throws ConfigError. */
export const parseConfigFile = createConfigFileParser(ConfigFile);

/** Reads the file at `path` and the secrets that it or the environment names; the environment takes precedence. Throws ConfigError. */
export async function loadConfig(path: string, environment: Environment = process.env): Promise<{ config: Config; secrets: Secrets }> {
  const file = parseConfigFile((await readNamedFile('--config', path)).text);
  const rpcUrls = readRpcUrls(file.solana, environment, RPC_URL_VARIABLE);
  return { config: toConfig(file), secrets: { rpcUrls, ...(await readShard(file.settlement, environment)) } };
}

function toConfig(file: ConfigFile): Config {
  const { settlement, metrics } = file;
  return {
    programId: parseAddress(file.solana.program_id),
    network: file.solana.network,
    settlement: {
      enabled: settlement.enabled,
      intervalSeconds: settlement.settle_interval_seconds,
      batchLimit: settlement.settle_batch_limit,
      maxAttempts: settlement.settle_max_attempts,
      priorityFee: {
        percentile: settlement.priority_fee_percentile,
        capMicroLamports: settlement.priority_fee_cap_micro_lamports,
      },
    },
    outbox: { allowVolatile: file.outbox.allow_volatile, durability: file.outbox.durability },
    metrics: metrics.port === 0 ? null : { host: metrics.host, port: metrics.port },
    logLevel: file.log.level,
  };
}
