import { parseAllowedSource, SourceAddressError } from '@oracle-gateway/node-api';
import { fromHex, HexError, isAddress, parseAddress, type Address } from '@oracle-gateway/protocol';
import { Ajv, type ErrorObject } from 'ajv';
import { readFileSync } from 'node:fs';
import { parse as parseToml, TomlError } from 'smol-toml';
import { ConfigFile } from './config-schema.js';
import type { LogLevel } from './log.js';

/** A setting that cannot be used: which key, and the rule it breaks. The value is never repeated. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(
    readonly key: string,
    readonly rule: string,
  ) {
    super(`${key}: ${rule}`);
  }
}

/** Settings of a node without its secrets: may be logged. */
export interface NodeConfig {
  readonly server: { readonly host: string; readonly port: number };
  readonly solana: { readonly programId: Address; readonly network: string };
  readonly node: { readonly index: number; readonly encryptionKeyPath?: string };
  readonly sources: { readonly allowed: readonly string[] };
  readonly registry: { readonly pollIntervalSeconds: number; readonly maxAgeSeconds: number };
  readonly limits: {
    readonly maxConcurrentRequests: number;
    readonly maxConnections: number;
    readonly maxOpenSessionsPerGateway: number;
    readonly fetchTimeoutMs: number;
  };
  readonly metrics: { readonly host: string; readonly port: number };
  readonly log: { readonly level: LogLevel };
  readonly faults: { readonly enabled: boolean };
}

/** Never logged. An RPC URL may carry an access key, so it is one of them. */
export interface NodeSecrets {
  readonly rpcUrl: string;
  /** 32 bytes, the signing key of the registry slot. */
  readonly secretKey: Uint8Array;
  readonly faultsToken?: string;
}

export interface LoadedConfig {
  readonly config: NodeConfig;
  readonly secrets: NodeSecrets;
}

export type ReadText = (path: string) => string;
export type Environment = Readonly<Record<string, string | undefined>>;

const readTextFile: ReadText = (path) => readFileSync(path, 'utf8');

/** Reads a configuration file, the key file it names and the environment. Throws ConfigError. */
export const loadConfig = (path: string, environment: Environment = process.env, readText: ReadText = readTextFile): LoadedConfig => {
  const file = parseConfigFile(readSetting('--config', path, readText));
  requireConsistent(file);
  const rpcUrl = environment['ORACLE_NODE_RPC_URL'] ?? file.solana.rpc_url;
  if (rpcUrl === undefined || !/^https?:\/\/\S+$/.test(rpcUrl)) {
    throw new ConfigError('solana.rpc_url', 'must be an http or https URL, here or in ORACLE_NODE_RPC_URL');
  }
  const secretKey = loadSecretKey(file, environment, readText);
  const { token } = file.faults;
  return { config: configOf(file), secrets: { rpcUrl, secretKey, ...(token === undefined ? {} : { faultsToken: token }) } };
};

/** A 32-byte key in hex from a file, white space around it ignored. Throws ConfigError naming `key`. */
export const readKeyFile = (key: string, path: string, readText: ReadText = readTextFile): Uint8Array =>
  parseKey(key, readSetting(key, path, readText).trim());

const parseConfigFile = (toml: string): ConfigFile => {
  const plain = readToml(toml);
  const ajv = new Ajv({
    strict: true,
    verbose: true,
    useDefaults: true,
    formats: { address: isAddress, 'allowed-source': isAllowedSourceText },
  });
  ajv.addKeyword('x-optional');
  const validate = ajv.compile<ConfigFile>(ConfigFile);
  if (validate(plain)) {
    return plain;
  }
  throw configError(validate.errors?.[0]);
};

const readToml = (toml: string): unknown => {
  try {
    return parseToml(toml);
  } catch (error) {
    // The parser's own message quotes the line, which may hold a token.
    throw error instanceof TomlError ? new ConfigError(`line ${error.line}`, 'must be TOML') : error;
  }
};

const configError = (error: ErrorObject | undefined): ConfigError => {
  const parent = (error?.instancePath ?? '').split('/').slice(1).join('.');
  const member = (name: unknown): string => [parent, String(name)].filter((part) => part !== '').join('.');
  switch (error?.keyword) {
    case 'required':
      return new ConfigError(member(error.params['missingProperty']), 'is required');
    case 'additionalProperties':
      return new ConfigError(member(error.params['additionalProperty']), 'is not a known setting');
    default:
      return new ConfigError(parent, `must be ${String(error?.parentSchema?.['description'] ?? 'a valid value')}`);
  }
};

const requireConsistent = (file: ConfigFile): void => {
  if (file.registry.max_age_seconds < 2 * file.registry.poll_interval_seconds) {
    throw new ConfigError('registry.max_age_seconds', 'must be at least twice registry.poll_interval_seconds');
  }
  if (file.faults.enabled && !['127.0.0.1', '::1', 'localhost'].includes(file.server.host)) {
    throw new ConfigError('faults.enabled', 'must be false unless server.host is a loopback address');
  }
  if (file.faults.enabled && file.faults.token === undefined) {
    throw new ConfigError('faults.token', 'is required when faults.enabled is true');
  }
};

const loadSecretKey = (file: ConfigFile, environment: Environment, readText: ReadText): Uint8Array => {
  const fromEnvironment = environment['ORACLE_NODE_SECRET_KEY'];
  if (fromEnvironment !== undefined) {
    return parseKey('ORACLE_NODE_SECRET_KEY', fromEnvironment);
  }
  const path = file.node.secret_key_path;
  if (path === undefined) {
    throw new ConfigError('node.secret_key_path', 'is required unless ORACLE_NODE_SECRET_KEY is set');
  }
  return readKeyFile('node.secret_key_path', path, readText);
};

const parseKey = (key: string, hex: string): Uint8Array => {
  try {
    return fromHex(hex, 32);
  } catch (error) {
    throw error instanceof HexError ? new ConfigError(key, 'must hold 32 bytes in hex') : error;
  }
};

const readSetting = (key: string, path: string, readText: ReadText): string => {
  try {
    return readText(path);
  } catch {
    throw new ConfigError(key, 'must name a file that can be read');
  }
};

const isAllowedSourceText = (entry: string): boolean => {
  try {
    parseAllowedSource(entry);
    return true;
  } catch (error) {
    if (error instanceof SourceAddressError) {
      return false;
    }
    throw error;
  }
};

const configOf = (file: ConfigFile): NodeConfig => ({
  server: file.server,
  solana: { programId: parseAddress(file.solana.program_id), network: file.solana.network },
  node: {
    index: file.node.index,
    ...(file.node.encryption_key_path === undefined ? {} : { encryptionKeyPath: file.node.encryption_key_path }),
  },
  sources: file.sources,
  registry: { pollIntervalSeconds: file.registry.poll_interval_seconds, maxAgeSeconds: file.registry.max_age_seconds },
  limits: {
    maxConcurrentRequests: file.limits.max_concurrent_requests,
    maxConnections: file.limits.max_connections,
    maxOpenSessionsPerGateway: file.limits.max_open_sessions_per_gateway,
    fetchTimeoutMs: file.limits.fetch_timeout_ms,
  },
  metrics: file.metrics,
  log: file.log,
  faults: { enabled: file.faults.enabled },
});
