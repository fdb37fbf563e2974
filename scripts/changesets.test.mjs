import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { it } from 'node:test';
import { publishedPackages, workspaceFolders } from './workspace.mjs';

const root = join(import.meta.dirname, '..');
const COMMAND = join(root, 'node_modules/@changesets/cli/bin.js');
const HEADING = /^#{1,3} /;
const ITEM = /^(?:- \S| {2}\S)/;

it('the changesets that wait become changelogs of published packages, of lists alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'changesets-'));
  try {
    const folders = workspaceFolders(root);
    for (const path of ['package.json', 'pnpm-workspace.yaml', '.changeset', ...folders.map((name) => join(name, 'package.json'))]) {
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      cpSync(join(root, path), join(folder, path), { recursive: true });
    }
    execFileSync('git', ['init', '--quiet'], { cwd: folder });
    // It refuses a changeset that names no package, or one that is not published.
    execFileSync(process.execPath, [COMMAND, 'version'], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
    const published = publishedPackages(root).map((entry) => entry.folder);
    for (const name of folders) {
      const path = join(folder, name, 'CHANGELOG.md');
      if (!existsSync(path)) continue;
      assert.ok(published.includes(name), `${name} is not published and got a changelog`);
      const odd = readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line !== '' && !HEADING.test(line) && !ITEM.test(line));
      assert.deepEqual(odd, [], `${name}: lines that are neither a heading nor an item`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
