import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { it } from 'node:test';
import { undocumentedExports } from './undocumented-exports.mjs';

const root = join(import.meta.dirname, '..');

it('every export of a published library has a docstring, and a function that its README begins with has an example', () => {
  assert.deepEqual(undocumentedExports(root), []);
});

it('an export is found through the modules that pass it on, and one without a docstring by its place', () => {
  const folder = mkdtempSync(join(tmpdir(), 'undocumented-'));
  const put = (path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const target = (path) => ({ '@oracle-gateway/source': path });
  const exports = { '.': target('./src/index.ts'), './internal': target('./src/bare.ts'), './package.json': './package.json' };
  try {
    put('packages/one/package.json', JSON.stringify({ name: 'one', exports }));
    put('packages/one/README.md', "```ts\nimport { told, shown } from 'one';\n```\n");
    put(
      'packages/one/src/index.ts',
      "export * from './all.js';\nexport { bare as renamed } from './bare.js';\nexport * from 'elsewhere';\n",
    );
    put(
      'packages/one/src/all.ts',
      '/** Told. */\nexport function told() {}\n/**\n * @example\n * shown();\n */\nexport function shown() {}\nconst own = 1;\n',
    );
    put('packages/one/src/bare.ts', 'export const bare = 1;\nexport const inner = 2;\n');
    assert.deepEqual(undocumentedExports(folder), [
      'one: told (packages/one/src/all.ts): the README begins with it, and it has no @example',
      'one: renamed (packages/one/src/bare.ts): has no docstring',
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
