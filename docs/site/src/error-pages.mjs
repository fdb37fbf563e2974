import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './repository-pages.mjs';

/** The pages as they were written last, which the modules of the site read. */
const WRITTEN = join(root, 'docs', 'site', '.tools', 'error-pages.json');
/** The page whose table names every code. */
const ERRORS_PAGE = 'docs/errors.md';
/** A code at the beginning of a row of a table. */
const CODE_OF_ROW = /^\| `([a-z][a-z0-9_]*)` \|/gm;

/** Writes a page about each error code, from the table that a gateway's own pages are made of, at the same path. */
export async function writeErrorPages() {
  const { errorPages, errorPath } = await import(pathToFileURL(join(root, 'packages', 'gateway-api', 'dist', 'internal.js')).href);
  const pages = errorPages().map(({ code, status, sections, example }) => ({
    id: errorPath(code).slice(1),
    title: code,
    text: [
      `HTTP ${status}. [All codes](/errors/).`,
      ...sections.map(({ title, text }) => `## ${title}\n\n${text}`),
      `## Example\n\n\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``,
    ].join('\n\n'),
  }));
  mkdirSync(dirname(WRITTEN), { recursive: true });
  writeFileSync(WRITTEN, JSON.stringify(pages));
}

/**
 * The pages that were written.
 *
 * @returns {{ id: string, title: string, text: string }[]}
 */
export function errorCodePages() {
  return JSON.parse(readFileSync(WRITTEN, 'utf8'));
}

/** The page of all codes, whose rows lead to the page of their code. */
export function withCodeLinks({ path, text }) {
  if (path !== ERRORS_PAGE) return text;
  const ids = new Map(errorCodePages().map(({ id, title }) => [title, id]));
  return text.replace(CODE_OF_ROW, (row, code) => (ids.has(code) ? `| [\`${code}\`](/${ids.get(code)}/) |` : row));
}
