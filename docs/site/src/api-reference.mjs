import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { mapLinks } from '../../../scripts/markdown-links.mjs';
import { addressOf } from './page-links.mjs';
import { fromRoot, root } from './repository-pages.mjs';

/** Folder of typedoc's output, which the site reads. */
export const REFERENCE_FOLDER = join(root, 'docs', 'site', '.tools', 'reference');
const FOLDERS = ['packages', 'contracts'];
/** Packages that only services and tests import. */
const LEFT_OUT = new Set(['litesvm-rpc', 'node-api', 'outbox']);

/**
 * Every typed entry point of the published packages.
 *
 * @returns {{ id: string, name: string, file: string, declarations: string }[]} its page, its name in an import, the file that typedoc
 * writes, and its declarations as they are published
 */
export function referenceEntries() {
  const folders = FOLDERS.flatMap((parent) => readdirSync(join(root, parent)).map((name) => `${parent}/${name}`));
  return folders
    .filter((folder) => !LEFT_OUT.has(basename(folder)) && existsSync(join(root, folder, 'package.json')))
    .flatMap((folder) => {
      const { name, private: isPrivate, exports = {} } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
      if (isPrivate === true) return [];
      const typed = Object.entries(exports).filter(([, target]) => typeof target === 'object' && target.types !== undefined);
      return typed.map(([subpath, { types }]) => {
        const file = join(name.replace('@oracle-gateway/', ''), subpath);
        return { id: `reference/${file}`, name: join(name, subpath), file, declarations: join(root, folder, types) };
      });
    });
}

/**
 * The pages that typedoc wrote.
 *
 * @returns {{ id: string, title: string, text: string }[]}
 * @throws {Error} where one is missing
 */
export function apiReferencePages() {
  const entries = referenceEntries();
  const addresses = new Map(entries.map(({ id, file }) => [`${file}.md`, addressOf(id)]));
  return entries.map(({ id, name, file }) => {
    const path = join(REFERENCE_FOLDER, `${file}.md`);
    if (!existsSync(path)) throw new Error(`${path} is missing: run \`pnpm run docs:build\``);
    const text = mapLinks(readFileSync(path, 'utf8'), (link) => {
      const [target, anchor] = link.split('#');
      return target === '' ? link : `${addresses.get(fromRoot(`${file}.md`, target)) ?? link}#${anchor ?? ''}`;
    });
    return { id, title: name, text };
  });
}
