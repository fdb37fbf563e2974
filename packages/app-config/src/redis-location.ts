import { createPrivateKey, X509Certificate } from 'node:crypto';
import { type Static, type TArray, type TString, Type } from '@sinclair/typebox';
import { ConfigError } from './config-error.js';
import { table, text } from './schema.js';
import { type Environment, readNamedFile, readSecretFile, readSetting, type Setting } from './setting.js';
import { readUrl } from './url.js';

const PASSWORD_VARIABLE = 'ORACLE_GATEWAY_REDIS_PASSWORD';
const SENTINEL_PASSWORD_VARIABLE = 'ORACLE_GATEWAY_SENTINEL_PASSWORD';
const MAX_PLACES = 32;
const MAX_PORT = 65_535;

function places(description: string): TArray<TString> {
  return Type.Array(Type.String({ minLength: 1, maxLength: 260, title: 'host:port' }), {
    title: `a list of at most ${MAX_PLACES} entries host:port`,
    description,
    default: [],
    maxItems: MAX_PLACES,
  });
}

/** Members of `[redis]`: TLS, and Redis beyond one machine. `urlKey` is the setting that names one server instead. */
function redisMembers(urlKey: string) {
  return {
    username: Type.Optional(text('User of the servers’ ACL, with Sentinels or a Cluster. Without it: the default user.')),
    password_path: Type.Optional(text(`File with the password of that user. \`${PASSWORD_VARIABLE}\` (the password) takes precedence.`)),
    tls: Type.Boolean({
      default: false,
      description: 'Connects to the servers that the Sentinels name, or to those of the Cluster, by TLS.',
    }),
    tls_ca_path: Type.Optional(
      text('PEM file of the authorities that may sign certificates of servers and Sentinels. Without it: the authorities of Node.'),
    ),
    tls_certificate_path: Type.Optional(
      text('PEM file of the certificate that this process shows to servers that ask for one. Needs `redis.tls_key_path`.'),
    ),
    tls_key_path: Type.Optional(text('PEM file of the private key of that certificate.')),
    sentinel: table({
      name: Type.Optional(text('What the Sentinels call the primary (`sentinel monitor <name>`).', { maxLength: 256 })),
      hosts: places(`Sentinels, in place of \`${urlKey}\`. The process asks them for the primary, at start and after each failover.`),
      username: Type.Optional(text('User of the Sentinels’ own ACL.')),
      password_path: Type.Optional(
        text(`File with the Sentinels’ own password. \`${SENTINEL_PASSWORD_VARIABLE}\` (the password) takes precedence.`),
      ),
      tls: Type.Boolean({ default: false, description: 'Connects to the Sentinels by TLS.' }),
    }),
    cluster: table({
      nodes: places(`Some servers of a Redis Cluster, in place of \`${urlKey}\`. They name all others.`),
    }),
  };
}

/** `[redis]` of gateways and settlement workers. */
export const redisTable = table(redisMembers('settlement.db_path'));

/** Members of `[redis]` of keepers, beside its `url`. */
export const keeperRedisMembers = redisMembers('redis.url');

export interface RedisPlace {
  readonly host: string;
  readonly port: number;
}

/** PEM texts. */
export interface RedisTls {
  readonly ca?: string;
  readonly certificate?: string;
  readonly key?: string;
}

interface RedisLogin {
  readonly username?: string;
  readonly password?: string;
  readonly tls: RedisTls | null;
}

/** One server: its URL, and the files of TLS if settings name any. It may hold a password. */
export type RedisServerLocation = string | { readonly kind: 'server'; readonly url: string; readonly tls: RedisTls };

/** One server, or how Sentinels or a Cluster are reached. It may hold passwords. */
export type RedisLocation =
  | RedisServerLocation
  | (RedisLogin & { readonly kind: 'cluster'; readonly nodes: readonly RedisPlace[] })
  | (RedisLogin & {
      readonly kind: 'sentinel';
      readonly name: string;
      readonly sentinels: readonly RedisPlace[];
      readonly sentinelUsername?: string;
      readonly sentinelPassword?: string;
      readonly sentinelTls: RedisTls | null;
    });

/** The setting that names one server by its URL. */
export interface ServerUrl {
  readonly key: string;
  readonly variable: string;
  readonly value: string | undefined;
}

export type RedisTable = Static<typeof redisTable>;

/** Whether a failover may make another server the primary: a write counts then only once a replica has it. */
export function hasFailover({ sentinel, cluster }: Pick<RedisTable, 'sentinel' | 'cluster'>): boolean {
  return sentinel.hosts.length + cluster.nodes.length > 0;
}

