import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addressOf, markdownAddressOf, textForSite } from './page-links.mjs';

const ADDRESSES = new Map([
  ['README.md', '/'],
  ['docs/calls.md', '/calls/'],
  ['docs/decisions/README.md', '/decisions/'],
  ['packages/client/README.md', '/packages/client/'],
]);

function linked(path, text) {
  return textForSite({ path, text }, ADDRESSES);
}

describe('textForSite', () => {
  const KINDS = {
    'a page beside it': ['docs/api.md', 'calls.md#as-an-agent', '/calls/#as-an-agent'],
    'a page of another folder': ['docs/api.md', '../packages/client/README.md', '/packages/client/'],
    'the front page': ['docs/api.md', '../README.md#run-it', '/#run-it'],
    'a folder by its README': ['README.md', 'docs/decisions/', '/decisions/'],
    'a picture': ['docs/explorer.md', 'images/explorer-chart.png', '/images/explorer-chart.png'],
    'the list for models': ['README.md', 'docs/llms.txt', '/llms.txt'],
    'a place of the same page': ['docs/api.md', '#errors', '#errors'],
    'another origin': ['docs/api.md', 'https://solana.com/', 'https://solana.com/'],
    'a file that is no page': [
      'docs/calls.md',
      '../examples/localnet.mjs',
      'https://github.com/oracle-gateway/oracle-gateway/blob/main/examples/localnet.mjs',
    ],
    'a folder without a page': [
      'docs/calls.md',
      '../vectors/generate/',
      'https://github.com/oracle-gateway/oracle-gateway/tree/main/vectors/generate',
    ],
  };
  for (const [kind, [path, link, expected]] of Object.entries(KINDS))
    it(`leads to ${kind}`, () => {
      assert.equal(linked(path, `see [\`it\`](${link})`), `see [\`it\`](${expected})`);
    });

  it('refuses a link to a file that is not there', () => {
    assert.throws(() => linked('docs/api.md', '[x](nowhere.md)'), /docs\/api\.md: no file docs\/nowhere\.md/);
  });

  it('leaves out comments, which are for checks, and keeps code as it is', () => {
    const code = '```md\n<!-- example -->\n[x](nowhere.md)\n```\n`[x](nowhere.md)`';
    assert.equal(linked('docs/api.md', `<!-- example -->\n\n${code}`), code);
  });
});

describe('a block of code', () => {
  it('keeps its language and loses what rustdoc reads', () => {
    assert.equal(linked('docs/api.md', '```rust,ignore\nfn a() {}\n```'), '```rust\nfn a() {}\n```');
  });
});

describe('addressOf', () => {
  it('is the id between slashes, and the root for the front page', () => {
    assert.deepEqual([addressOf('index'), addressOf('tasks/ask')], ['/', '/tasks/ask/']);
    assert.deepEqual([markdownAddressOf('index'), markdownAddressOf('tasks/ask')], ['/index.md', '/tasks/ask.md']);
  });
});
