import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from './free-port.js';
import { redisCommand } from './redis-commands.js';
import { launchRedisServer, type RedisServer, type RedisServerOptions } from './redis-server.js';
import { tlsSettings } from './redis-tls.js';
import { spawnTied } from './spawn-tied.mjs';
import { until } from './until.js';

const FORMED_WITHIN_MS = 300_000;
const SENTINELS = 3;
const QUORUM = 2;

export interface RedisSentinelsOptions extends Omit<RedisServerOptions, 'port'> {
  /** Default 1. */
  readonly replicas?: number;
  /** After this long without an answer, the primary counts as dead and a replica takes over. Default 1,000. */
  readonly downAfterMs?: number;
}

export interface SentinelPlace {
  readonly host: string;
  readonly port: number;
  /** 0: the Sentinel does not listen for TLS. */
  readonly tlsPort: number;
}

export interface RedisSentinels {
  /** The first primary, then its replicas. */
  readonly servers: readonly RedisServer[];
  readonly sentinels: readonly SentinelPlace[];
  /** Name of the primary at the Sentinels. */
  readonly name: string;
  /** The server that the Sentinels call the primary now. */
  primary(): Promise<RedisServer>;
  /** Changes a setting of the primary and its replicas. */
  setOnAll(setting: string, value: string): Promise<void>;
  stop(): Promise<void>;
}

/** Starts one primary with replicas on 127.0.0.1 and three Sentinels, and resolves once the Sentinels know each other and the replicas. */
export async function launchRedisSentinels(options: RedisSentinelsOptions): Promise<RedisSentinels> {
  const { replicas = 1, downAfterMs = 1_000, dataDir, settings = {}, ...command } = options;
  const name = 'oracle';
  const common = { 'repl-diskless-sync-delay': '0', ...settings };
  const first = await launchRedisServer({ ...command, dataDir: join(dataDir, 'server-0'), settings: common });
  const servers = [first];
  const stops = [first.stop];
  const stop = async (): Promise<void> => {
    await Promise.all(stops.map((end) => end()));
  };
  try {
    for (let index = 1; index <= replicas; index += 1) {
      const replica = { ...common, replicaof: `127.0.0.1 ${portOf(first)}` };
      const server = await launchRedisServer({ ...command, dataDir: join(dataDir, `server-${index}`), settings: replica });
      servers.push(server);
      stops.push(server.stop);
    }
    const sentinels: SentinelPlace[] = [];
    for (let index = 0; index < SENTINELS; index += 1) {
      const folder = join(dataDir, `sentinel-${index}`);
      const sentinel = await launchSentinel({ ...command, folder, name, primaryPort: portOf(first), downAfterMs });
      sentinels.push({ host: '127.0.0.1', port: sentinel.port, tlsPort: sentinel.tlsPort });
      stops.push(sentinel.stop);
    }
    await until(() => isFormed(sentinels, name, replicas), { timeoutMs: FORMED_WITHIN_MS, what: 'the Sentinels to know each other' });
    const primary = async (): Promise<RedisServer> => {
      const reply = await redisCommand(sentinels[0]?.port ?? 0, `SENTINEL GET-MASTER-ADDR-BY-NAME ${name}`);
      const server = servers.find((known) => Array.isArray(reply) && String(reply[1]) === String(portOf(known)));
      if (server === undefined) throw new Error('the Sentinels name a primary that was not launched here');
      return server;
    };
    const setOnAll = async (setting: string, value: string): Promise<void> => {
      await Promise.all(servers.map(({ port }) => redisCommand(port, `CONFIG SET ${setting} ${value}`)));
    };
    return { servers, sentinels, name, primary, setOnAll, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface SentinelInput extends Pick<RedisServerOptions, 'command' | 'env' | 'tls'> {
  readonly folder: string;
  readonly name: string;
  readonly primaryPort: number;
  readonly downAfterMs: number;
}

/** The port by which servers and Sentinels know a server. */
function portOf({ port, tlsPort }: RedisServer): number {
  return tlsPort === 0 ? port : tlsPort;
}

type LaunchedSentinel = Omit<SentinelPlace, 'host'> & { readonly stop: () => Promise<void> };

async function launchSentinel(input: SentinelInput): Promise<LaunchedSentinel> {
  const { folder, name, downAfterMs, tls } = input;
  const port = await freePort();
  const tlsPort = tls === undefined ? 0 : await freePort();
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'sentinel.conf');
  const lines = [
    'bind 127.0.0.1',
    `port ${port}`,
    `dir ${folder}`,
    ...(tls === undefined ? [] : [`tls-port ${tlsPort}`, ...Object.entries(tlsSettings(tls)).map((setting) => setting.join(' '))]),
    `sentinel monitor ${name} 127.0.0.1 ${input.primaryPort} ${QUORUM}`,
    `sentinel down-after-milliseconds ${name} ${downAfterMs}`,
    `sentinel failover-timeout ${name} ${3 * downAfterMs}`,
  ];
  await writeFile(file, `${lines.join('\n')}\n`);
  const child = spawnTied(input.command, [file, '--sentinel'], { addedEnv: input.env ?? {}, stdio: ['ignore', 'ignore', 'inherit'] });
  const exited = once(child, 'exit');
  const stop = async (): Promise<void> => {
    // A Sentinel keeps nothing that this world needs after its end.
    child.kill('SIGKILL');
    await exited;
  };
  await until(async () => (await redisCommand(port, 'PING')) === 'PONG', { timeoutMs: FORMED_WITHIN_MS, what: 'a Sentinel to answer' });
  return { port, tlsPort, stop };
}

async function isFormed(sentinels: readonly { readonly port: number }[], name: string, replicas: number): Promise<boolean> {
  const infos = await Promise.all(sentinels.map(({ port }) => redisCommand(port, 'INFO sentinel')));
  return infos.every(
    (info) => String(info).includes(`name=${name},status=ok,`) && String(info).includes(`slaves=${replicas},sentinels=${SENTINELS}`),
  );
}
