import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { undeclaredRuntimeImports } from './runtime-imports.mjs';

let folder;
async function put(path, content) {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), content);
}
async function putManifest(manifest) {
  await put('package.json', JSON.stringify({ name: 'self', ...manifest }));
}
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'runtime-imports-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('the imports of built files', () => {
  it('may be dependencies of any kind, what is below them, Node.js, the package itself and files beside them', async () => {
    await putManifest({ bin: { a: './dist/main.js' }, dependencies: { known: '1' }, optionalDependencies: { '@scope/maybe': '1' } });
    await put(
      'dist/main.js',
      "import './deep.js';\nimport 'known/sub';\nimport 'self/package.json';\nawait import('@scope/maybe/native');\n",
    );
    await put(
      'dist/deep.js',
      "import 'node:fs';\nimport 'path';\n// import 'lost';\nconst text = \"import 'lost'\";\nconsole.log(text);\n",
    );
    assert.deepEqual(await undeclaredRuntimeImports(folder), []);
  });

  it('are faults where they are declared for development alone, from commands and entries alike', async () => {
    await putManifest({ bin: './dist/main.js', exports: { '.': { default: './dist/index.js' } }, devDependencies: { lost: '1' } });
    await put('dist/main.js', "import('./deep.js');\n");
    await put('dist/deep.js', "import 'lost/part';\n");
    await put('dist/index.js', "export * from '@scope/gone/part';\n");
    const rule = 'which is no dependency of the package';
    assert.deepEqual(await undeclaredRuntimeImports(folder), [
      `its built files import @scope/gone, ${rule}`,
      `its built files import lost, ${rule}`,
    ]);
  });

  it('are read from the entries that are published', async () => {
    const exports = { '.': { default: './dist/index.js' } };
    await putManifest({ exports, publishConfig: { exports: { './package.json': './package.json' } } });
    await put('dist/index.js', "import 'lost';\n");
    assert.deepEqual(await undeclaredRuntimeImports(folder), []);
  });
});
