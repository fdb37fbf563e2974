import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { digestOf, file, folder, gzipped, link, ownFolder, tarOf } from './layer.mjs';

const TIME = new Date('2026-01-02T03:04:05Z');
const ENTRIES = [
  file('usr/bin/node', 'program', { isExecutable: true }),
  folder('tmp', 0o1777),
  link('lib/a.so', 'a.so.1'),
  file('app/main.js', '1'),
  ownFolder('var/lib/program', '65532:65533'),
];

test('a layer depends on its entries and its time alone', async () => {
  const layer = await tarOf(ENTRIES, TIME);
  assert.deepEqual(await tarOf([...ENTRIES].reverse(), TIME), layer);
  assert.notDeepEqual(await tarOf(ENTRIES, new Date(0)), layer);
  assert.notDeepEqual(await tarOf([...ENTRIES.slice(1), file('usr/bin/node', 'program')], TIME), layer);
  assert.deepEqual(await gzipped(layer), await gzipped(layer));
});

test("GNU tar reads a layer: folders before what is in them, all root's but the program's own", async () => {
  const work = mkdtempSync(join(tmpdir(), 'layer-test-'));
  try {
    const path = join(work, 'layer.tar.gz');
    writeFileSync(path, await gzipped(await tarOf(ENTRIES, TIME)));
    const listed = execFileSync('tar', ['--utc', '--numeric-owner', '-tvzf', path], { encoding: 'utf8' }).trim().split('\n');
    assert.deepEqual(
      listed.map((line) => line.replaceAll(/ +/g, ' ')),
      [
        'drwxr-xr-x 0/0 0 2026-01-02 03:04 app/',
        '-rw-r--r-- 0/0 1 2026-01-02 03:04 app/main.js',
        'drwxr-xr-x 0/0 0 2026-01-02 03:04 lib/',
        'lrwxrwxrwx 0/0 0 2026-01-02 03:04 lib/a.so -> a.so.1',
        'drwxrwxrwt 0/0 0 2026-01-02 03:04 tmp/',
        'drwxr-xr-x 0/0 0 2026-01-02 03:04 usr/',
        'drwxr-xr-x 0/0 0 2026-01-02 03:04 usr/bin/',
        '-rwxr-xr-x 0/0 7 2026-01-02 03:04 usr/bin/node',
        'drwxr-xr-x 0/0 0 2026-01-02 03:04 var/',
        'drwxr-xr-x 0/0 0 2026-01-02 03:04 var/lib/',
        'drwx------ 65532/65533 0 2026-01-02 03:04 var/lib/program/',
      ],
    );
  } finally {
    rmSync(work, { recursive: true });
  }
});

test('a file that is twice in a layer is refused', async () => {
  await assert.rejects(tarOf([file('app/main.js', '1'), file('app/main.js', '2')], TIME), /app\/main\.js: is twice/);
});

test('a digest is the one that sha256sum prints', () => {
  assert.equal(digestOf(Buffer.from('abc')), 'sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
