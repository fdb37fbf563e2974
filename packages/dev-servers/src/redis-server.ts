import type { ChildProcess } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { freePort } from './free-port.js';
import { type RedisTlsFiles, tlsSettings } from './redis-tls.js';
import { spawnTied } from './spawn-tied.mjs';

const READY_TIMEOUT_MS = 300_000;
const STOP_TIMEOUT_MS = 10_000;
const KEPT_LOG_LINES = 20;

export interface RedisServerOptions {
  /** Result of `findOrFetchRedis`: what to start, and the variables to add to its environment. */
  readonly command: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Folder of the append-only file; it is made when it is absent. */
  readonly dataDir: string;
  /** Default 0: a free one. */
  readonly port?: number;
  /** The server listens for TLS too, on a port of its own, and replicates by TLS. The plain port stays, for `redisCommand`. */
  readonly tls?: RedisTlsFiles;
  /** Further settings by name; they win. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface RedisServer {
  readonly url: string;
  readonly port: number;
  /** 0: the server does not listen for TLS. */
  readonly tlsPort: number;
  readonly pid: number;
  /** Resolves when the process has ended, for whatever reason. */
  readonly exited: Promise<void>;
  /** SIGTERM, then SIGKILL after ten seconds; resolves when the process is gone. A second call changes nothing. */
  readonly stop: () => Promise<void>;
}

/** The server ended, or said nothing, before it accepted connections; the message holds its last log lines. */
export class RedisStartError extends Error {
  constructor(reason: string, logLines: readonly string[]) {
    super(`redis-server ${reason}${logLines.length === 0 ? '' : `:\n${logLines.join('\n')}`}`);
    this.name = 'RedisStartError';
  }
}

/**
 * Starts one Redis server on 127.0.0.1 and resolves once it accepts connections.
 * Every write is on disk before it is acknowledged (`appendonly`, `appendfsync always`), nothing is ever evicted.
 *
 * @throws {RedisStartError}
 */
export async function launchRedisServer(options: RedisServerOptions): Promise<RedisServer> {
  const { command, env = {}, dataDir, port = 0, tls, settings = {} } = options;
  await mkdir(dataDir, { recursive: true });
  const chosenPort = port === 0 ? await freePort() : port;
  const tlsPort = tls === undefined ? 0 : await freePort();
  const lines = [
    ['--bind', '127.0.0.1'],
    ['--port', String(chosenPort)],
    ['--protected-mode', 'yes'],
    ['--dir', dataDir],
    ['--appendonly', 'yes'],
    ['--appendfsync', 'always'],
    ['--save', ''],
    ['--maxmemory-policy', 'noeviction'],
    ['--daemonize', 'no'],
    ['--logfile', ''],
    ...Object.entries({ ...(tls === undefined ? {} : { 'tls-port': String(tlsPort), ...tlsSettings(tls) }), ...settings }).map(
      ([name, value]) => [`--${name}`, value],
    ),
  ].flat();
  const child = spawnTied(command, lines, { addedEnv: env, stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await untilReady(child);
  const { pid } = child;
  if (pid === undefined) throw new RedisStartError('has no process id', []);
  return { url: `redis://127.0.0.1:${chosenPort}`, port: chosenPort, tlsPort, pid, exited, stop: () => stop(child, exited) };
}

async function untilReady(child: ChildProcess): Promise<void> {
  const output: Readable | null = child.stdout;
  if (output === null) throw new RedisStartError('has no output', []);
  const logLines: string[] = [];
  let partialLine = '';
  await new Promise<void>((resolve, reject) => {
    const fail = (reason: string): void => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      reject(new RedisStartError(reason, logLines));
    };
    const timer = setTimeout(() => fail(`was not ready after ${READY_TIMEOUT_MS / 1000} s`), READY_TIMEOUT_MS);
    child.once('error', (cause: NodeJS.ErrnoException) => fail(`could not be started (${cause.code ?? cause.message})`));
    child.once('exit', (code, signal) => fail(`stopped at start (${signal ?? `exit code ${String(code)}`})`));
    output.setEncoding('utf8').on('data', (text: string) => {
      const lines = (partialLine + text).split('\n');
      partialLine = lines.pop() ?? '';
      logLines.push(...lines);
      logLines.splice(0, logLines.length - KEPT_LOG_LINES);
      if (!lines.some((line) => /ready to accept connections/i.test(line))) return;
      clearTimeout(timer);
      resolve();
    });
  });
}

async function stop(child: ChildProcess, exited: Promise<void>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await exited;
  clearTimeout(timer);
}
