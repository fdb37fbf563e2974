import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const ELEMENT = /<(\w[\w-]*)\b([^>]*)>/g;
const ATTRIBUTE = /\s(href|src|srcset|action|poster|id|rel|content|style)="([^"]*)"/g;
const ELSEWHERE = /^(?:[a-z][a-z0-9+.-]*:)?\/\//i;
const OTHER_SCHEME = /^(?:mailto|data):/;
const SCRIPT_TEXT = /<script\b[^>]*>[\s\S]*?<\/script>/g;
/** In a style sheet, what makes a browser ask. */
const STYLE_REQUEST = /(?:url\(\s*["']?|@import\s+["'])((?:https?:)?\/\/[^"')\s]+)/g;
/** Links that make a browser ask for something, rather than lead a reader somewhere. */
const ASKING_RELATIONS = /\b(?:stylesheet|preload|modulepreload|prefetch|preconnect|dns-prefetch|icon|manifest)\b/;

/**
 * Faults of a built site. `broken`: links that lead to no page, no file, or no place of a page. `outside`: references that would make a
 * browser ask another origin.
 *
 * @param {string} folder
 * @returns {{ pages: number, links: number, broken: string[], outside: string[] }}
 */
export function faultsOfSite(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((path) => statSync(join(folder, path)).isFile());
  const pages = new Map(
    files
      .filter((path) => path.endsWith('.html'))
      .map((path) => [addressOfFile(path), pageParts(readFileSync(join(folder, path), 'utf8'))]),
  );
  const broken = [];
  const outside = [];
  let links = 0;
  for (const [address, { hrefs, requests, styles }] of pages) {
    for (const href of hrefs) {
      if (ELSEWHERE.test(href) || OTHER_SCHEME.test(href)) continue;
      links += 1;
      if (!leadsSomewhere(href, address, { pages, folder })) broken.push(`${address}: ${href}`);
    }
    for (const request of [...requests, ...styleRequests(styles)]) if (ELSEWHERE.test(request)) outside.push(`${address}: ${request}`);
  }
  for (const path of files.filter((file) => file.endsWith('.css'))) {
    outside.push(...styleRequests(readFileSync(join(folder, path), 'utf8')).map((request) => `/${path}: ${request}`));
  }
  return { pages: pages.size, links, broken, outside };
}

/** Names that a page can be linked by, its links, and the URLs that a browser asks for when it shows the page. */
function pageParts(html) {
  const ids = new Set();
  const hrefs = [];
  const requests = [];
  let styles = '';
  for (const [, name, text] of html.replace(SCRIPT_TEXT, (script) => script.slice(0, script.indexOf('>') + 1)).matchAll(ELEMENT)) {
    const attributes = Object.fromEntries([...text.matchAll(ATTRIBUTE)].map(([, attribute, value]) => [attribute, decoded(value)]));
    if (attributes.id !== undefined) ids.add(attributes.id);
    if (attributes.style !== undefined) styles += `${attributes.style}\n`;
    const asks = name !== 'a' && (name !== 'link' || ASKING_RELATIONS.test(attributes.rel ?? ''));
    for (const reference of [
      attributes.href,
      attributes.src,
      ...(attributes.srcset ?? '').split(/\s+/),
      attributes.action,
      attributes.poster,
    ]) {
      if (reference === undefined || reference === '') continue;
      hrefs.push(reference);
      if (asks) requests.push(reference);
    }
  }
  return { ids, hrefs, requests, styles };
}

function decoded(value) {
  return value.replaceAll('&#38;', '&').replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'");
}

function styleRequests(css) {
  return [...css.matchAll(STYLE_REQUEST)].map(([, address]) => address);
}

function leadsSomewhere(href, from, { pages, folder }) {
  const { pathname, hash } = new URL(href, `http://site${from}`);
  const path = decodeURI(pathname);
  const page = pages.get(path);
  if (page !== undefined) return hash === '' || hash === '#_top' || page.ids.has(decodeURIComponent(hash.slice(1)));
  return existsSync(join(folder, path)) && statSync(join(folder, path)).isFile();
}

function addressOfFile(path) {
  return `/${path.replace(/(^|\/)index\.html$/, '$1')}`;
}
