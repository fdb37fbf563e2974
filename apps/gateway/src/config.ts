import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { compileCheck, ContractError } from '@oracle-gateway/gateway-api';
import { parseAllowedSource, SourceAddressError } from '@oracle-gateway/node-api';
import { type Address, AddressError, parseAddress } from '@oracle-gateway/protocol';
import { Value } from '@sinclair/typebox/value';
import { parse as parseToml, TomlError } from 'smol-toml';
import { type ConfigFile, ConfigFileSchema } from './config-schema.js';
import { type GatewayKeypair, KeypairError, parseKeypair } from './gateway-keypair.js';

/** A setting is missing or breaks a rule. Names the key and the rule, never the value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(
    readonly key: string,
    readonly rule: string,
  ) {
    super(`${key}: ${rule}`);
  }
}

/** Everything that may be logged. Keys and defaults: docs/configuration/gateway.md. */
export interface Config {
  readonly server: ConfigFile['server'];
  readonly programId: Address;
  readonly network: string;
  readonly agent: ConfigFile['agent'];
  readonly settlementEnabled: boolean;
  readonly ledger: ConfigFile['ledger'];
  readonly rounds: ConfigFile['rounds'];
  readonly outbox: ConfigFile['outbox'];
  readonly allowedSources: readonly string[];
  readonly metrics: ConfigFile['metrics'];
  readonly logLevel: ConfigFile['log']['level'];
}

/** What must not be logged: URLs may carry passwords and API keys. */
export interface Secrets {
  readonly gatewayKeypair: GatewayKeypair;
  readonly rpcUrl: string;
  readonly outboxUrl: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const check = compileCheck(ConfigFileSchema, 'config');

/** Reads one TOML file and the environment. Throws {@link ConfigError}. */
export async function loadConfig(path: string, environment: Environment = process.env): Promise<{ config: Config; secrets: Secrets }> {
  const file = parseConfigFile(await readText('--config', path));
  return { config: toConfig(file), secrets: await readSecrets(file, environment) };
}

/** Parses the text of a configuration file and fills in the defaults. Throws {@link ConfigError}. */
export function parseConfigFile(text: string): ConfigFile {
  try {
    const file = check(Value.Default(ConfigFileSchema, parseToml(text)));
    checkAcrossFields(file);
    return file;
  } catch (error) {
    if (error instanceof TomlError) throw new ConfigError(`line ${error.line}`, 'is not valid TOML');
    if (error instanceof ContractError) throw new ConfigError(error.field, error.rule);
    throw error;
  }
}

function checkAcrossFields({ rounds, server, sources, metrics }: ConfigFile): void {
  if (rounds.observe_deadline_ms + 2 * rounds.sign_deadline_ms > rounds.deadline_ms) {
    throw new ConfigError('rounds.deadline_ms', 'must be at least observe_deadline_ms + 2 × sign_deadline_ms');
  }
  server.trusted_proxies.forEach((proxy, position) => requireAddressRange(proxy, `server.trusted_proxies.${position}`));
  server.cors_origins.forEach((origin, position) => requireOrigin(origin, `server.cors_origins.${position}`));
  sources.allowed.forEach((source, position) => requireSource(source, `sources.allowed.${position}`));
  if (metrics.port !== 0 && metrics.port === server.port) throw new ConfigError('metrics.port', 'must differ from server.port');
}

function requireAddressRange(text: string, key: string): void {
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  const prefixOk = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
  if (version === 0 || !prefixOk || rest.length > 0) throw new ConfigError(key, 'must be an IP address or a CIDR range');
}

function requireOrigin(text: string, key: string): void {
  if (text === '*') return;
  if (!URL.canParse(text) || new URL(text).origin !== text)
    throw new ConfigError(key, 'must be an origin such as https://app.example, or *');
}

function requireSource(text: string, key: string): void {
  try {
    parseAllowedSource(text);
  } catch (error) {
    if (error instanceof SourceAddressError) throw new ConfigError(key, error.message);
    throw error;
  }
}

function toConfig(file: ConfigFile): Config {
  return {
    server: file.server,
    programId: readProgramId(file.solana.program_id),
    network: file.solana.network,
    agent: file.agent,
    settlementEnabled: file.settlement.enabled,
    ledger: file.ledger,
    rounds: file.rounds,
    outbox: file.outbox,
    allowedSources: file.sources.allowed,
    metrics: file.metrics,
    logLevel: file.log.level,
  };
}

function readProgramId(text: string): Address {
  try {
    return parseAddress(text);
  } catch (error) {
    if (error instanceof AddressError) throw new ConfigError('solana.program_id', 'must be the base58 form of 32 bytes');
    throw error;
  }
}

async function readSecrets(file: ConfigFile, environment: Environment): Promise<Secrets> {
  return {
    gatewayKeypair: await readKeypair(file, environment),
    rpcUrl: requireUrl(environment['ORACLE_GATEWAY_RPC_URL'] ?? file.solana.rpc_url, 'solana.rpc_url', ['http:', 'https:']),
    outboxUrl: requireUrl(environment['ORACLE_GATEWAY_DB_PATH'] ?? file.settlement.db_path, 'settlement.db_path', [
      'redis:',
      'rediss:',
      'unix:',
    ]),
  };
}

async function readKeypair(file: ConfigFile, environment: Environment): Promise<GatewayKeypair> {
  const key = 'settlement.gateway_keypair_path';
  const inline = environment['ORACLE_GATEWAY_KEYPAIR'];
  const path = file.settlement.gateway_keypair_path;
  if (inline === undefined && path === undefined) throw new ConfigError(key, 'is required: the gateway signs its requests to the nodes');
  const source = inline === undefined ? key : 'ORACLE_GATEWAY_KEYPAIR';
  const text = inline ?? (await readText(key, path ?? ''));
  try {
    return parseKeypair(text);
  } catch (error) {
    if (error instanceof KeypairError) throw new ConfigError(source, error.rule);
    throw error;
  }
}

function requireUrl(text: string | undefined, key: string, protocols: readonly string[]): string {
  if (text === undefined) throw new ConfigError(key, 'is required');
  const allowed = protocols.some((protocol) => text.startsWith(protocol));
  if (!allowed || !URL.canParse(text)) throw new ConfigError(key, `must be a URL that starts with ${protocols.join(' or ')}`);
  return text;
}

async function readText(key: string, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    throw new ConfigError(key, 'names a file that cannot be read');
  }
}
