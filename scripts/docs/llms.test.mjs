import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LLMS_PAGES, llmsFullText, llmsList } from './llms.mjs';

function page(path) {
  return `# Title of ${path}\n\n<!-- example -->\n\nWhat it is.\n`;
}

describe('the files for models', () => {
  it("list every page by title and what it holds, and hold the text of the callers' pages", () => {
    const list = llmsList(page);
    assert.match(list, /^# Oracle Gateway\n\n> /);
    assert.ok(list.includes('- [Title of docs/api.md](api.md): every endpoint with its fields\n'));
    assert.ok(list.includes('- [Title of README.md](../README.md): what a round is'));
    const full = llmsFullText(page);
    for (const path of LLMS_PAGES) assert.ok(full.includes(`# Title of ${path}\n`));
    assert.ok(!full.includes('<!-- example -->'));
    assert.ok(!full.includes('Title of docs/operations.md'));
  });

  it('are refused where a model could not read them at once', () => {
    assert.throws(() => llmsFullText((path) => `${page(path)}${'word '.repeat(10_000)}`), /llms-full\.txt: \d+ bytes, at most/);
  });

  it('need a title of each page', () => {
    assert.throws(() => llmsList(() => 'no title'), /has no title/);
  });
});
