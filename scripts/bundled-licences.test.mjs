import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, it } from 'node:test';
import { bundledLicences } from './bundled-licences.mjs';

let folder;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bundled-licences-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function install(name, files) {
  const at = join(folder, 'node_modules', name);
  await mkdir(at, { recursive: true });
  await writeFile(join(at, 'package.json'), JSON.stringify({ name, version: '1.0.0', license: 'MIT' }));
  for (const [path, text] of Object.entries(files)) await writeFile(join(at, path), text);
}

function metafileOf(inputs) {
  return JSON.stringify({ inputs: Object.fromEntries(inputs.map((path) => [path, {}])) });
}

it('has the text of each package once, and none of the project itself', async () => {
  await install('two', { LICENSE: 'text of two\n', 'NOTICE-MIT.txt': 'notice of two' });
  await install('@scope/one', { 'license.md': 'text of one' });
  const inputs = ['src/main.ts', 'node_modules/two/a.js', 'node_modules/two/deep/b.js', 'node_modules/@scope/one/index.js'];
  const [one, two, ...more] = bundledLicences({ metafiles: [metafileOf(inputs)], from: folder }).split(/\n-+\n\n/);
  assert.equal(one, '@scope/one 1.0.0 (MIT)\n\ntext of one\n');
  assert.equal(two, 'two 1.0.0 (MIT)\n\ntext of two\n\nnotice of two\n');
  assert.deepEqual(more, []);
});

it('refuses a package without a text', async () => {
  await install('bare', {});
  assert.throws(
    () => bundledLicences({ metafiles: [metafileOf(['node_modules/bare/a.js'])], from: folder }),
    /bare 1\.0\.0: has no licence file/,
  );
});
