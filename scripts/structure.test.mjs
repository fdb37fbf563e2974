import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { packagesToFold, servicesOfAnotherForm } from './structure.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const WHOLE = ['main.ts', 'index.ts', 'context.ts', 'command/a.ts', 'config/a.ts'];

/** Calls `check` with a workspace of these packages, by folder: its manifest, and the files of its `src`. */
async function withWorkspace(packages, check) {
  const folder = await mkdtemp(join(tmpdir(), 'structure-'));
  try {
    for (const [name, { files = [], ...manifest }] of Object.entries(packages)) {
      await mkdir(join(folder, name), { recursive: true });
      await writeFile(join(folder, name, 'package.json'), JSON.stringify({ name, ...manifest }));
      for (const file of files) {
        await mkdir(dirname(join(folder, name, 'src', file)), { recursive: true });
        await writeFile(join(folder, name, 'src', file), '');
      }
    }
    check(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('each service has main, index and context at its root, and the rooms of commands and configuration', () => {
  assert.deepEqual(servicesOfAnotherForm(root), []);
});

test('a file beside the shell is named, and so is what a service lacks; other apps have a form of their own', async () => {
  const packages = {
    'apps/whole': { bin: {}, files: WHOLE },
    'apps/more': { bin: {}, files: [...WHOLE, 'command-line.ts'] },
    'apps/less': { bin: {}, files: ['main.ts', 'index.ts', 'operate/a.ts', 'config/a.ts'] },
    'apps/page': { private: true, bin: {}, files: ['app.ts'] },
    'packages/commands': { bin: {}, files: ['main.ts'] },
  };
  await withWorkspace(packages, (folder) =>
    assert.deepEqual(servicesOfAnotherForm(folder), [
      'apps/less/src/context.ts: is missing; each service has it',
      'apps/less/src/command: is missing; each service has this room',
      'apps/more/src/command-line.ts: must stand in a room',
    ]),
  );
});

test('a private package has two importers, or stands in the list with a reason', () => {
  assert.deepEqual(packagesToFold(root), []);
});

test('a private package with one importer is named, and so is a reason without such a package; published ones may have one', async () => {
  const packages = {
    'packages/alone': { private: true },
    'packages/listed': { private: true },
    'packages/shared': { private: true },
    'packages/published': {},
    'packages/tool': { private: true, dependencies: { 'packages/shared': '', 'packages/published': '' } },
    'apps/b': {
      dependencies: { 'packages/alone': '' },
      devDependencies: { 'packages/listed': '', 'packages/shared': '' },
    },
  };
  const listed = { reason: 'a program of its own', folder: 'packages/listed' };
  await withWorkspace(packages, (folder) => {
    assert.deepEqual(packagesToFold(folder, [listed]), ['packages/alone: only apps/b imports it; make it a folder there']);
    assert.deepEqual(packagesToFold(folder, [listed, { folder: 'packages/alone' }, { folder: 'packages/shared' }]), [
      'packages/shared: is not imported by one package alone; remove it from ALONE',
    ]);
  });
});
