import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { AlreadyRunningError, openStateFolder } from './state-folder.js';

let folder: string;
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'state-')), '.localnet');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Higher than any process id that Linux gives out. */
const NO_PROCESS = 4_194_305;

describe('state folder', () => {
  it('and what is written to it are for its owner only', async () => {
    const state = await openStateFolder(folder);
    const path = await state.writePrivate('keys/a.json', 'secret');
    expect(await readFile(path, 'utf8')).toBe('secret');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  it('is emptied of the world before', async () => {
    await mkdir(join(folder, 'redis'), { recursive: true });
    await writeFile(join(folder, 'redis', 'appendonly.aof'), 'old');
    await writeFile(join(folder, 'manifest.json'), '{}');
    await openStateFolder(folder);
    expect(existsSync(join(folder, 'redis'))).toBe(false);
    expect(existsSync(join(folder, 'manifest.json'))).toBe(false);
  });

  it('of a living localnet is refused, naming its process', async () => {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'launcher.pid'), `${process.ppid}\n`);
    const error = await openStateFolder(folder).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(AlreadyRunningError);
    expect(error).toMatchObject({ pid: process.ppid });
  });

  it.each([String(NO_PROCESS), 'nonsense', ''])('left behind by %j is taken over', async (pid) => {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'launcher.pid'), pid);
    await openStateFolder(folder);
    expect(await readFile(join(folder, 'launcher.pid'), 'utf8')).toBe(`${process.pid}\n`);
  });

  it('is free again once released', async () => {
    const state = await openStateFolder(folder);
    await state.release();
    expect(existsSync(join(folder, 'launcher.pid'))).toBe(false);
  });
});