/** One server, Sentinels or a Cluster: exactly one of them. Throws ConfigError. */
export async function readRedisLocation(redis: RedisTable, url: ServerUrl, environment: Environment): Promise<RedisLocation> {
  const { sentinel, cluster } = redis;
  const hasUrl = url.value !== undefined || environment[url.variable] !== undefined;
  if (sentinel.hosts.length > 0 && cluster.nodes.length > 0) {
    throw new ConfigError('redis.cluster.nodes', 'must not stand beside redis.sentinel.hosts: remove one of the two');
  }
  if (sentinel.name !== undefined && sentinel.hosts.length === 0) {
    throw new ConfigError('redis.sentinel.hosts', 'is required beside redis.sentinel.name');
  }
  if (!hasFailover(redis)) return readOneServer(redis, url, environment);
  const used = sentinel.hosts.length > 0 ? 'redis.sentinel.hosts' : 'redis.cluster.nodes';
  if (hasUrl) throw new ConfigError(used, `must not stand beside ${url.key} or ${url.variable}: remove one of the two`);
  const tls = await readTls(redis);
  const login = await readLogin(redis, environment, tls);
  if (sentinel.hosts.length === 0) return { kind: 'cluster', nodes: readPlaces(used, cluster.nodes), ...login };
  if (sentinel.name === undefined) throw new ConfigError('redis.sentinel.name', 'is required beside redis.sentinel.hosts');
  const password = await readPassword(environment, SENTINEL_PASSWORD_VARIABLE, 'redis.sentinel.password_path', sentinel.password_path);
  return {
    kind: 'sentinel',
    name: sentinel.name,
    sentinels: readPlaces(used, sentinel.hosts),
    ...login,
    ...(sentinel.username === undefined ? {} : { sentinelUsername: sentinel.username }),
    ...(password === undefined ? {} : { sentinelPassword: password.text }),
    sentinelTls: sentinel.tls ? tls : null,
  };
}

async function readOneServer(redis: RedisTable, url: ServerUrl, environment: Environment): Promise<RedisServerLocation> {
  // The URL of one server says all of this. A setting that is passed over could leave out a password or TLS.
  const unused = (['username', 'password_path'] as const).find((key) => redis[key] !== undefined) ?? (redis.tls ? 'tls' : undefined);
  if (unused !== undefined) {
    throw new ConfigError(`redis.${unused}`, `needs redis.sentinel.hosts or redis.cluster.nodes; write it into ${url.key} otherwise`);
  }
  return readRedisServer(readSetting({ environment, ...url }), redis);
}

type TlsSettings = Pick<RedisTable, 'tls_ca_path' | 'tls_certificate_path' | 'tls_key_path'>;

async function readRedisServer(setting: Setting, settings: TlsSettings): Promise<RedisServerLocation> {
  const url = readUrl(setting, ['redis:', 'rediss:', 'unix:']);
  const used = (['tls_ca_path', 'tls_certificate_path', 'tls_key_path'] as const).find((key) => settings[key] !== undefined);
  if (used === undefined) return url;
  // With another URL scheme, the connection would have no TLS.
  if (!url.startsWith('rediss://')) throw new ConfigError(`redis.${used}`, `needs a URL that starts with rediss: in ${setting.name}`);
  return { kind: 'server', url, tls: await readTls(settings) };
}

async function readTls(settings: TlsSettings): Promise<RedisTls> {
  const { tls_ca_path: caPath, tls_certificate_path: certificatePath, tls_key_path: keyPath } = settings;
  const ca = caPath === undefined ? {} : { ca: await readCertificates('redis.tls_ca_path', caPath) };
  if (certificatePath === undefined && keyPath === undefined) return ca;
  if (certificatePath === undefined) throw new ConfigError('redis.tls_certificate_path', 'is required beside redis.tls_key_path');
  if (keyPath === undefined) throw new ConfigError('redis.tls_key_path', 'is required beside redis.tls_certificate_path');
  const certificate = await readCertificates('redis.tls_certificate_path', certificatePath);
  const { text: key } = await readSecretFile('redis.tls_key_path', keyPath);
  if (!isPair(certificate, key)) {
    throw new ConfigError('redis.tls_key_path', 'must name the private key of redis.tls_certificate_path in PEM form');
  }
  return { ...ca, certificate, key };
}

// A connection with files that OpenSSL refuses would end and not begin again.
async function readCertificates(name: string, path: string): Promise<string> {
  const { text: pem } = await readNamedFile(name, path);
  try {
    new X509Certificate(pem);
  } catch {
    throw new ConfigError(name, 'must name a file of certificates in PEM form');
  }
  return pem;
}

function isPair(certificate: string, key: string): boolean {
  try {
    return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}

async function readLogin(redis: RedisTable, environment: Environment, tls: RedisTls): Promise<RedisLogin> {
  const password = await readPassword(environment, PASSWORD_VARIABLE, 'redis.password_path', redis.password_path);
  return {
    ...(redis.username === undefined ? {} : { username: redis.username }),
    ...(password === undefined ? {} : { password: password.text }),
    tls: redis.tls ? tls : null,
  };
}

/** undefined: no password is asked for. */
async function readPassword(
  environment: Environment,
  variable: string,
  key: string,
  path: string | undefined,
): Promise<Setting | undefined> {
  const inline = environment[variable];
  if (inline !== undefined) return { name: variable, text: inline };
  if (path === undefined) return undefined;
  const { name, text: content } = await readSecretFile(key, path);
  return { name, text: content.replace(/\r?\n$/, '') };
}

function readPlaces(key: string, texts: readonly string[]): readonly RedisPlace[] {
  return texts.map((place, position) => {
    const [, bracketed, plain, port] = /^(?:\[([0-9A-Fa-f:.]+)\]|([^\s:/@[\]]+)):(\d{1,5})$/.exec(place) ?? [];
    const host = bracketed ?? plain;
    if (host === undefined || Number(port) < 1 || Number(port) > MAX_PORT) {
      throw new ConfigError(`${key}[${position}]`, 'must be host:port, such as 10.0.0.1:6379 or [::1]:6379');
    }
    return { host, port: Number(port) };
  });
}
