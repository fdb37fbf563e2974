// The site as a reader gets it: built once, offline, then read from its files.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { addressOf } from '../src/page-links.mjs';
import { errorPages, errorPath } from '../../../packages/gateway-api/dist/internal.js';
import { referenceEntries } from '../src/api-reference.mjs';
import { sidebar } from '../src/sidebar.mjs';
import { repositoryPages } from '../src/repository-pages.mjs';

const BUILD_LIMIT_MS = 50 * 60_000;
const DIST = join(process.cwd(), 'dist');

function pageAt(address) {
  return readFileSync(join(DIST, address, 'index.html'), 'utf8');
}

/** Everything that a reader sees of a page, but for spaces: the highlighter puts marks between words. */
function wordsOf(html) {
  const text = html.replace(/<a class="sl-anchor-link"[\s\S]*?<\/a>/g, '').replace(/<[^>]*>/g, '');
  const characters = { quot: '"', '#39': "'", apos: "'", '#x27': "'", lt: '<', '#x3C': '<', gt: '>', amp: '&', '#38': '&', '#60': '<' };
  return withoutSpaces(text.replace(/&(#?\w+);/g, (entity, name) => characters[name] ?? entity));
}

function withoutSpaces(text) {
  return text.replace(/\s/g, '');
}

/** Serves the files of the index to the search, as a web server would. */
async function withFiles(use) {
  const server = createServer((request, response) => {
    const path = join(DIST, decodeURI(new URL(request.url, 'http://site').pathname));
    response.writeHead(existsSync(path) ? 200 : 404).end(existsSync(path) ? readFileSync(path) : '');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await use(`http://127.0.0.1:${server.address().port}`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/** For each text, the addresses of the pages that the search of the site finds, the best first. */
function foundFor(texts) {
  return withFiles(async (origin) => {
    const pagefind = await import(pathToFileURL(join(DIST, 'pagefind', 'pagefind.js')));
    await pagefind.options({ basePath: `${origin}/pagefind/`, baseUrl: '/' });
    const found = [];
    for (const text of texts) {
      const { results } = await pagefind.search(text);
      found.push(await Promise.all(results.slice(0, 5).map(async (result) => (await result.data()).url)));
    }
    return found;
  });
}

describe('the documentation site', () => {
  let printed;
  before(async () => {
    ({ stdout: printed } = await promisify(execFile)(process.execPath, ['site.mjs', 'build'], { timeout: BUILD_LIMIT_MS }));
  });

  it('has no link that leads nowhere, and no request to another origin', () => {
    assert.match(printed, /\d+ pages, \d{4,} links, 0 broken, 0 requests to other origins/);
  });

  it('has every page of the repository under its title', () => {
    for (const { id, path, title } of repositoryPages()) {
      assert.ok(pageAt(addressOf(id)).includes('<h1 id="_top"'), path);
      assert.ok(pageAt(addressOf(id)).includes(title.replaceAll('&', '&#38;')), path);
      assert.ok(existsSync(join(DIST, `${id}.md`)), path);
    }
  });

  it('has a page for each entry point of the packages, with what it exports', () => {
    for (const { id, name } of referenceEntries()) assert.ok(pageAt(addressOf(id)).includes(name), name);
    assert.match(pageAt('/reference/client/'), /<h3 id="createclient">/);
  });

  it('has a page for each error code, with the text of the gateway, to which the table of all codes leads', () => {
    const all = pageAt('/errors/');
    for (const { code, sections, example } of errorPages()) {
      assert.ok(all.includes(`href="${errorPath(code)}/"`), code);
      const shown = wordsOf(pageAt(errorPath(code)));
      for (const { title, text } of sections)
        assert.ok(shown.includes(withoutSpaces(title + text.replaceAll('`', ''))), `${code}: ${title}`);
      assert.ok(shown.includes(withoutSpaces(JSON.stringify(example.error))), code);
      assert.ok(existsSync(join(DIST, `${errorPath(code)}.md`)), code);
    }
  });

  it('shows the README first, and each task beside it', () => {
    const front = pageAt('/');
    assert.match(front, /The Oracle Gateway is an HTTP gateway/);
    for (const task of ['ask', 'verify', 'solana-feed', 'agent', 'node', 'gateway'])
      assert.ok(front.includes(`href="/tasks/${task}/"`), task);
  });

  it('has no name twice in one group of the sidebar, and an edit link on each page of the repository', () => {
    for (const { label, items } of sidebar()) assert.deepEqual(new Set(items.map((item) => item.label)).size, items.length, label);
    for (const { id, path } of repositoryPages()) assert.ok(pageAt(addressOf(id)).includes(`/edit/main/${path}"`), path);
  });

  it('has a list for models, whose links lead to its own Markdown', () => {
    const links = [...readFileSync(join(DIST, 'llms.txt'), 'utf8').matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link);
    assert.ok(links.length > 10);
    for (const link of links) assert.ok(link.endsWith('.md') && existsSync(join(DIST, link)), link);
    assert.match(readFileSync(join(DIST, 'llms-full.txt'), 'utf8'), /^# Values for agents$/m);
  });

  it('finds a word of the documents, a name of the reference and the page of a code', async () => {
    const [word, name, code] = await foundFor(['facilitator', 'verifyFromLedger', 'upstream_failure']);
    assert.ok(word.length > 0);
    assert.ok(name.includes('/reference/client/'), name.join(' '));
    assert.equal(code[0], '/docs/errors/upstream_failure/');
  });
});
