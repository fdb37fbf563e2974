import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatted } from './formatted.mjs';

/** A text that is not in form, and the same in form, for each kind of file that the project writes by hand. */
const KINDS = {
  'a.ts': ['export const a = {b: "c"}', "export const a = { b: 'c' };\n"],
  'a.mts': ['export type A=string', 'export type A = string;\n'],
  'a.mjs': ['export const a = ["b",]', "export const a = ['b'];\n"],
  'a.json': ['{"a":[1,\n2]}', '{ "a": [1, 2] }\n'],
  'a.yaml': ['a:   1', 'a: 1\n'],
  'a.toml': ['a=1', 'a = 1\n'],
  'a.css': ['a{color:red}', 'a {\n  color: red;\n}\n'],
  'a.html': ['<p>a\n</p>', '<p>a</p>\n'],
  'a.md': ['# A\n* b', '# A\n\n- b\n'],
};

describe('formatted', () => {
  for (const [path, [before, after]] of Object.entries(KINDS))
    it(`brings ${path} into form`, async () => {
      assert.equal(await formatted(path, before), after);
      assert.equal(await formatted(path, after), after);
    });

  it('leaves a page as it is in a folder that is passed over', async () => {
    assert.equal(await formatted('docs/a.md', '# A\n* b'), '# A\n* b');
  });

  it('brings a module into form in a folder where only pages are passed over', async () => {
    assert.equal(await formatted('docs/site/a.mjs', 'export const a = ["b",]'), "export const a = ['b'];\n");
  });

  it('says which file cannot be parsed', async () => {
    await assert.rejects(formatted('packages/one/a.ts', 'const = 1'), /^Error: packages\/one\/a\.ts: /);
  });
});
