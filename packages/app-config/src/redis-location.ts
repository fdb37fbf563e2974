import { createPrivateKey, X509Certificate } from 'node:crypto';
import { type Static, type TArray, type TString, Type } from '@sinclair/typebox';
import { ConfigError } from './config-error.js';
import { readAll, readEach } from './read-all.js';
import { table, text } from './schema.js';
import { readRenewable, type Renewable } from './renewable.js';
import { type Environment, readNamedFile, readSecretFile, type Setting } from './setting.js';
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
    username: Type.Optional(text('User of the servers’ ACL. Without it: the default user.')),
    password_path: Type.Optional(
      text(
        `File with the password of that user, so that \`${urlKey}\` needs none. It is read again when the process connects. \`${PASSWORD_VARIABLE}\` (the password) takes precedence.`,
      ),
    ),
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
        text(
          `File with the Sentinels’ own password, read again when the process connects. \`${SENTINEL_PASSWORD_VARIABLE}\` (the password) takes precedence.`,
        ),
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
  readonly password?: Renewable<string>;
  readonly tls: RedisTls | null;
}

/** One server: its URL, with the files of TLS or the password beside it if settings name any. The URL may hold a password. */
export type RedisServerLocation = string | (RedisLogin & { readonly kind: 'server'; readonly url: string });

