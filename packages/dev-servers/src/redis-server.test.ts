import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findOrFetchRedis } from './redis-provision.mjs';
import { launchRedisServer, RedisStartError, type RedisServer } from './redis-server.js';

let dataDir: string;
let server: RedisServer | undefined;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'dev-servers-redis-'));
});
afterEach(async () => {
  await server?.stop();
  server = undefined;
  await rm(dataDir, { recursive: true, force: true });
});

/** One inline command and its one answer, without a client library. */
async function ask(url: string, command: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(`${command}\r\n`);
  const answer: unknown = await once(socket, 'data');
  socket.destroy();
  return String(answer).trim();
}

/** The package in one file, which a process of its own can load without a build of the workspace. */
async function bundlePackage(): Promise<string> {
  const outfile = join(dataDir, 'dev-servers.mjs');
  const entryPoints = [new URL('index.ts', import.meta.url).pathname];
  await build({ entryPoints, outfile, bundle: true, platform: 'node', format: 'esm', target: 'node20', logLevel: 'silent' });
  return outfile;
}

describe('launchRedisServer', () => {
  it('accepts connections at the address it names, until it is stopped; a second stop changes nothing', async () => {
    server = await launchRedisServer({ ...(await findOrFetchRedis()), dataDir });
    expect(server.url).toBe(`redis://127.0.0.1:${server.port}`);
    expect(await ask(server.url, 'PING')).toBe('+PONG');
    await server.stop();
    await server.stop();
    await server.exited;
    await expect(ask(server.url, 'PING')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('lets further settings win', async () => {
    server = await launchRedisServer({ ...(await findOrFetchRedis()), dataDir, settings: { appendfsync: 'everysec' } });
    expect(await ask(server.url, 'CONFIG GET appendfsync')).toMatch(/everysec$/);
    expect(await ask(server.url, 'CONFIG GET appendonly')).toMatch(/yes$/);
  });

  it('says that a program cannot be started', async () => {
    const launch = launchRedisServer({ command: join(dataDir, 'missing'), dataDir });
    await expect(launch).rejects.toThrow(RedisStartError);
    await expect(launch).rejects.toThrow(/^redis-server (stopped at start|could not be started)/);
  });

  it.runIf(existsSync('/usr/bin/setpriv'))('dies with the process that started it, even when that is killed', async () => {
    const program = `
      import { findOrFetchRedis, launchRedisServer } from ${JSON.stringify(await bundlePackage())};
      const found = await findOrFetchRedis(${JSON.stringify({ root: new URL('../../../', import.meta.url).pathname })});
      const server = await launchRedisServer({ ...found, dataDir: ${JSON.stringify(dataDir)} });
      process.stdout.write(server.url);
    `;
    const parent = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: ['ignore', 'pipe', 'inherit'] });
    const url = String(await once(parent.stdout, 'data'));
    expect(await ask(url, 'PING')).toBe('+PONG');
    const connection = connect(Number(new URL(url).port), '127.0.0.1');
    await once(connection, 'connect');
    const ended = once(connection, 'close');
    connection.resume();
    parent.kill('SIGKILL');
    await ended;
    await expect(ask(url, 'PING')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});
