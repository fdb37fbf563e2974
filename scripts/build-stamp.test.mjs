import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { buildIsCurrent, recordBuild } from './build-stamp.mjs';

let root;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'build-stamp-'));
  await mkdir(join(root, 'packages', 'one', 'src', 'deep'), { recursive: true });
  await mkdir(join(root, 'packages', 'one', 'dist'));
  await writeFile(join(root, 'packages', 'one', 'tsup.config.ts'), '');
  await writeFile(join(root, 'packages', 'one', 'src', 'deep', 'a.ts'), 'one');
});
afterEach(() => rm(root, { recursive: true, force: true }));

describe('a build', () => {
  it('is not current before it has been recorded', async () => {
    assert.equal(await buildIsCurrent(root), false);
    await recordBuild(root);
    assert.equal(await buildIsCurrent(root), true);
  });

  it('is outdated by a changed or a new source, not by a test', async () => {
    await recordBuild(root);
    await writeFile(join(root, 'packages', 'one', 'src', 'a.test.ts'), 'test');
    assert.equal(await buildIsCurrent(root), true);
    await writeFile(join(root, 'packages', 'one', 'src', 'b.ts'), '');
    assert.equal(await buildIsCurrent(root), false);
    await recordBuild(root);
    await writeFile(join(root, 'packages', 'one', 'src', 'deep', 'a.ts'), 'two');
    assert.equal(await buildIsCurrent(root), false);
  });

  it('is outdated by a lost output folder and by another lock file', async () => {
    await recordBuild(root);
    await writeFile(join(root, 'pnpm-lock.yaml'), 'changed');
    assert.equal(await buildIsCurrent(root), false);
    await recordBuild(root);
    await rm(join(root, 'packages', 'one', 'dist'), { recursive: true });
    assert.equal(await buildIsCurrent(root), false);
  });
});
