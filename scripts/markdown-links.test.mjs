import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { brokenCitations, brokenLinks, headingAnchors, mapLinks } from './markdown-links.mjs';

const files = new Map([
  ['', new Set(['here'])],
  ['other.md', new Set(['there'])],
  ['code.ts', new Set()],
]);
function broken(markdown) {
  return brokenLinks(markdown, async (path) => files.get(path));
}

describe('brokenLinks', () => {
  it('passes links to files, headings and other origins', async () => {
    assert.deepEqual(
      await broken('[a](other.md) [b](other.md#there) [c](#here) [d](code.ts#L3) [e](https://x.test/y) [f](mailto:a@b.c)'),
      [],
    );
  });

  it('names links to files and headings that are not there', async () => {
    assert.deepEqual(await broken('[a](gone.md) [b](other.md#gone) [c](#gone) ![d](gone.png "title")'), [
      'gone.md',
      'other.md#gone',
      '#gone',
      'gone.png',
    ]);
  });

  it('does not check into code', async () => {
    assert.deepEqual(await broken('```md\n[a](gone.md)\n```\n`[b](gone.md)`'), []);
  });
});

describe('mapLinks', () => {
  it('changes links of the text alone: no code, no link to another origin', () => {
    const code = '`[a](b.md)`\n\n```md\n[a](b.md)\n```\n';
    const text = `[a](b.md) and [\`c\`](<d.md> "title"), ![e](f.png), [g](https://h.example/)\n${code}`;
    assert.equal(
      mapLinks(text, (link) => `/${link}`),
      `[a](/b.md) and [\`c\`](</d.md> "title"), ![e](/f.png), [g](https://h.example/)\n${code}`,
    );
  });
});

describe('headingAnchors', () => {
  it('makes them as GitHub does', () => {
    const markdown = '# The `npm start` command\n## A, b & c\n## Twice\n## Twice\n```sh\n# no heading\n```\n### [Linked](x.md) heading\n';
    assert.deepEqual([...headingAnchors(markdown)], ['the-npm-start-command', 'a-b--c', 'twice', 'twice-1', 'linked-heading']);
  });
});

it('a citation leads to a page and a heading, and names a section by its number in a standard alone', async () => {
  const anchorsOf = async (path) => (path === 'docs/one.md' ? new Set(['here']) : undefined);
  const good =
    'docs/one.md, (docs/one.md#here), RFC 9110 §15, RFC 8032, section 5.1.2 and 5.1.3, SEC 1 §4.1, https://host/docs/two.md, a/docs/two.md';
  assert.deepEqual(await brokenCitations(good, anchorsOf), []);
  const bad = 'protocol §4, interface section 2.5, docs/two.md and docs/one.md#there';
  assert.deepEqual(await brokenCitations(bad, anchorsOf), ['§4', 'section 2.5', 'docs/two.md', 'docs/one.md#there']);
});
