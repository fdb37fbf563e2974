import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAddress } from '@oracle-gateway/protocol';
import { afterEach, beforeEach, expect, it } from 'vitest';
import file from '../../../../vectors/stored-form.json' with { type: 'json' };
import { createHighWaterFile, HighWaterFileError } from './high-water-file.js';

const { gateway, stored, read, otherVersions } = file.mark;
let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'high-water-'));
  path = join(folder, 'mark.json');
});
afterEach(() => rm(folder, { recursive: true }));

function open() {
  return createHighWaterFile({ path, gateway: parseAddress(gateway) });
}

it('the file is written and read in its stored form', async () => {
  await open().write(read);
  expect(await readFile(path, 'utf8')).toBe(stored);
  expect(await open().read()).toEqual(read);
});

it.each(otherVersions)('a file of another version is refused and left as it is: %s', async (text) => {
  await writeFile(path, text);
  await expect(open().read()).rejects.toThrow(HighWaterFileError);
  expect(await readFile(path, 'utf8')).toBe(text);
});
