import { readFile } from 'node:fs/promises';
import { signerFromSecretKey, type LedgerSigner } from '@oracle-gateway/ledger';
import { parseAddress, type Address } from '@oracle-gateway/protocol';
import { Ajv, type ErrorObject } from 'ajv';
import { parse as parseToml, TomlError } from 'smol-toml';
import { ConfigFile } from './config-schema.js';

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
  };
  readonly outbox: { readonly allowVolatile: boolean; readonly durability: 'verify' | 'trusted' };
  /** null: no listener. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
  readonly logLevel: string;
}

/** What may not: locations carry passwords and access keys. */
export interface Secrets {
  readonly rpcUrl: string;
  readonly outboxLocation: string;
  readonly gatewaySigner: LedgerSigner;
}

/** A key of the configuration and the rule it breaks; never its value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(
    readonly key: string,
    readonly rule: string,
  ) {
    super(`configuration: ${key} ${rule}`);
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the file at `path` and the secrets that it or the environment names; the environment takes precedence. Throws ConfigError. */
export async function loadConfig(path: string, environment: Environment = process.env): Promise<{ config: Config; secrets: Secrets }> {
  const file = parseConfigFile(await readText(path, '--config'));
  const { solana, settlement } = file;
  const rpcUrl = required(environment['ORACLE_GATEWAY_RPC_URL'] ?? solana.rpc_url, 'solana.rpc_url');
  if (!/^https?:\/\/./.test(rpcUrl)) throw new ConfigError('solana.rpc_url', 'must be an http(s) URL');
  const keypairKey = 'settlement.gateway_keypair_path';
  const keypairText =
    environment['ORACLE_GATEWAY_KEYPAIR'] ?? (await readText(required(settlement.gateway_keypair_path, keypairKey), keypairKey));
  return {
    config: toConfig(file),
    secrets: {
      rpcUrl,
      outboxLocation: required(environment['ORACLE_GATEWAY_DB_PATH'] ?? settlement.db_path, 'settlement.db_path'),
      gatewaySigner: parseKeypair(keypairText, keypairKey),
    },
  };
}

function required(value: string | undefined, key: string): string {
  if (value === undefined) throw new ConfigError(key, 'is missing');
  return value;
}

const validate = new Ajv({ useDefaults: true, allErrors: false }).compile<ConfigFile>(ConfigFile);

/** The file's content with defaults filled in. Throws ConfigError. */
export function parseConfigFile(toml: string): ConfigFile {
  const content: unknown = readToml(toml);
  if (validate(content)) return content;
  throw toConfigError(validate.errors?.[0]);
}

function readToml(toml: string): unknown {
  try {
    return parseToml(toml);
  } catch (error) {
    // The error's own message quotes the line, and with it perhaps a password.
    if (error instanceof TomlError) throw new ConfigError(`line ${error.line}`, 'is not TOML');
    throw error;
  }
}

function toConfigError(error: ErrorObject | undefined): ConfigError {
  if (error === undefined) return new ConfigError('(file)', 'is not valid');
  const { missingProperty, additionalProperty } = error.params as { missingProperty?: unknown; additionalProperty?: unknown };
  const named = missingProperty ?? additionalProperty;
  const key = [...error.instancePath.split('/').slice(1), ...(typeof named === 'string' ? [named] : [])].join('.');
  if (missingProperty !== undefined) return new ConfigError(key, 'is missing');
  if (additionalProperty !== undefined) return new ConfigError(key, 'is no key of this file');
  return new ConfigError(key, error.message ?? 'is not valid');
}

function toConfig(file: ConfigFile): Config {
  const { settlement, metrics } = file;
  return {
    programId: readAddress(file.solana.program_id, 'solana.program_id'),
    network: file.solana.network,
    settlement: {
      enabled: settlement.enabled,
      intervalSeconds: settlement.settle_interval_seconds,
      batchLimit: settlement.settle_batch_limit,
      maxAttempts: settlement.settle_max_attempts,
    },
    outbox: { allowVolatile: file.outbox.allow_volatile, durability: file.outbox.durability },
    metrics: metrics.port === 0 ? null : { host: metrics.host, port: metrics.port },
    logLevel: file.log.level,
  };
}

function readAddress(text: string, key: string): Address {
  try {
    return parseAddress(text);
  } catch {
    throw new ConfigError(key, 'must be a base58 address of 32 bytes');
  }
}

async function readText(path: string, key: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    throw new ConfigError(key, 'must name a readable file');
  }
}

/** The Solana CLI's form: 32 secret bytes, then the public key that belongs to them. */
function parseKeypair(text: string, key: string): LedgerSigner {
  try {
    const parsed: unknown = JSON.parse(text);
    const isByte = (item: unknown): item is number => typeof item === 'number' && Number.isInteger(item) && item >= 0 && item <= 255;
    if (Array.isArray(parsed) && parsed.every(isByte)) return signerFromSecretKey(Uint8Array.from(parsed));
  } catch {
    // Not JSON, or not a pair: the one answer below serves both, without a word of the content.
  }
  throw new ConfigError(key, 'must hold a keypair: a JSON array of 64 bytes whose halves belong together');
}
