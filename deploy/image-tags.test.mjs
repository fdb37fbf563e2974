import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { staleTags } from './image-tags.mjs';

const APP = JSON.parse(await readFile(join(import.meta.dirname, '../apps/gateway/package.json'), 'utf8'));

function textWith(version) {
  return `image: oracle-gateway/gateway:${version}\nimages:\n  - name: oracle-gateway/gateway\n    newTag: ${version}\nother: redis:7.2\n`;
}

test('tags of images are the versions of the apps, and are written where that is asked for', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'image-tags-'));
  try {
    const path = join(folder, 'compose.yaml');
    await writeFile(path, textWith('0.0.9-old'));
    assert.match((await staleTags([path], { write: false })).join(), /names other versions/);
    assert.deepEqual(await staleTags([path], { write: true }), []);
    assert.equal(await readFile(path, 'utf8'), textWith(APP.version));
    assert.deepEqual(await staleTags([path], { write: false }), []);
  } finally {
    await rm(folder, { recursive: true });
  }
});
