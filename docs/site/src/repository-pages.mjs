import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';

/** The site is built in its own folder: a module of it may have been bundled to another place. */
export const root = join(process.cwd(), '..', '..');

/** Files that git ignores, others' words, and the site itself. */
const PASSED_OVER = new Set([
  'node_modules',
  'dist',
  '.git',
  '.turbo',
  '.tools',
  '.localnet',
  '.changeset',
  'target',
  'site',
  'src',
  'tests',
]);
const FOLDERS = ['docs', 'packages', 'apps', 'programs', 'contracts', 'examples', 'bench', 'deploy'];
/** Pages of the root whose plain name another page has: `SECURITY.md` and `docs/security.md`. */
const PAGES_OF_ROOT = {
  'README.md': 'index',
  'CONTRIBUTING.md': 'project/contributing',
  'STYLE.md': 'project/style',
  'SECURITY.md': 'project/security',
  'CODE_OF_CONDUCT.md': 'project/conduct',
};
const TITLE = /^# (.+)$/m;
/** The head of a skill, which is for hosts. */
const FRONT_MATTER = /^---\n[\s\S]*?\n---\n/;

/**
 * Every Markdown file that is a page of the site: those of the root, of docs/, and the README of each package, app and program.
 *
 * @returns {{ path: string, id: string, title: string }[]} by path from the root; the id is the address, without slashes around it
 */
export function repositoryPages() {
  const readmes = FOLDERS.flatMap((folder) => markdownBelow(folder)).filter(
    (path) => path.startsWith('docs/') || path.endsWith('/README.md'),
  );
  return [...Object.keys(PAGES_OF_ROOT), ...readmes].map((path) => ({ path, id: idOf(path), title: titleOf(path, readPage(path)) }));
}

/** The text of a page, by its path from the root. */
export function readPage(path) {
  return readFileSync(join(root, path), 'utf8');
}

/** @throws {Error} where the page has no title */
export function titleOf(path, text) {
  const found = TITLE.exec(text);
  if (found === null) throw new Error(`${path}: has no title: begin it with a line "# …"`);
  return found[1].replaceAll('`', '');
}

/** The text of a page below its title. */
export function withoutTitle(text) {
  return text.replace(FRONT_MATTER, '').replace(TITLE, '').trimStart();
}

function idOf(path) {
  return (
    PAGES_OF_ROOT[path] ??
    path
      .replace(/^docs\//, '')
      .replace(/(\/README)?\.md$/, '')
      .replace(/\/SKILL$/, '')
  );
}

function markdownBelow(folder) {
  let entries;
  try {
    entries = readdirSync(join(root, folder), { withFileTypes: true });
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
  return entries
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      if (PASSED_OVER.has(entry.name)) return [];
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return markdownBelow(path);
      return entry.name.endsWith('.md') ? [path] : [];
    });
}

/** A path that a page of the repository writes, from the root. */
export function fromRoot(page, target) {
  return normalize(join(dirname(page), target)).replace(/\/$/, '');
}

/** A path of this machine, from the root. */
export function pathFromRoot(file) {
  return relative(root, file);
}
