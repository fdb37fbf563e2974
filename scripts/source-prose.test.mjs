import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proseOf } from './source-prose.mjs';

function commentLines(path, text) {
  return proseOf(path, text)
    .comments.split('\n')
    .map((line) => line.replace(/^- /, ''));
}

test('comments of TypeScript stand on their lines, without marks', () => {
  const text = ['/** One. */', 'const a = 1; // Two.', '// Three', '// goes on.', '/*', ' * Four', ' * @throws Five', ' */'].join('\n');
  assert.deepEqual(commentLines('a.ts', text), ['One.', 'Two.', 'Three', 'goes on.', '', 'Four', '@throws Five', '']);
});

test('texts, patterns and templates are no comments', () => {
  const text = ["const a = 'https://a.b // no';", 'const b = /\\/\\/ no/;', 'const c = `// no ${1 /* yes */} no`;'].join('\n');
  assert.deepEqual(commentLines('a.mjs', text), ['', '', 'yes']);
});

test('a comment at the end of a block or of the file is found', () => {
  const text = ['function f() {', '  return 1;', '  // In a block.', '}', '// At the end.', ''].join('\n');
  assert.deepEqual(commentLines('a.ts', text), ['', '', 'In a block.', '', 'At the end.', '']);
});

test('a comment for a tool is left out', () => {
  assert.deepEqual(commentLines('a.ts', '// @ts-expect-error nobody\n// prettier-ignore\n'), ['', '', '']);
});

test('comments of Rust, Lua, Python and Solidity are found', () => {
  assert.deepEqual(commentLines('a.rs', '//! One.\n/// Two.\nlet a = 1; // Three.\nlet b = "//";'), ['One.', 'Two.', 'Three.', '']);
  assert.deepEqual(commentLines('a.lua', '-- One.\n-- KEYS  1 round\n--       more\nreturn 1 -- Two.'), ['One.', '', '', 'Two.']);
  assert.deepEqual(commentLines('a.sol', '// SPDX-License-Identifier: MIT\n/// One.\nuint256 a; // Two.'), ['', 'One.', 'Two.']);
  assert.deepEqual(commentLines('a.py', '#!/usr/bin/env python3\n# One.\na = "#"'), ['', 'One.', '']);
});

test('two comments on following lines are apart, and one over several lines is together', () => {
  const { comments } = proseOf('a.ts', '/** One */\n/** Two */\n// Three\n// goes on');
  assert.equal(comments, '- One\n- Two\n- Three\ngoes on');
});

test('names of tests are found, with a table of cases too', () => {
  const text = ["describe('a', () => {", '  it.each([[1]])(', "    'b %s',", '  );', "  scenario('c', run);", "  other('d');", '});'].join(
    '\n',
  );
  assert.deepEqual(proseOf('a.test.ts', text).testNames.split('\n'), ['- a', '', '- b %s', '', '- c', '', '']);
});

test('a rule of a configuration has its comment as a text', () => {
  const text = "// One.\nmodule.exports = [{ name: 'a', comment: 'two' }];";
  assert.deepEqual(commentLines('a.cjs', text), ['One.', 'two']);
  assert.deepEqual(commentLines('a.mjs', text), ['One.', '']);
});
