import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findOrFetchRedis, RedisUnavailableError } from './redis-provision.mjs';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'redis-provision-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A program that says it is this version of Redis. */
async function fake(directory: string, name: string, version: string): Promise<string> {
  const path = join(folder, directory);
  await mkdir(path, { recursive: true });
  await writeFile(join(path, name), `#!/bin/sh\necho "Redis server v=${version} sha=00000000:0 malloc=jemalloc"\n`);
  await chmod(join(path, name), 0o755);
  return path;
}

/** Refused by every apt-get: stands for a machine that cannot fetch. */
const noApt = ['--no-such-option'];

describe('findOrFetchRedis', () => {
  it('takes the first server on PATH that is new enough', async () => {
    const old = await fake('old', 'redis-server', '6.0.16');
    const good = await fake('good', 'valkey-server', '7.2.5');
    const found = await findOrFetchRedis({ root: folder, searchPath: [join(folder, 'missing'), old, good].join(delimiter) });
    expect(found).toEqual({ command: join(good, 'valkey-server'), env: {} });
  });

  it('takes the one fetched before, with its libraries', async () => {
    const bin = await fake('.tools/redis/usr/bin', 'redis-server', '7.0.15');
    await mkdir(join(folder, '.tools/redis/usr/lib/x86_64-linux-gnu'), { recursive: true });
    expect(await findOrFetchRedis({ root: folder, searchPath: '' })).toEqual({
      command: join(bin, 'redis-server'),
      env: { LD_LIBRARY_PATH: join(folder, '.tools/redis/usr/lib/x86_64-linux-gnu') },
    });
  });

  it('tells the one command to type when no server is found or fetched', async () => {
    const lines: string[] = [];
    const search = findOrFetchRedis({
      root: folder,
      searchPath: '',
      platform: 'linux',
      aptOptions: noApt,
      onProgress: (line) => lines.push(line),
    });
    const error: unknown = await search.catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(RedisUnavailableError);
    expect(String(error)).toContain('sudo apt-get install -y redis-server');
    expect(lines).toEqual([expect.stringMatching(/fetching one into .*\.tools\/redis$/)]);
  });

  it.each([
    ['darwin', 'brew install redis'],
    ['freebsd', 'the package of Redis or Valkey for this platform'],
  ])('fetches nothing on %s, and tells what to install there', async (platform, told) => {
    const lines: string[] = [];
    const search = findOrFetchRedis({ root: folder, searchPath: '', platform, onProgress: (line) => lines.push(line) });
    await expect(search).rejects.toThrow(`Install one with\n    ${told}\n`);
    expect(lines).toEqual([]);
  });

  it('takes the server on PATH on every platform', async () => {
    const bin = await fake('bin', 'redis-server', '8.2.0');
    const found = await findOrFetchRedis({ root: folder, searchPath: bin, platform: 'darwin' });
    expect(found.command).toBe(join(bin, 'redis-server'));
  });
});
