import assert from 'node:assert/strict';
import { test } from 'node:test';
import { demoBlock, exampleBlocks, sameButForValues, withDemoBlock } from './readme-blocks.mjs';

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
  assert.deepEqual(exampleBlocks(readme), ['echo hi\n']);
});

test('outputs are the same whatever keys, times and nodes a run had', () => {
  const one = 'signed  nodes 0, 1 and 3\nafter 12 ms\nreceipt 0xab01\nowner 4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU\n';
  const other = 'signed nodes 2 and 4\nafter 1.2 s\nreceipt 0x99\nowner EtWTRABZaYq6iMfeYKouRu166VU2xqa1EtWTRABZaYq6\n';
  assert.equal(sameButForValues(one, other), true);
  assert.equal(sameButForValues(one, other.replace('receipt', 'proof')), false);
  assert.equal(sameButForValues(one, `${other}one more line`), false);
});
