import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { it } from 'node:test';
import { publishedPackages, workspaceFolders } from './workspace.mjs';

const root = join(import.meta.dirname, '..');
const COMMAND = join(root, 'node_modules/@changesets/cli/bin.js');
/** Name, version, kind of change, and one item. */
const FIRST_CHANGELOG = /^# \S+\n\n## 0\.1\.0\n\n### Minor Changes\n\n- First release\. .+\n$/;
const HEADING = /^#{1,3} /;
/** The version of a package before its first release. */
const UNRELEASED = '0.0.0';
const FIRST = '0.1.0';
const ITEM = /^(?:- \S| {2}\S)/;

function manifestOf(at, name) {
  return JSON.parse(readFileSync(join(at, name, 'package.json'), 'utf8'));
}

const folderOf = new Map(workspaceFolders(root).map((folder) => [manifestOf(root, folder).name, folder]));

/** Folders of the published libraries that the built files of a package hold: changesets see no such dependency. */
function containedLibraries(folder) {
  const { dependencies = {}, devDependencies = {} } = manifestOf(root, folder);
  const imported = Object.keys(devDependencies).filter((name) => folderOf.has(name) && isImported(join(root, folder, 'src'), name));
  const reached = new Set(imported);
  for (const name of reached)
    for (const next of Object.keys(manifestOf(root, folderOf.get(name)).dependencies ?? {}))
      if (folderOf.has(next) && !Object.hasOwn(dependencies, next)) reached.add(next);
  return [...reached].map((name) => folderOf.get(name)).filter((each) => manifestOf(root, each).private !== true);
}

function isImported(folder, name) {
  if (!existsSync(folder)) return false;
  const sources = readdirSync(folder, { recursive: true }).filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'));
  return sources.some((path) => new RegExp(`'${name}['/]`).test(readFileSync(join(folder, path), 'utf8')));
}

it('a command holds the libraries that its sources reach, and a library holds none', () => {
  const names = ['client', 'contract', 'gateway-api', 'protocol', 'providers', 'schnorr'].map((name) => `packages/${name}`);
  assert.deepEqual(containedLibraries('packages/cli').sort(), names);
  assert.deepEqual(containedLibraries('packages/mcp').sort(), names);
  assert.deepEqual(containedLibraries('packages/client'), []);
});

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
    for (const name of published.filter((each) => manifestOf(root, each).version === UNRELEASED)) {
      assert.equal(manifestOf(folder, name).version, FIRST, `${name}: its first release has another version`);
      const changelog = readFileSync(join(folder, name, 'CHANGELOG.md'), 'utf8');
      assert.match(changelog, FIRST_CHANGELOG, `${name}: its changelog holds more, or other words, than its first release`);
    }
    const isNew = (name) => manifestOf(root, name).version !== manifestOf(folder, name).version;
    for (const name of published.filter((each) => !isNew(each)))
      assert.deepEqual(
        containedLibraries(name).filter(isNew),
        [],
        `${name}: holds the code of libraries that change; name it in their changesets`,
      );
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
