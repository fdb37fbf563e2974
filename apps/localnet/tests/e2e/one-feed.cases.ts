import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { Client as Agent } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { owner } from '@oracle-gateway/client';
import { deriveFeedId, deriveSourceId, parseAddress, parseApiConfig, toHex } from '@oracle-gateway/protocol';
import { expect, it, onTestFinished } from 'vitest';

import { projectRoot } from '../../src/base/project-root.js';
import { ordinaryWorld } from './ordinary-world.js';
import { freshSource, keyOf, testClient, watchedSigner } from './test-client.js';

function builtMain(name: string): string {
  return join(projectRoot(), 'packages', name, 'dist/main.js');
}

it('a source without a quorum is one feed, through each program that its owner asks with', async () => {
  const test = ordinaryWorld();
  const home = await mkdtemp(join(tmpdir(), 'one-feed-'));
  onTestFinished(() => rm(home, { recursive: true }));
  const manifest = test.world.stateFolder.manifest;
  const source = freshSource(test);
  const signer = watchedSigner(keyOf(test, 'subscriptionOwner'));
  const client = testClient(test, { account: owner({ signer }) });

  const { feedId: ofClient } = await client.round(source);
  const words = ['get', source.url, '--path', source.responseParser ?? '', '--json', '--localnet', manifest];
  const { stdout } = await promisify(execFile)(process.execPath, [builtMain('cli'), ...words], {
    env: { PATH: process.env.PATH, HOME: home },
  });
  const ofCommand: unknown = Reflect.get(JSON.parse(stdout) as object, 'feedId');

  const agent = new Agent({ name: 'agent', version: '0' });
  onTestFinished(() => agent.close());
  const log = join(home, 'spending.log');
  const args = [builtMain('mcp'), '--localnet', manifest, '--max-per-day', '1rounds', '--spending-log', log];
  await agent.connect(new StdioClientTransport({ command: process.execPath, args, env: { HOME: home }, stderr: 'pipe' }));
  const called = await agent.callTool({ name: 'get_value', arguments: { source } });
  const ofAgent: unknown = Reflect.get({ ...(called.structuredContent as object | undefined) }, 'feedId');

  const ofDryRun = (await client.simulate(source)).feedId;
  // The page names a feed like this before it asks.
  const consumer = parseAddress(signer.address);
  const signaturesRequired = await client.defaultQuorum(source);
  const ofPage = toHex(deriveFeedId({ owner: consumer, sourceId: deriveSourceId(parseApiConfig(source)), signaturesRequired }));

  expect([signaturesRequired, ofCommand, ofAgent, ofDryRun, ofPage]).toEqual([3, ofClient, ofClient, ofClient, ofClient]);
});
