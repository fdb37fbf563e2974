import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { exportedNames, namesWithoutOneHome } from './exported-names.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

test('a name that is exported is declared in one file, or stands in the list with a reason', async () => {
  assert.deepEqual(await namesWithoutOneHome(root), []);
});

test('declarations count, and names that pass through a file do not', () => {
  const text = [
    "export { a } from './a.js';",
    'export const b = 1, c = 2;',
    'export type d = 1;',
    'export function e() {}',
    'export class f {}',
    'export interface b {}',
    'const g = 1;',
  ].join('\n');
  assert.deepEqual(exportedNames('x.ts', text), ['b', 'c', 'd', 'e', 'f']);
});

test('a second home is named, and so is a reason without one; a route has the name of its operation', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'names-'));
  try {
    for (const file of [
      'packages/a/src/one.ts',
      'apps/b/src/one.ts',
      'packages/gateway-api/src/operations/two.ts',
      'apps/gateway/src/two.ts',
      'packages/litesvm-rpc/src/one.ts',
      'packages/a/src/one.test.ts',
    ]) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await mkdir(join(folder, 'contracts'), { recursive: true });
      await writeFile(join(folder, file), `export const ${file.includes('two') ? 'two' : 'one'} = 1;\n`);
    }
    assert.deepEqual(await namesWithoutOneHome(folder, []), [
      'one: is exported by apps/b/src/one.ts and packages/a/src/one.ts; give each its own name',
    ]);
    assert.deepEqual(await namesWithoutOneHome(folder, [{ reason: 'both', names: ['one', 'two', 'three'] }]), [
      'three: has one home; remove it from SHARED_NAMES',
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
