import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { packageFaults } from './package-faults.mjs';

let folder;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'package-faults-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const MANIFEST = {
  name: 'one',
  version: '1.0.0',
  license: 'Apache-2.0',
  type: 'module',
  files: ['dist'],
  repository: { type: 'git', url: 'git+https://github.com/one/one.git' },
  exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
};
const SOUND = { 'dist/index.js': 'export const a = 1;\n', 'dist/index.d.ts': 'export declare const a: number;\n' };

/** The faults of a package of these files. */
async function faultsOf(files, manifest = {}) {
  const all = { 'package.json': JSON.stringify({ ...MANIFEST, ...manifest }), ...files };
  for (const [path, content] of Object.entries(all)) {
    await mkdir(dirname(join(folder, 'package', path)), { recursive: true });
    await writeFile(join(folder, 'package', path), content);
  }
  execFileSync('tar', ['-czf', 'package.tgz', 'package'], { cwd: folder });
  return packageFaults(await readFile(join(folder, 'package.tgz')));
}

describe('the faults of a package', () => {
  it('are not those of consumers that it does not serve', async () => {
    assert.deepEqual(await faultsOf(SOUND), []);
  });

  it('are an entry that is not in the tarball', async () => {
    const faults = await faultsOf({ 'dist/index.d.ts': SOUND['dist/index.d.ts'] });
    assert.match(faults.join('\n'), /^publint: .*dist\/index\.js/m);
  });

  it('are warnings of publint too', async () => {
    const exports = { '.': { default: './dist/index.js', types: './dist/index.d.ts' } };
    assert.match((await faultsOf(SOUND, { exports })).join('\n'), /^publint: .*types/m);
  });

  it('are an entry without types, and a package without types', async () => {
    const other = { ...SOUND, 'dist/other.js': 'export const b = 1;\n' };
    const faults = await faultsOf(other, { exports: { ...MANIFEST.exports, './other': './dist/other.js' } });
    assert.match(faults.join('\n'), /^attw: .*UntypedResolution/m);
    await rm(join(folder, 'package'), { recursive: true });
    const untyped = await faultsOf({ 'dist/index.js': SOUND['dist/index.js'] }, { exports: { '.': './dist/index.js' } });
    assert.ok(untyped.includes('attw: the package has no types'), untyped.join('\n'));
  });

  it('are declarations that import what is not there', async () => {
    const faults = await faultsOf({ ...SOUND, 'dist/index.d.ts': "export * from './gone.js';\n" });
    assert.match(faults.join('\n'), /^attw: .*InternalResolutionError/m);
  });

  it('are declarations of CommonJS for an ES module', async () => {
    const exports = { '.': { types: './dist/index.d.cts', default: './dist/index.js' } };
    const faults = await faultsOf({ ...SOUND, 'dist/index.d.cts': SOUND['dist/index.d.ts'] }, { exports });
    assert.match(faults.join('\n'), /^attw: .*FalseCJS/m);
  });

  it('are types that a consumer of CommonJS cannot load, where the package has a main entry', async () => {
    const manifest = { main: './dist/index.js', types: './dist/index.d.ts' };
    assert.match((await faultsOf(SOUND, manifest)).join('\n'), /^attw: .*CJSResolvesToESM/m);
  });
});
