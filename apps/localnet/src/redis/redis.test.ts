import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startRedis, type Redis } from './redis.js';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
let dataDir: string;
let redis: Redis | undefined;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'localnet-redis-'));
});
afterEach(async () => {
  await redis?.stop();
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

describe('startRedis', () => {
  it('keeps every acknowledged write through a SIGKILL', async () => {
    redis = await startRedis({ root, dataDir });
    const { url, pid, exited } = redis;
    expect(await ask(url, 'SET kept value')).toBe('+OK');
    process.kill(pid, 'SIGKILL');
    await exited;
    await redis.restart();
    expect(redis.url).toBe(url);
    expect(redis.pid).not.toBe(pid);
    expect(await ask(url, 'GET kept')).toMatch(/value$/);
  });

  it.each([
    ['appendonly', 'yes'],
    ['appendfsync', 'always'],
    ['maxmemory-policy', 'noeviction'],
    ['save', ''],
    ['bind', '127.0.0.1'],
    ['protected-mode', 'yes'],
  ])('sets %s to "%s"', async (name, value) => {
    redis = await startRedis({ root, dataDir });
    const answer = (await ask(redis.url, `CONFIG GET ${name}`)).split('\r\n');
    expect(answer[4] ?? '').toBe(value);
  });

  it('is gone after stop, which may be called twice', async () => {
    redis = await startRedis({ root, dataDir });
    const { url } = redis;
    await redis.stop();
    await redis.stop();
    await expect(ask(url, 'PING')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('says why the server did not start', async () => {
    redis = await startRedis({ root, dataDir });
    const port = Number(new URL(redis.url).port);
    const second = startRedis({ root, dataDir: join(dataDir, 'second'), port });
    await expect(second).rejects.toThrow(/stopped at start \(exit code 1\)[^]*Address already in use/);
  });
});
