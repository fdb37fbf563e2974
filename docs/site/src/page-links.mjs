import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { mapLinks } from '../../../scripts/markdown-links.mjs';
import { fromRoot, root } from './repository-pages.mjs';

export const REPOSITORY = 'https://github.com/oracle-gateway/oracle-gateway';
const COMMENT = /^(`{3,})[^\n]*\n[\s\S]*?^\1\s*$|<!--[\s\S]*?-->\n*/gm;
/** Notes behind the language of a block are for rustdoc. */
const LANGUAGE_NOTES = /^(`{3,}\w+),[\w,]+$/gm;
/** Files that the site serves as they are. */
const SERVED = /^docs\/(images\/.+|llms\.txt)$/;

/**
 * A page's text for the site: its links lead to pages of the site, or to the repository; the comments, which are for checks, are gone.
 *
 * @param {{ path: string, text: string }} page its path from the root
 * @param {ReadonlyMap<string, string>} addresses of the pages, by their paths from the root
 */
export function textForSite({ path, text }, addresses) {
  const plain = text.replace(COMMENT, (found, fence) => (fence === undefined ? '' : found)).replace(LANGUAGE_NOTES, '$1');
  return mapLinks(plain, (link) => linkForSite(path, link, addresses));
}

function linkForSite(page, link, addresses) {
  const [target, anchor] = link.split('#');
  if (target === '') return link;
  const path = fromRoot(page, decodeURI(target));
  const hash = anchor === undefined ? '' : `#${anchor}`;
  const address = addresses.get(path) ?? addresses.get(join(path, 'README.md'));
  if (address !== undefined) return `${address}${hash}`;
  const served = SERVED.exec(path);
  if (served !== null) return `/${served[1]}`;
  if (!existsSync(join(root, path))) throw new Error(`${page}: no file ${path}`);
  return `${REPOSITORY}/${statSync(join(root, path)).isDirectory() ? 'tree' : 'blob'}/main/${path}${hash}`;
}

/** Address of a page on the site. */
export function addressOf(id) {
  return id === 'index' ? '/' : `/${id}/`;
}

/** Address of a page's Markdown on the site, for programs. */
export function markdownAddressOf(id) {
  return `/${id}.md`;
}
