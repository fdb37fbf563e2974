import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { spawnTied } from './spawn-tied.mjs';

const READY_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 10_000;
const KEPT_LOG_LINES = 20;

/** The server ended, or said nothing, before it accepted connections; the message holds its last log lines. */
export class RedisStartError extends Error {
  constructor(reason, logLines) {
    super(`redis-server ${reason}${logLines.length === 0 ? '' : `:\n${logLines.join('\n')}`}`);
    this.name = 'RedisStartError';
  }
}

/**
 * Starts one Redis server on 127.0.0.1 and resolves once it accepts connections.
 * Every write is on disk before it is acknowledged (`appendonly`, `appendfsync always`), nothing is ever evicted.
 *
 * @param {{ command: string, env?: Record<string, string>, dataDir: string, port?: number, settings?: Record<string, string> }} options
 *   `port`: 0 takes a free one; `settings`: further ones, which win
 * @returns {Promise<import('./redis-server.mjs').RedisServer>}
 * @throws {RedisStartError}
 */
export async function launchRedisServer({ command, env = {}, dataDir, port = 0, settings = {} }) {
  await mkdir(dataDir, { recursive: true });
  const chosenPort = port === 0 ? await freePort() : port;
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
    ...Object.entries(settings).map(([name, value]) => [`--${name}`, value]),
  ].flat();
  const child = spawnTied(command, lines, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit').then(() => undefined);
  await untilReady(child);
  return { url: `redis://127.0.0.1:${chosenPort}`, port: chosenPort, pid: child.pid, exited, stop: () => stop(child, exited) };
}

async function untilReady(child) {
  const logLines = [];
  let partialLine = '';
  await new Promise((resolve, reject) => {
    const fail = (reason) => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      reject(new RedisStartError(reason, logLines));
    };
    const timer = setTimeout(() => fail(`was not ready after ${READY_TIMEOUT_MS / 1000} s`), READY_TIMEOUT_MS);
    child.once('error', (cause) => fail(`could not be started (${cause.code})`));
    child.once('exit', (code, signal) => fail(`stopped at start (${signal ?? `exit code ${code}`})`));
    child.stdout.setEncoding('utf8').on('data', (text) => {
      const lines = (partialLine + text).split('\n');
      partialLine = lines.pop();
      logLines.push(...lines);
      logLines.splice(0, logLines.length - KEPT_LOG_LINES);
      if (!lines.some((line) => /ready to accept connections/i.test(line))) return;
      clearTimeout(timer);
      resolve();
    });
  });
}

/** SIGTERM, and SIGKILL for a server that does not follow in time. Resolves when it is gone; a second call changes nothing. */
async function stop(child, exited) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await exited;
  clearTimeout(timer);
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}
