import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { NoToolsError, toolsAtHand } from './tools-at-hand.mjs';

const PIP = 'ERROR: Could not find a version that satisfies the requirement build==1.6.1';
const GO = 'go: github.com/oapi-codegen/oapi-codegen/v2@v2.8.2:';

function failing(message) {
  return toolsAtHand('tools', () => Promise.reject(new Error(message)));
}

describe('tools', () => {
  it('are answered as they come', async () => {
    assert.equal(await toolsAtHand('tools', () => Promise.resolve(7)), 7);
  });

  it('cannot be had without their command', async () => {
    await assert.rejects(
      toolsAtHand('a tool', () => once(spawn('no-command-of-this-name', []), 'close')),
      NoToolsError,
    );
  });

  for (const message of [
    `${PIP} (from versions: none)`,
    `${GO} Get "https://registry.example/v2.8.2.info": dial tcp: lookup registry.example: no such host`,
    'The virtual environment was not created successfully because ensurepip is not available.',
  ])
    it(`cannot be had: ${message}`, () => assert.rejects(failing(message), NoToolsError));

  for (const message of [
    `${PIP} (from versions: 1.5.0, 1.6.0)`,
    `${GO} reading https://registry.example/v2.8.2.info: 404 Not Found`,
    'pip install ended with SIGTERM',
    'error: subprocess-exited-with-error',
  ])
    it(`are at fault: ${message}`, () =>
      assert.rejects(failing(message), (error) => !(error instanceof NoToolsError) && error.message === message));
});
