import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { undeclaredImports } from './declared-imports.mjs';

let folder;
async function put(path, content) {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), content);
}
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'declared-imports-'));
  const types = { '.': { types: './dist/index.d.ts' }, './package.json': './package.json' };
  await put('package.json', JSON.stringify({ exports: types, dependencies: { known: '1', '@scope/known': '1' } }));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('the imports of declarations', () => {
  it('may be dependencies, what is below them, Node and other declarations', async () => {
    await put('dist/index.d.ts', "export * from './deep/a.js';\nexport type A = import('known/sub').A;\n");
    await put(
      'dist/deep/a.d.ts',
      'import type { B } from "@scope/known";\nimport type { Server } from \'node:http\';\nexport * from "../index.js";\n',
    );
    assert.deepEqual(undeclaredImports(folder), []);
  });

  it('are faults where a consumer would not find them, however they are reached', async () => {
    await put('dist/index.d.ts', "export * from './deep/a.js';\nexport type A = import('knownish').A;\n");
    await put('dist/deep/a.d.ts', "import 'lost';\nexport * from './gone.js';\n");
    assert.deepEqual(undeclaredImports(folder), [
      'dist/index.d.ts: imports knownish, which is no dependency of the package',
      'dist/deep/a.d.ts: imports lost, which is no dependency of the package',
      'dist/deep/gone.d.ts: is missing',
    ]);
  });

  it('are not read from comments, nor from declarations that no entry reaches', async () => {
    await put('dist/index.d.ts', "/** import { a } from 'lost'; */\n// import { a } from 'lost';\nexport {};\n");
    await put('dist/aside.d.ts', "export * from 'lost';\n");
    assert.deepEqual(undeclaredImports(folder), []);
  });
});
