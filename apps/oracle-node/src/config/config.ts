import {
  camelCased,
  type CamelCased,
  ConfigError,
  createConfigFile,
  type Environment,
  readAll,
  readEach,
  readKey,
  readRpcUrls,
  readSecretFile,
  readSettingFile,
  type RpcUrlSetting,
} from '@oracle-gateway/app-config';
import { isAllowedSourceText } from '@oracle-gateway/node-api';
import { parseAddress, type Address } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import type { EncryptionKeyPair } from '@oracle-gateway/protocol/sealed';
import { x25519 } from '@noble/curves/ed25519.js';
import { ConfigFile, MAX_TOKEN_CHARS, MIN_TOKEN_CHARS, RPC_URL_VARIABLE } from './config-schema.js';
import { fixturesFault } from '../source/fixtures.js';
import { availableParallelism } from 'node:os';

const SECRET_KEY_VARIABLE = 'ORACLE_NODE_SECRET_KEY';
const ENCRYPTION_KEY_VARIABLE = 'ORACLE_NODE_ENCRYPTION_KEY';
const ENCRYPTION_KEY = 'node.encryption_key_path';
const PREVIOUS_KEYS = 'node.previous_secret_key_paths';

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
  readonly rpcUrls: readonly RpcUrlSetting[];
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

const configFile = createConfigFile(ConfigFile, { 'allowed-source': isAllowedSourceText });

/** Reads a configuration file, the key files it names and the environment. Throws ConfigError, with everything that cannot be used. */
export function loadConfig(path: string, environment: Environment = process.env): Promise<LoadedConfig> {
  return configFile.load(path, async (file) => {
    const { keys, rpcUrls, faultsToken } = await readAll({
      keys: () => readKeys(file.node, environment),
      rpcUrls: () => readRpcUrls(file.solana, environment, RPC_URL_VARIABLE),
      registry: () => requireFreshRegistry(file.registry),
      faultsToken: () => readFaultsToken(file),
      fixtures: () => requireFixtures(file),
      ports: () => requireOwnPort(file),
    });
    return { config: configOf(file), secrets: { rpcUrls, ...keys, ...(faultsToken === undefined ? {} : { faultsToken }) } };
  });
}

type Keys = Pick<Secrets, 'secretKey' | 'previousSecretKeys' | 'encryptionKeys'>;

async function readKeys(node: ConfigFile['node'], environment: Environment): Promise<Keys> {
  const { secretKey, previousSecretKeys, encryptionKeys } = await readAll({
    async secretKey() {
      const place = { environment, variable: SECRET_KEY_VARIABLE, key: 'node.secret_key_path', value: node.secret_key_path };
      return readKey(await readSettingFile(place), 'signing');
    },
    previousSecretKeys: () => readPreviousKeys(node),
    encryptionKeys: () => readEncryptionKeys(node, environment),
  });
  const signingKeys = [secretKey, ...previousSecretKeys];
  await readAll({
    signing() {
      if (signingKeys.some((key, position) => signingKeys.slice(0, position).some((other) => equalBytes(other, key))))
        throw new ConfigError(PREVIOUS_KEYS, 'must name files with earlier keys, each of another key');
    },
    encryption() {
      if (encryptionKeys.some((pair) => signingKeys.some((key) => equalBytes(pair.secretKey, key))))
        throw new ConfigError(ENCRYPTION_KEY, 'must not hold a signing key of this node; make another one with oracle-node keygen');
    },
  });
  return { secretKey, previousSecretKeys, encryptionKeys };
}

function readPreviousKeys({ previous_secret_key_paths: paths }: ConfigFile['node']): Promise<readonly Uint8Array[]> {
  return readEach(paths, async (path) => readKey(await readSecretFile(PREVIOUS_KEYS, path), 'signing'));
}

async function readEncryptionKeys(
  { encryption_key_path: value, previous_encryption_key_path: previousPath }: ConfigFile['node'],
  environment: Environment,
): Promise<readonly EncryptionKeyPair[]> {
  const [variable, key] = [ENCRYPTION_KEY_VARIABLE, ENCRYPTION_KEY];
  if (value === undefined && previousPath === undefined && environment[variable] === undefined) {
    return [];
  }
  const places = [
    () => readSettingFile({ environment, variable, key, value }),
    ...(previousPath === undefined ? [] : [() => readSecretFile('node.previous_encryption_key_path', previousPath)]),
  ];
  return readEach(places, async (read) => {
    const secretKey = readKey(await read(), 'encryption');
    // This is `getPublicKey` without its tables for many keys, which take five times as long to compute as one product.
    return { secretKey, publicKey: x25519.scalarMult(secretKey, x25519.GuBytes) };
  });
}

function requireFreshRegistry({ max_age_seconds: maxAge, poll_interval_seconds: interval }: ConfigFile['registry']): void {
  if (maxAge < 2 * interval) throw new ConfigError('registry.max_age_seconds', 'must be at least twice registry.poll_interval_seconds');
}

/** undefined: the file names no token. */
async function readFaultsToken({ faults, server }: ConfigFile): Promise<string | undefined> {
  if (faults.enabled && !['127.0.0.1', '::1', 'localhost'].includes(server.host)) {
    throw new ConfigError('faults.enabled', 'must be false unless server.host is a loopback address');
  }
  const { token, token_path: path } = faults;
  if (token !== undefined && path !== undefined)
    throw new ConfigError('faults.token_path', 'must not stand beside faults.token: remove one of the two');
  if (path !== undefined) {
    const { name, text } = await readSecretFile('faults.token_path', path);
    const inFile = text.trim();
    if (inFile.length < MIN_TOKEN_CHARS || inFile.length > MAX_TOKEN_CHARS)
      throw new ConfigError(name, `must name a file with ${MIN_TOKEN_CHARS} to ${MAX_TOKEN_CHARS} characters`);
    return inFile;
  }
  if (faults.enabled && token === undefined)
    throw new ConfigError('faults.token', 'is required when faults.enabled is true, here or in the file of faults.token_path');
  return token;
}

function requireFixtures({ sources, solana }: ConfigFile): void {
  const fault = fixturesFault(sources.fixtures, solana.network);
  if (fault !== null) throw new ConfigError('sources.fixtures', fault);
}

function requireOwnPort({ server, metrics }: ConfigFile): void {
  if (metrics.port !== 0 && metrics.port === server.port) throw new ConfigError('metrics.port', 'must differ from server.port');
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
