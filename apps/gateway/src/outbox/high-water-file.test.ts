import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sampleAddress } from '@oracle-gateway/outbox/testing';
import { parseAddress } from '@oracle-gateway/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import vectors from '@oracle-gateway/vectors/stored-form.json' with { type: 'json' };
import { createHighWaterFile, HighWaterFileError } from './high-water-file.js';

const gateway = sampleAddress();
let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'high-water-'));
  path = join(folder, 'mark.json');
});
afterEach(() => rm(folder, { recursive: true }));

it('a later process reads what an earlier one wrote, and nothing else lies beside it', async () => {
  const file = createHighWaterFile({ path, gateway });
  expect(await file.read()).toBeNull();
  await file.write({ pending: 3, settling: 1 });
  await file.write({ pending: 4, settling: 1 });
  expect(await createHighWaterFile({ path, gateway }).read()).toEqual({ pending: 4, settling: 1 });
  expect(await readdir(folder)).toEqual(['mark.json']);
});

it('processes of one gateway share a file, and none writes less than it holds', async () => {
  const [one, other] = [createHighWaterFile({ path, gateway }), createHighWaterFile({ path, gateway })];
  await one.write({ pending: 7, settling: 1 });
  await other.write({ pending: 5, settling: 2 });
  expect(await one.read()).toEqual({ pending: 7, settling: 2 });
  await one.write({ pending: 7, settling: 1 });
  expect(await one.read()).toEqual({ pending: 7, settling: 2 });
});

it('processes that write at once leave the highest mark once each has written again, and no other file', async () => {
  const files = Array.from({ length: 8 }, () => createHighWaterFile({ path, gateway }));
  const writeAll = () => Promise.all(files.map((file, position) => file.write({ pending: position, settling: 8 - position })));
  await writeAll();
  // One after another, as the intervals of processes come.
  for (const [position, file] of files.entries()) await file.write({ pending: position, settling: 8 - position });
  expect(await createHighWaterFile({ path, gateway }).read()).toEqual({ pending: 7, settling: 8 });
  expect(await readdir(folder)).toEqual(['mark.json']);
});

it('does not write over the file of another gateway', async () => {
  await createHighWaterFile({ path, gateway: sampleAddress() }).write({ pending: 3, settling: 1 });
  const text = await readFile(path, 'utf8');
  await expect(createHighWaterFile({ path, gateway }).write({ pending: 9, settling: 9 })).rejects.toThrow(HighWaterFileError);
  expect(await readFile(path, 'utf8')).toBe(text);
});

it('refuses the file of another gateway', async () => {
  await createHighWaterFile({ path, gateway: sampleAddress() }).write({ pending: 3, settling: 1 });
  await expect(createHighWaterFile({ path, gateway }).read()).rejects.toThrow(/^outbox\.mark_path: must name a file of this gateway/);
});

it.each(['', '{}', '{"gateway":"a","pending":-1,"settling":0}'])('refuses %j', async (text) => {
  await writeFile(path, text);
  await expect(createHighWaterFile({ path, gateway }).read()).rejects.toThrow(/something else than a mark/);
});

it('refuses what is no file', async () => {
  await expect(createHighWaterFile({ path: folder, gateway }).read()).rejects.toThrow(/can be read/);
});

describe('vectors of its stored form', () => {
  const { gateway: named, stored, read, otherVersions } = vectors.mark;
  const openNamed = () => createHighWaterFile({ path, gateway: parseAddress(named) });

  it('the file is written and read in its stored form', async () => {
    await openNamed().write(read);
    expect(await readFile(path, 'utf8')).toBe(stored);
    expect(await openNamed().read()).toEqual(read);
  });

  it.each(otherVersions)('a file of another version is refused and left as it is: %s', async (text) => {
    await writeFile(path, text);
    await expect(openNamed().read()).rejects.toThrow(HighWaterFileError);
    expect(await readFile(path, 'utf8')).toBe(text);
  });
});
