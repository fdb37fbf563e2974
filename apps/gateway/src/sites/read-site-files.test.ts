import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSiteFiles } from './read-site-files.js';

const SITE = { key: 'key', path: '/app/' };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function write(files: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(join(folder, 'assets'));
  for (const [path, content] of Object.entries(files)) await writeFile(join(folder, path), content);
}

describe('readSiteFiles', () => {
  it('names every file by its path, and the first page by the path of the site too', async () => {
    await write({ 'index.html': '<title>a</title>', 'assets/main-ABCD1234.js': 'let a;' });
    const files = await readSiteFiles(folder, SITE);
    expect([...files.keys()].sort()).toEqual(['/app/', '/app/assets/main-ABCD1234.js', '/app/index.html']);
    expect(files.get('/app/')).toBe(files.get('/app/index.html'));
    expect(Buffer.from((await files.get('/app/')?.read()) ?? []).toString()).toBe('<title>a</title>');
  });

  it('keeps a file with a hash in its name forever, and asks again for the others', async () => {
    await write({ 'index.html': 'a', 'assets/main-ABCD1234.js': 'b', 'assets/main.js': 'c' });
    const files = await readSiteFiles(folder, SITE);
    expect(files.get('/app/assets/main-ABCD1234.js')?.cacheControl).toContain('immutable');
    expect(files.get('/app/assets/main.js')?.cacheControl).toBe('no-cache');
    expect(files.get('/app/')?.cacheControl).toBe('no-cache');
  });

  it('refuses a folder without a first page, with other files, or with too many', async () => {
    await write({ 'a.html': 'a' });
    await expect(readSiteFiles(folder, SITE)).rejects.toThrow('key: must name a folder with index.html: build the page first');
    await writeFile(join(folder, 'notes.md'), 'a');
    await expect(readSiteFiles(folder, SITE)).rejects.toThrow(/^key: must name a folder of \.html, .* files only$/);
    for (let index = 0; index < 64; index += 1) await writeFile(join(folder, `${index}.html`), '');
    await expect(readSiteFiles(folder, SITE)).rejects.toThrow('at most 64 files');
  });

  it('refuses a folder that is not there', async () => {
    await symlink('/nowhere', join(folder, 'link'));
    await expect(readSiteFiles(join(folder, 'link'), SITE)).rejects.toThrow('key: must name a folder that can be read');
  });
});
