import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const MANIFEST = { name: 'one', type: 'module', exports: { '.': './src/index.ts' } };

let project;
async function put(path, content) {
  await mkdir(dirname(join(project, path)), { recursive: true });
  await writeFile(join(project, path), content);
}

/** A project under this one's configuration, with one package in which everything is used. */
before(async () => {
  project = await mkdtemp(join(tmpdir(), 'oracle-gateway-unused-'));
  await cp(join(root, 'knip.json'), join(project, 'knip.json'));
  await put('pnpm-workspace.yaml', 'packages:\n  - packages/*\n');
  await put('package.json', JSON.stringify({ name: 'root', private: true, type: 'module' }));
  await put('packages/one/package.json', JSON.stringify({ ...MANIFEST, dependencies: { commander: '*' } }));
  await put('packages/one/src/index.ts', "import 'commander';\nexport { used } from './inner.js';\n");
  await put('packages/one/src/inner.ts', 'export const used = 1;\n');
});
after(() => rm(project, { recursive: true, force: true }));

function findings() {
  const args = ['--no-progress', '--no-config-hints', '--reporter', 'json'];
  const { status, stdout, stderr } = spawnSync(join(root, 'node_modules', '.bin', 'knip'), args, { cwd: project, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

describe('the check of what is unused', () => {
  it('passes a package in which everything is used', () => {
    const { status, output } = findings();
    assert.equal(status, 0, output);
  });

  it('finds a dependency, a file and an export that nothing uses', async () => {
    await put('packages/one/package.json', JSON.stringify({ ...MANIFEST, dependencies: { commander: '*', express: '*' } }));
    await put('packages/one/src/left-behind.ts', 'export const a = 1;\n');
    await put('packages/one/src/inner.ts', 'export const used = 1;\nexport const neverImported = 2;\nexport type NeverImported = 3;\n');
    const { status, output } = findings();
    assert.equal(status, 1);
    for (const found of ['express', 'left-behind.ts', 'neverImported', 'NeverImported'])
      assert.match(output, new RegExp(`"${found}"|${found}`), output);
  });
});
