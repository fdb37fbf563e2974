import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filled, runbookPages } from './runbook-page.mjs';

const MARKDOWN = [
  '# Runbook',
  '`operate` stands for `settlement-worker operate … --config worker.toml`.',
  '## OracleFirst',
  '1. `operate list` names them, `oracle_settlement_rounds` counts them. `gateway`: see there.',
  '2. `operate show <round id>`, and once more `operate list`.',
  '## A stolen key',
  '1. Do this:',
  '   ```sh',
  '   admin gateway stop --gateway <account>    # at once',
  '   ```',
].join('\n');

test('a page has the commands of its text and of its blocks, each once, and no other words in code', () => {
  assert.deepEqual(
    [...runbookPages(MARKDOWN)],
    [
      ['OracleFirst', ['operate list', 'operate show <round id>']],
      ['A stolen key', ['admin gateway stop --gateway <account>']],
    ],
  );
});

test('a command is filled with values by the words of its placeholders, and a placeholder without a value is refused', () => {
  assert.equal(filled('operate show <round id>', { 'round id': '7' }), 'operate show 7');
  assert.throws(() => filled('operate show <round id>', {}), /has no value for <round id>/);
});
