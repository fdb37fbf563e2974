import { Cluster, type Command, Redis, type RedisOptions } from 'ioredis';
import { OutboxLocationError } from '../records/errors.js';
import { connectionError } from './connection-error.js';
import { followPasswords } from './follow-passwords.js';
import { gatherWrites } from './gathered-writes.js';
import type { ClusterLocation, OutboxLocation, ServerLocation, ServerLogin } from './location.js';
import type { OutboxConnection } from './scripts.js';
import { tlsOptions, tlsTrouble } from './tls-handshake.js';

const CONNECT_TIMEOUT_MS = 5_000;
const COMMAND_TIMEOUT_MS = 5_000;
const MAX_RECONNECT_DELAY_MS = 1_000;
/** A connection on which an answer is overdue for this long is replaced: it may swallow everything while new ones pass. */
const SILENCE_LIMIT_MS = 6_000;
/** A queue's consumer asks the server to wait up to ten seconds for a job. */
const BLOCKING_SILENCE_LIMIT_MS = 15_000;
/** A command follows a failover for as long as it may take: one check each 100 ms until its time is up. */
const MAX_REDIRECTIONS = 64;
const SLOTS_REFRESH_INTERVAL_MS = 5_000;

/** Options without what changes the form of replies. */
type ServerOptions = Omit<RedisOptions, 'replyMapping' | 'protocol'>;

/** The listener of a connection, and whether its commands wait on purpose. */
export interface ConnectOptions {
  /** Trouble with the connection; it reconnects by itself. The error holds name, message and code, and nothing of the location. */
  readonly onError?: (error: Error) => void;
  /** True for a connection on which commands wait on purpose (a queue's consumer): no time limit and no limit of retries. */
  readonly blocking?: boolean;
}

/**
 * Opens the outbox's server: `redis://`, `rediss://` or `unix:<socket path>`, the primary that Sentinels name, or a Cluster. Commands give
 * up after five seconds, so that a caller never waits longer for a server that is gone; what a command that gave up has done is then
 * unknown to its caller. A connection that has gone silent, or has turned read-only, is replaced. The connection finds the new primary
 * after a failover. Throws OutboxLocationError.
 * @example
 * const redis = connectRedis('rediss://:password@redis.example:6379');
 */
export function connectRedis(location: string | ServerLocation, options?: ConnectOptions): Redis;
export function connectRedis(location: OutboxLocation, options?: ConnectOptions): OutboxConnection;
export function connectRedis(location: OutboxLocation, options: ConnectOptions = {}): OutboxConnection {
  const { onError = () => undefined } = options;
  const redis = followPasswords(open(location, connectionOptions(options), options), passwordsOf(location));
  let isAsking = false;
  const tell = (error: Error): void => {
    onError(connectionError(error));
    if (isAsking || 'code' in error) return;
    isAsking = true;
    const end = (reason?: Error): void => {
      isAsking = false;
      if (reason !== undefined) onError(reason);
    };
    tlsTrouble(location).then(end, end);
  };
  redis.on('error', tell);
  // A Cluster names the trouble of single servers apart, and goes on with the others.
  redis.on('node error', tell);
  // A Cluster has a connection to each server.
  if (redis instanceof Cluster) redis.on('+node', gatherWrites);
  else gatherWrites(redis);
  return redis;
}

function open(location: OutboxLocation, options: ServerOptions, connect: ConnectOptions): OutboxConnection {
  if (typeof location === 'string') {
    const socketPath = socketPathOf(location);
    return socketPath === undefined ? new Redis(location, options) : new Redis({ ...options, path: socketPath });
  }
  if (location.kind === 'cluster') return openCluster(location, options, connect);
  if (location.kind === 'server') return openServer(location, options);
  const { name, sentinels, sentinelUsername, sentinelPassword, sentinelTls } = location;
  return new LastingRedis({
    ...options,
    ...loginOptions(location),
    name,
    sentinels: [...sentinels],
    role: 'master',
    // Hears of a failover from the Sentinels, should the old primary still answer.
    failoverDetector: true,
    sentinelRetryStrategy: retryDelayMs,
    ...(sentinelUsername === undefined ? {} : { sentinelUsername }),
    ...(sentinelPassword === undefined ? {} : { sentinelPassword: sentinelPassword.current() }),
    ...(sentinelTls === null ? {} : { sentinelTLS: tlsOptions(sentinelTls) }),
    ...(location.tls === null ? {} : { enableTLSForSentinelMode: true }),
  });
}

