import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { faultsOfSite } from './built-site.mjs';

/** The faults of a site of these files. */
function faultsOf(files) {
  const folder = mkdtempSync(join(tmpdir(), 'site-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return faultsOfSite(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const PAGE = '<h1 id="top">A &amp; B</h1>';

describe('faultsOfSite', () => {
  it('finds no fault where each link has its page, its place or its file', () => {
    const front =
      '<a href="/a/#top">a</a> <a href="a/">a</a> <a href="#here" id="here">b</a> <img src="/a.png"> <a href="https://x.example/">x</a>';
    const { pages, links, broken, outside } = faultsOf({ 'index.html': front, 'a/index.html': PAGE, 'a.png': '' });
    assert.deepEqual({ pages, links, broken, outside }, { pages: 2, links: 4, broken: [], outside: [] });
  });

  const NOWHERE = { page: '/b/', place: '/a/#bottom', file: '/b.png', 'page without its slash': '/a' };
  for (const [kind, href] of Object.entries(NOWHERE))
    it(`finds a link to no ${kind}`, () => {
      assert.deepEqual(faultsOf({ 'index.html': `<a href="${href}">b</a>`, 'a/index.html': PAGE }).broken, [`/: ${href}`]);
    });

  const ASKING = {
    script: '<script src="https://x.example/a.js"></script>',
    picture: '<img alt="" src="//x.example/a.png">',
    'style sheet': '<link rel="stylesheet" href="https://x.example/a.css">',
    'connection in advance': '<link rel="preconnect" href="https://x.example">',
    'picture of a style': '<p style="background: url(https://x.example/a.png)">a</p>',
    form: '<form action="https://x.example/"></form>',
  };
  for (const [kind, html] of Object.entries(ASKING))
    it(`finds what asks another origin: a ${kind}`, () => {
      assert.equal(faultsOf({ 'index.html': html }).outside.length, 1);
    });

  it('finds a font and an import of a style sheet', () => {
    const css = '@import "https://x.example/a.css"; @font-face { src: url("https://x.example/a.woff2"); }';
    assert.equal(faultsOf({ 'index.html': PAGE, 'a.css': css }).outside.length, 2);
  });

  it('takes no text of a script for a link', () => {
    assert.deepEqual(faultsOf({ 'index.html': `<script>const a = '<a href="/b/">b</a>';</script>` }).broken, []);
  });
});
