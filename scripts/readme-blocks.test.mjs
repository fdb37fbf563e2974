import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  demoBlock,
  demoExcerpts,
  doorsOf,
  exampleBlocks,
  firstProgram,
  isExcerpt,
  sameButForValues,
  terminalSessions,
  unmarkedPackages,
  withDemoBlock,
} from './readme-blocks.mjs';

const readme =
  'a\n<!-- demo-output -->\n```\nvalue 1.5\n```\n<!-- /demo-output -->\n<!-- example -->\n```sh\necho hi\n```\n```sh\nnot marked\n```\n';

test('the demo block is found and replaced, and nothing else is', () => {
  assert.equal(demoBlock(readme), 'value 1.5\n');
  assert.equal(
    withDemoBlock(readme, 'value $& 2\n'),
    readme.replace('value 1.5', () => 'value $& 2'),
  );
  assert.throws(() => demoBlock('nothing here'));
});

test('only marked blocks are examples', () => {
  assert.deepEqual(exampleBlocks(readme), [{ command: 'echo hi\n', prints: undefined }]);
});

test('outputs are the same whatever keys, times and nodes a run had', () => {
  const one = 'signed  nodes 0, 1 and 3\nafter 12 ms\nreceipt 0xab01\nowner 4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU\n';
  const other = 'signed nodes 2 and 4\nafter 1.2 s\nreceipt 0x99\nowner EtWTRABZaYq6iMfeYKouRu166VU2xqa1EtWTRABZaYq6\n';
  assert.equal(sameButForValues(one, other), true);
  assert.equal(sameButForValues(one, other.replace('receipt', 'proof')), false);
  assert.equal(sameButForValues(one, `${other}one more line`), false);
});

test('an example comes with what it prints, where the page shows that', () => {
  const page =
    '<!-- example -->\n```sh\none\n```\n\n<!-- prints -->\n\n```\n1\n```\n<!-- example -->\n```sh\ntwo\n```\n```\nno output\n```\n';
  assert.deepEqual(exampleBlocks(page), [
    { command: 'one\n', prints: '1\n' },
    { command: 'two\n', prints: undefined },
  ]);
  assert.deepEqual(demoExcerpts('<!-- demo-excerpt -->\n\n```\na\n```\n'), ['a\n']);
});

test('an excerpt has lines of the output, in its order, whatever the values', () => {
  const output = 'stands after 8.0 s\n\n1. one\n   value  3\n2. two\n{"status":"completed","data":[1]}\n';
  assert.equal(isExcerpt('stands after 12 ms\n…\n   value 7\n…\n{"status":"completed",…\n', output), true);
  assert.equal(isExcerpt('value 7\nstands after 8.0 s\n', output), false);
  assert.equal(isExcerpt('value\n', output), false);
  assert.equal(isExcerpt('{"status":"failed",…\n', output), false);
  assert.equal(isExcerpt('1. one\n1. one\n', output), false);
});

test('a session of a terminal has commands, each with what it prints', () => {
  const page = 'a\n<!-- terminal -->\n\n```\n$ one | two\n1\n2\n$ three > file\n$ four\n4\n```\n```\n$ not marked\n```\n';
  assert.deepEqual(terminalSessions(page), [
    [
      { command: 'one | two', prints: '1\n2\n' },
      { command: 'three > file', prints: '' },
      { command: 'four', prints: '4\n' },
    ],
  ]);
  assert.throws(() => terminalSessions('<!-- terminal -->\n```\nno prompt\n```\n'), /begins with a command/);
});

test('a package that npm has not is named with the first release', () => {
  const marked = 'With the first release, `npx @oracle-gateway/cli` does it.';
  const unmarked = 'Type `npm install @oracle-gateway/client`.';
  assert.deepEqual(unmarkedPackages(`${marked}\n\n${unmarked}\n\n[x](npx)\n`), [unmarked]);
});

test('each door is its title and its first block to paste', () => {
  const page =
    '## Three doors\n\n```sh\ngit clone x\n```\n\n### One\n\n<!-- example -->\n\n```sh\na\n```\n\n<!-- prints -->\n\n```\n1\n```\n\n<!-- example -->\n\n```sh\nb\n```\n\n### Two\n\nText.\n\n## Next\n\n### Three\n\n<!-- example -->\n\n```sh\nc\n```\n';
  assert.deepEqual(doorsOf(page), { clones: 'git clone x\n', doors: [{ title: 'One', command: 'a\n', prints: '1\n' }] });
});

test('the first program of a page stands behind what is installed for it', () => {
  const fence = (language, code) => `\`\`\`${language}\n${code}\`\`\`\n`;
  const page = `# a\n\n${fence('sh', 'npm install --save-dev one two\n')}\n${fence('json', '{}\n')}\n${fence('ts', 'run();\n')}`;
  assert.deepEqual(firstProgram(page), { language: 'ts', code: 'run();\n', prints: undefined, installs: ['one', 'two'] });
  const printing = `${page}\n<!-- prints -->\n\n${fence('', 'done\n')}\n${fence('js', 'other();\n')}`;
  assert.equal(firstProgram(printing)?.prints, 'done\n');
  assert.equal(firstProgram(fence('json', '{}\n')), null);
});