function openServer({ url, tls, ...login }: ServerLocation, options: ServerOptions): Redis {
  // With any other protocol, ioredis would leave out TLS, or these files.
  if (tls !== null && !/^rediss:\/\/./.test(url))
    throw new OutboxLocationError('the outbox location must be rediss:// beside files of TLS');
  const address = new URL(url);
  // A user of the URL would bring an empty password along.
  const username = login.username ?? decodeURIComponent(address.username);
  if (login.password !== undefined) address.username = '';
  return new Redis(address.href, { ...options, ...loginOptions({ ...login, ...(username === '' ? {} : { username }), tls }) });
}

function openCluster(location: ClusterLocation, options: ServerOptions, { blocking = false }: ConnectOptions): Cluster {
  const clusterOptions = {
    redisOptions: { ...options, ...loginOptions(location) },
    clusterRetryStrategy: retryDelayMs,
    maxRedirections: MAX_REDIRECTIONS,
    slotsRefreshInterval: SLOTS_REFRESH_INTERVAL_MS,
    slotsRefreshTimeout: COMMAND_TIMEOUT_MS,
    // A connect() whose check finds the cluster in a failover never settles, and a queue's consumer waits for it.
    ...(blocking ? { enableReadyCheck: false } : {}),
    // A certificate names hosts: their names must reach the check.
    ...(location.tls === null ? {} : { dnsLookup: keepHostName }),
  };
  const nodes = location.nodes.map(({ host, port }) => ({ host, port }));
  return blocking ? new Cluster(nodes, clusterOptions) : new PatientCluster(nodes, clusterOptions);
}

/**
 * A connection through Sentinels that ends only when it is told to. ioredis ends one for good when the word of a failover arrives while it asks the
 * Sentinels for the primary.
 */
class LastingRedis extends Redis {
  private isOver = false;

  constructor(options: ServerOptions) {
    super(options);
    this.on('end', () => {
      if (!this.isOver) setTimeout(() => this.begin(), retryDelayMs(1)).unref();
    });
  }

  override disconnect(reconnect = false): void {
    if (!reconnect) this.isOver = true;
    super.disconnect(reconnect);
  }

  private begin(): void {
    if (!this.isOver) this.connect().catch(() => undefined);
  }
}

/** A Cluster whose commands give up as those of one server do, also while no server of the cluster is known or answers. */
class PatientCluster extends Cluster {
  override sendCommand(...[command, ...rest]: Parameters<Cluster['sendCommand']>): unknown {
    const timed: Command = command;
    timed.setTimeout(COMMAND_TIMEOUT_MS);
    return super.sendCommand(command, ...rest);
  }
}

function connectionOptions({ blocking = false }: ConnectOptions): ServerOptions {
  return {
    connectTimeout: CONNECT_TIMEOUT_MS,
    retryStrategy: retryDelayMs,
    // A primary that became a replica stays one: behind the same address there may be a new primary by now.
    reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
    ...(blocking
      ? { maxRetriesPerRequest: null, socketTimeout: BLOCKING_SILENCE_LIMIT_MS }
      : { commandTimeout: COMMAND_TIMEOUT_MS, socketTimeout: SILENCE_LIMIT_MS }),
  };
}

function retryDelayMs(attempt: number): number {
  return Math.min(attempt * 50, MAX_RECONNECT_DELAY_MS);
}

function loginOptions({ username, password, tls }: ServerLogin): ServerOptions {
  return {
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password: password.current() }),
    ...(tls === null ? {} : { tls: tlsOptions(tls) }),
  };
}

function passwordsOf(location: OutboxLocation): Parameters<typeof followPasswords>[1] {
  if (typeof location === 'string') return {};
  const { password } = location;
  const sentinelPassword = location.kind === 'sentinel' ? location.sentinelPassword : undefined;
  return { ...(password === undefined ? {} : { password }), ...(sentinelPassword === undefined ? {} : { sentinelPassword }) };
}

function keepHostName(host: string, callback: (error: null, address: string) => void): void {
  callback(null, host);
}

/** The path of a `unix:` location; undefined for a network location. */
function socketPathOf(location: string): string | undefined {
  if (/^rediss?:\/\/./.test(location)) return undefined;
  const [, path] = /^unix:(?:\/\/)?(\/.+)$/.exec(location) ?? [];
  if (path === undefined) throw new OutboxLocationError('the outbox location must be redis://, rediss:// or unix: with an absolute path');
  return path;
}
