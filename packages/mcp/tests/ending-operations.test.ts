import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { FILES, placesOf } from '@oracle-gateway/caller/settings';
import * as clientModule from '@oracle-gateway/client';
import { expect, it, onTestFinished } from 'vitest';

import { run } from '../src/run.js';
import { callTool } from './served.js';

const PROVIDERS = ['one', 'two'].map((id) => ({ id }));

/** A gateway of providers without feeds, all whose operations end. */
async function serveEnding(): Promise<string> {
  const server = createServer(({ url }, response) => {
    const data = url === '/v1/providers' ? { providers: PROVIDERS } : url === '/v1/feeds' ? { feeds: [] } : { id: 'one', flows: [] };
    response.setHeader('deprecation', '@1801353600').setHeader('sunset', 'Fri, 31 Dec 2027 00:00:00 GMT');
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ status: 'ok', data }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('the server tells its operator once of each operation that the gateway ends, and the agent nothing', async () => {
  const gateway = await serveEnding();
  const written: string[] = [];
  const answers: string[] = [];
  const environment = { HOME: '/nowhere' };
  const exitCode = await run(
    {
      caller: {
        ...{ environment, places: placesOf(environment), files: FILES, clock: Date.now },
        libraries: { client: () => Promise.resolve(clientModule), payPerRequest: () => Promise.reject(new Error('never asked')) },
      },
      writeOut: (text) => answers.push(text),
      writeError: (text) => written.push(text),
      signal: new AbortController().signal,
      async serveStdio(create) {
        const [here, there] = InMemoryTransport.createLinkedPair();
        const agent = new Client({ name: 'test', version: '0' });
        await Promise.all([create().connect(there), agent.connect(here)]);
        for (const tool of ['find_feeds', 'get_latest', 'get_latest'])
          answers.push((await callTool(agent, tool, tool === 'get_latest' ? { feed: 'coinbase/btc-usd' } : {})).text);
        await agent.close();
      },
    },
    ['--gateway', gateway, '--rpc', 'http://127.0.0.1:1', '--program', '1'.repeat(32), '--network', 'solana:localnet'],
  );
  expect(exitCode).toBe(0);
  const end = 'of the gateway is deprecated and ends on 2027-12-31; install a later version of @oracle-gateway/mcp before it ends';
  expect(written.filter((line) => line.includes('deprecated'))).toEqual(
    ['/v1/providers', '/v1/providers/*', '/v1/feeds'].map((path) => `oracle-gateway-mcp: GET ${path} ${end}\n`),
  );
  expect(answers.join('')).not.toContain('deprecated');
});
