import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { UsageError } from '../usage-error.js';
import { FILES } from './files.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cli-files-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function made(name: string, mode: number): string {
  const path = join(folder, name);
  writeFileSync(path, 'text');
  chmodSync(path, mode);
  return path;
}

describe('a file', () => {
  it('is read by its owner alone once it is written, and replaced in one step', async () => {
    const path = join(folder, 'new', 'folder', 'file');
    await FILES.write(path, 'one');
    await FILES.write(path, 'two');
    expect(await FILES.read('x', path)).toBe('two');
    expect(await FILES.readSecret('x', path)).toBe('two');
    expect([statSync(path).mode & 0o777, statSync(join(folder, 'new')).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(readdirSync(join(folder, 'new', 'folder'))).toEqual(['file']);
  });

  it('is null where it is not there, and its removal changes nothing', async () => {
    const path = join(folder, 'absent');
    expect([await FILES.read('x', path), await FILES.readSecret('x', path), await FILES.remove(path)]).toEqual([null, null, false]);
    expect(await FILES.remove(made('present', 0o600))).toBe(true);
  });

  it.each([0o600, 0o400])('of mode %o may hold a secret', async (mode) => {
    expect(await FILES.readSecret('--key', made(`secret-${mode}`, mode))).toBe('text');
  });

  it.each([0o640, 0o604, 0o620, 0o601])('of mode %o may not, as ssh decides', async (mode) => {
    const path = made(`open-${mode}`, mode);
    await expect(FILES.readSecret('--key', path)).rejects.toThrow(
      new UsageError('--key', 'must name a file that only its owner can read: run chmod 600 on it'),
    );
    expect(await FILES.read('x', path)).toBe('text');
  });

  it('is refused by its name where it is a folder, or larger than a command reads', async () => {
    await expect(FILES.read('--key', folder)).rejects.toThrow(new UsageError('--key', 'must name a file that can be read'));
    const path = join(folder, 'large');
    writeFileSync(path, Buffer.alloc(4 * 1_024 * 1_024 + 1));
    await expect(FILES.read('source', path)).rejects.toThrow(/^source: must name a file of at most/);
  });
});