/** One server, or how Sentinels or a Cluster are reached. It may hold passwords. */
export type RedisLocation =
  | RedisServerLocation
  | (RedisLogin & { readonly kind: 'cluster'; readonly nodes: readonly RedisPlace[] })
  | (RedisLogin & {
      readonly kind: 'sentinel';
      readonly name: string;
      readonly sentinels: readonly RedisPlace[];
      readonly sentinelUsername?: string;
      readonly sentinelPassword?: Renewable<string>;
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
  const { servers, tls, password, sentinelPassword } = await readAll({
    servers: () => readServers(redis, url, environment),
    tls: () => readTls(redis),
    password: () => readPassword(environment, PASSWORD_VARIABLE, 'redis.password_path', redis.password_path),
    sentinelPassword: () => readSentinelPassword(redis, environment),
  });
  const login = {
    ...(redis.username === undefined ? {} : { username: redis.username }),
    ...(password === undefined ? {} : { password }),
  };
  if (servers.kind === 'server') {
    const given = { ...login, tls: usesTlsFiles(redis) ? tls : null };
    return Object.keys(login).length === 0 && given.tls === null ? servers.url : { ...servers, ...given };
  }
  const overTls = redis.tls ? tls : null;
  if (servers.kind === 'cluster') return { ...servers, ...login, tls: overTls };
  const { username, tls: sentinelsOverTls } = redis.sentinel;
  return {
    ...servers,
    ...login,
    tls: overTls,
    ...(username === undefined ? {} : { sentinelUsername: username }),
    ...(sentinelPassword === undefined ? {} : { sentinelPassword }),
    sentinelTls: sentinelsOverTls ? tls : null,
  };
}

type Servers =
  | { readonly kind: 'server'; readonly url: string }
  | { readonly kind: 'cluster'; readonly nodes: readonly RedisPlace[] }
  | { readonly kind: 'sentinel'; readonly name: string; readonly sentinels: readonly RedisPlace[] };

async function readServers(redis: RedisTable, url: ServerUrl, environment: Environment): Promise<Servers> {
  const { sentinel, cluster } = redis;
  const inline = environment[url.variable] ?? url.value;
  const [hasSentinels, hasCluster] = [sentinel.hosts.length > 0, cluster.nodes.length > 0];
  if (hasSentinels && hasCluster)
    throw new ConfigError('redis.cluster.nodes', 'must not stand beside redis.sentinel.hosts: remove one of the two');
  if (hasSentinels || hasCluster) {
    const used = hasSentinels ? 'redis.sentinel.hosts' : 'redis.cluster.nodes';
    if (inline !== undefined) throw new ConfigError(used, `must not stand beside ${url.key} or ${url.variable}: remove one of the two`);
    if (hasCluster) return { kind: 'cluster', nodes: await readPlaces(used, cluster.nodes) };
    const { name, sentinels } = await readAll({
      name() {
        if (sentinel.name !== undefined) return sentinel.name;
        throw new ConfigError('redis.sentinel.name', 'is required beside redis.sentinel.hosts');
      },
      sentinels: () => readPlaces(used, sentinel.hosts),
    });
    return { kind: 'sentinel', name, sentinels };
  }
  const ofSentinels = (['name', 'username', 'password_path'] as const).find((key) => sentinel[key] !== undefined);
  if (ofSentinels !== undefined) throw new ConfigError('redis.sentinel.hosts', `is required beside redis.sentinel.${ofSentinels}`);
  if (inline === undefined) {
    const rule = `is required, here or in ${url.variable}, for one server; or redis.sentinel.hosts for Sentinels, or redis.cluster.nodes for a Cluster`;
    throw new ConfigError(url.key, rule);
  }
  const name = environment[url.variable] === undefined ? url.key : url.variable;
  return { kind: 'server', url: readServerUrl({ name, text: inline }, redis, environment) };
}

/** The URL of one server says all of this. A setting that is passed over could leave out a password or TLS. */
function readServerUrl(setting: Setting, redis: RedisTable, environment: Environment): string {
  const url = readUrl(setting, ['redis:', 'rediss:', 'unix:']);
  const { protocol, username, password } = new URL(url);
  if (redis.tls) throw new ConfigError('redis.tls', `is for Sentinels and a Cluster; write rediss: in ${setting.name} for one server`);
  const file = TLS_FILES.find((key) => redis[key] !== undefined);
  if (file !== undefined && protocol !== 'rediss:')
    throw new ConfigError(`redis.${file}`, `needs a URL that starts with rediss: in ${setting.name}`);
  const hasPassword = environment[PASSWORD_VARIABLE] !== undefined || redis.password_path !== undefined;
  const passwordName = environment[PASSWORD_VARIABLE] === undefined ? 'redis.password_path' : PASSWORD_VARIABLE;
  const given = redis.username !== undefined ? 'redis.username' : hasPassword ? passwordName : undefined;
  if (given === undefined) return url;
  if (protocol === 'unix:') throw new ConfigError(given, `needs a URL that starts with redis: or rediss: in ${setting.name}`);
  if ((redis.username !== undefined && username !== '') || (hasPassword && password !== ''))
    throw new ConfigError(given, `must not stand beside a login in ${setting.name}: remove one of the two`);
  if (redis.username !== undefined && !hasPassword && password === '')
    throw new ConfigError('redis.username', `needs a password; name its file in redis.password_path`);
  return url;
}

const TLS_FILES = ['tls_ca_path', 'tls_certificate_path', 'tls_key_path'] as const;

type TlsSettings = Pick<RedisTable, (typeof TLS_FILES)[number]>;

function usesTlsFiles(settings: TlsSettings): boolean {
  return TLS_FILES.some((key) => settings[key] !== undefined);
}

async function readTls(settings: TlsSettings): Promise<RedisTls> {
  const { ca, shown } = await readAll({
    ca: () => (settings.tls_ca_path === undefined ? undefined : readCertificates('redis.tls_ca_path', settings.tls_ca_path)),
    shown: () => readShownCertificate(settings),
  });
  return { ...(ca === undefined ? {} : { ca }), ...shown };
}

async function readShownCertificate({ tls_certificate_path: certificatePath, tls_key_path: keyPath }: TlsSettings): Promise<RedisTls> {
  if (certificatePath === undefined && keyPath === undefined) return {};
  if (certificatePath === undefined) throw new ConfigError('redis.tls_certificate_path', 'is required beside redis.tls_key_path');
  if (keyPath === undefined) throw new ConfigError('redis.tls_key_path', 'is required beside redis.tls_certificate_path');
  const { certificate, key } = await readAll({
    certificate: () => readCertificates('redis.tls_certificate_path', certificatePath),
    key: () => readSecretFile('redis.tls_key_path', keyPath),
  });
  if (!isPair(certificate, key.text)) {
    throw new ConfigError('redis.tls_key_path', 'must name the private key of redis.tls_certificate_path in PEM form');
  }
  return { certificate, key: key.text };
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

/** undefined: no password is asked for. */
async function readPassword(
  environment: Environment,
  variable: string,
  key: string,
  path: string | undefined,
): Promise<Renewable<string> | undefined> {
  if (environment[variable] === undefined && path === undefined) return undefined;
  return readRenewable({ environment, variable, key, value: path }, ({ name, text: content }) => {
    const password = content.replace(/\r?\n$/, '');
    if (password === '') throw new ConfigError(name, 'must hold a password, and is empty; leave it out where Redis asks for none');
    return password;
  });
}

function readSentinelPassword({ sentinel }: RedisTable, environment: Environment): Promise<Renewable<string> | undefined> | undefined {
  if (sentinel.hosts.length === 0 && sentinel.password_path === undefined) return undefined;
  return readPassword(environment, SENTINEL_PASSWORD_VARIABLE, 'redis.sentinel.password_path', sentinel.password_path);
}

function readPlaces(key: string, texts: readonly string[]): Promise<readonly RedisPlace[]> {
  return readEach(texts, (place, position) => {
    const [, bracketed, plain, port] = /^(?:\[([0-9A-Fa-f:.]+)\]|([^\s:/@[\]]+)):(\d{1,5})$/.exec(place) ?? [];
    const host = bracketed ?? plain;
    if (host === undefined || Number(port) < 1 || Number(port) > MAX_PORT) {
      throw new ConfigError(`${key}[${position}]`, 'must be host:port, such as 10.0.0.1:6379 or [::1]:6379');
    }
    return { host, port: Number(port) };
  });
}
