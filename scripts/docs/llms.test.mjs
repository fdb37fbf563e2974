import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LLMS_PAGES, llmsFiles } from './llms.mjs';

function page(path) {
  return `# Title of ${path}\n\n<!-- example -->\n\nWhat it is.\n`;
}

describe('the files for models', () => {
  it("list every page by title and what it holds, and hold the text of the callers' pages", () => {
    const files = llmsFiles(page);
    assert.match(files['docs/llms.txt'], /^# Oracle Gateway\n\n> /);
    assert.ok(files['docs/llms.txt'].includes('- [Title of docs/api.md](api.md): every endpoint with its fields\n'));
    assert.ok(files['docs/llms.txt'].includes('- [Title of README.md](../README.md): what a round is'));
    for (const path of LLMS_PAGES) assert.ok(files['docs/llms-full.txt'].includes(`# Title of ${path}\n`));
    assert.ok(!files['docs/llms-full.txt'].includes('<!-- example -->'));
    assert.ok(!files['docs/llms-full.txt'].includes('Title of docs/operations.md'));
  });

  it('are refused where a model could not read them at once', () => {
    assert.throws(() => llmsFiles((path) => `${page(path)}${'word '.repeat(10_000)}`), /docs\/llms-full\.txt: \d+ bytes, at most/);
  });

  it('need a title of each page', () => {
    assert.throws(() => llmsFiles(() => 'no title'), /has no title/);
  });
});
