import {
  camelCased,
  type CamelCased,
  ConfigError,
  createConfigFileParser,
  type Environment,
  readKey,
  readNamedFile,
  readRpcUrls,
  readSecretFile,
  readSettingFile,
} from '@oracle-gateway/app-config';
import { isAllowedSourceText } from '@oracle-gateway/node-api';
import { equalBytes, parseAddress, type Address } from '@oracle-gateway/protocol';
import type { EncryptionKeyPair } from '@oracle-gateway/protocol/sealed';
import { x25519 } from '@noble/curves/ed25519.js';
import { ConfigFile, RPC_URL_VARIABLE } from './config-schema.js';
import { fixturesFault } from '../source/fixtures.js';
import { availableParallelism } from 'node:os';

const ENCRYPTION_KEY_VARIABLE = 'ORACLE_NODE_ENCRYPTION_KEY';

/** A table of the file, with its keys in camelCase. */
type Table<Name extends keyof ConfigFile> = CamelCased<ConfigFile[Name]>;

/** Settings of a node without its secrets; may be logged. */
export interface Config {
  readonly server: Table<'server'>;
  readonly solana: { readonly programId: Address; readonly network: string };
  readonly node: { readonly index: number };
  readonly sources: Table<'sources'> & { readonly threads: number };
  readonly registry: Table<'registry'>;
  readonly limits: Table<'limits'>;
  readonly metrics: Table<'metrics'>;
  readonly log: Table<'log'>;
  readonly faults: { readonly enabled: boolean };
}

/** Never logged. An RPC URL may hold an access key, so it counts as a secret. */
export interface Secrets {
  readonly rpcUrls: readonly string[];
  /** 32 bytes, the signing key of the registry slot. */
  readonly secretKey: Uint8Array;
  /** 32 bytes each: earlier signing keys of the slot, which sign registry snapshots alone. */
  readonly previousSecretKeys: readonly Uint8Array[];
  /** X25519, the current one first, then the one before it. */
  readonly encryptionKeys: readonly EncryptionKeyPair[];
  readonly faultsToken?: string;
}

export interface LoadedConfig {
  readonly config: Config;
  readonly secrets: Secrets;
}

/** Reads a configuration file, the key file it names and the environment. Throws ConfigError. */
export async function loadConfig(path: string, environment: Environment = process.env): Promise<LoadedConfig> {
  const file = parseConfigFile((await readNamedFile('--config', path)).text);
  requireConsistent(file);
  const secretKey = await readSettingFile({
    environment,
    variable: 'ORACLE_NODE_SECRET_KEY',
    key: 'node.secret_key_path',
    value: file.node.secret_key_path,
  });
  const { token } = file.faults;
  const signingKey = readKey(secretKey);
  const previousSecretKeys = await readPreviousKeys(file.node, signingKey);
  const encryptionKeys = await readEncryptionKeys(file.node, environment);
  const signingKeys = [signingKey, ...previousSecretKeys];
  if (encryptionKeys.some((pair) => signingKeys.some((key) => equalBytes(pair.secretKey, key)))) {
    throw new ConfigError('node.encryption_key_path', 'must not hold a signing key of this node; make another one with oracle-node keygen');
  }
  return {
    config: configOf(file),
    secrets: {
      rpcUrls: readRpcUrls(file.solana, environment, RPC_URL_VARIABLE),
      secretKey: signingKey,
      previousSecretKeys,
      encryptionKeys,
      ...(token === undefined ? {} : { faultsToken: token }),
    },
  };
}

async function readPreviousKeys(
  { previous_secret_key_paths: paths }: ConfigFile['node'],
  present: Uint8Array,
): Promise<readonly Uint8Array[]> {
  const name = 'node.previous_secret_key_paths';
  const keys: Uint8Array[] = [];
  for (const path of paths) {
    const key = readKey(await readSecretFile(name, path));
    if ([present, ...keys].some((other) => equalBytes(other, key))) {
      throw new ConfigError(name, 'must name files with earlier keys, each of another key');
    }
    keys.push(key);
  }
  return keys;
}

async function readEncryptionKeys(
  { encryption_key_path: value, previous_encryption_key_path: previousPath }: ConfigFile['node'],
  environment: Environment,
): Promise<readonly EncryptionKeyPair[]> {
  const [variable, key] = [ENCRYPTION_KEY_VARIABLE, 'node.encryption_key_path'];
  if (value === undefined && previousPath === undefined && environment[variable] === undefined) {
    return [];
  }
  const current = await readSettingFile({ environment, variable, key, value });
  const previous = previousPath === undefined ? [] : [await readSecretFile('node.previous_encryption_key_path', previousPath)];
  return [current, ...previous].map((setting) => {
    const secretKey = readKey(setting);
    // This is `getPublicKey` without its tables for many keys, which take five times as long to compute as one product.
    return { secretKey, publicKey: x25519.scalarMult(secretKey, x25519.GuBytes) };
  });
}

const parseConfigFile = createConfigFileParser(ConfigFile, { 'allowed-source': isAllowedSourceText });

function requireConsistent(file: ConfigFile): void {
  if (file.registry.max_age_seconds < 2 * file.registry.poll_interval_seconds) {
    throw new ConfigError('registry.max_age_seconds', 'must be at least twice registry.poll_interval_seconds');
  }
  if (file.faults.enabled && !['127.0.0.1', '::1', 'localhost'].includes(file.server.host)) {
    throw new ConfigError('faults.enabled', 'must be false unless server.host is a loopback address');
  }
  if (file.faults.enabled && file.faults.token === undefined) {
    throw new ConfigError('faults.token', 'is required when faults.enabled is true');
  }
  const fault = fixturesFault(file.sources.fixtures, file.solana.network);
  if (fault !== null) {
    throw new ConfigError('sources.fixtures', fault);
  }
}

/**
 * Two at the least, also on one core: a costly fetch of one requester and that of another are in different threads, which the kernel serves in
 * turns. Four at the most: then the thread that signs is the bound.
 */
export function defaultThreads(cores: number): number {
  return Math.min(4, Math.max(2, cores));
}

function configOf(file: ConfigFile): Config {
  const { server, solana, node, sources, registry, limits, metrics, log, faults } = camelCased(ConfigFile, file);
  return {
    server,
    solana: { programId: parseAddress(solana.programId), network: solana.network },
    node: { index: node.index },
    sources: { ...sources, threads: sources.threads ?? defaultThreads(availableParallelism()) },
    registry,
    limits,
    metrics,
    log,
    faults: { enabled: faults.enabled },
  };
}
