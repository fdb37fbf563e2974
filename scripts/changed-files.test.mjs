import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { changedFiles } from './changed-files.mjs';

let root;
function git(...args) {
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: root, stdio: 'pipe' });
}
function put(name, content = 'text') {
  return writeFile(join(root, name), content);
}

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'changed-files-'));
  git('init', '--quiet', '--initial-branch', 'main');
  await put('.gitignore', 'ignored\n');
  await put('kept');
  await put('lost');
  git('add', '.');
  git('commit', '--quiet', '--message', 'one');
});
afterEach(() => rm(root, { recursive: true, force: true }));

describe('changedFiles', () => {
  it('are empty on main, as it was committed', () => {
    assert.deepEqual(changedFiles(root), { changed: [], deleted: [] });
  });

  it('are what the branch committed, what is not committed, and new files, however main went on', async () => {
    git('checkout', '--quiet', '-b', 'branch');
    await put('committed');
    git('add', '.');
    git('commit', '--quiet', '--message', 'two');
    git('checkout', '--quiet', 'main');
    await put('of main');
    git('add', '.');
    git('commit', '--quiet', '--message', 'three');
    git('checkout', '--quiet', 'branch');
    await put('kept', 'changed');
    await put('ä new one');
    await put('ignored');
    await rm(join(root, 'lost'));
    const { changed, deleted } = changedFiles(root);
    assert.deepEqual(changed.sort(), ['committed', 'kept', 'ä new one']);
    assert.deepEqual(deleted, ['lost']);
  });

  it('are not known without a branch main, or without git', async () => {
    git('branch', '--move', 'other');
    assert.equal(changedFiles(root), undefined);
    await rm(join(root, '.git'), { recursive: true });
    assert.equal(changedFiles(root), undefined);
  });
});
