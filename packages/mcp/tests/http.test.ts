import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Client as GatewayClient } from '@oracle-gateway/client';
import { afterEach, describe, expect, it } from 'vitest';

import { type HttpEndpoint, serveHttp } from '../src/http/serve-http.js';
import { readOptions } from '../src/options.js';
import { createServers } from '../src/server.js';
import { createTools } from '../src/tools/index.js';
import { callTool, NO_FEEDS } from './served.js';

const TOKEN = 'a-token-of-more-than-thirty-two-characters';
const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });

let endpoint: HttpEndpoint | undefined;
afterEach(async () => {
  await endpoint?.close();
  endpoint = undefined;
});

async function serve(token: string | null = null): Promise<string> {
  const client = { providers: () => Promise.resolve([]) } as unknown as GatewayClient;
  const createServer = createServers(createTools({ client, publicFeeds: NO_FEEDS, paying: null, clock: Date.now }));
  endpoint = await serveHttp(
    { createServer, onError: () => undefined },
    { host: '127.0.0.1', port: 0, allowedHosts: ['agents.test'], token },
  );
  return endpoint.url;
}

function post(
  url: string,
  headers: Readonly<Record<string, string>>,
  body = LIST,
): Promise<{ readonly status: number; readonly body: string }> {
  return new Promise((resolve, reject) => {
    const all = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers };
    const sent = request(url, { method: 'POST', headers: all }, (response) => {
      text(response).then((answer) => resolve({ status: response.statusCode ?? 0, body: answer }), reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

describe('streamable HTTP', () => {
  it('serves the official client, with a token where one is set', async () => {
    const url = new URL(await serve(TOKEN));
    const agent = new Client({ name: 'test', version: '0' });
    await agent.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers: { authorization: `Bearer ${TOKEN}` } } }));
    expect((await agent.listTools()).tools).toHaveLength(4);
    expect((await callTool(agent, 'find_feeds')).structured).toMatchObject({ found: 0 });
    await agent.close();
  });

  it.each([
    [{}, 200],
    [{ host: 'agents.test' }, 200],
    // A name that was bound to this address anew.
    [{ host: 'evil.test' }, 403],
    [{ host: 'localhost.evil.test:80' }, 403],
    // A page of a browser, also of this machine.
    [{ origin: 'https://evil.test' }, 403],
    [{ origin: 'http://localhost:3000' }, 403],
    [{ origin: 'null' }, 403],
  ])('is for no page and no other host: %j', async (headers, status) => {
    expect((await post(await serve(), headers)).status).toBe(status);
  });

  it.each([
    [{}, 401],
    [{ authorization: 'Bearer wrong' }, 401],
    [{ authorization: TOKEN }, 401],
    [{ authorization: `Bearer ${TOKEN}` }, 200],
  ])('wants its token: %#', async (headers, status) => {
    expect((await post(await serve(TOKEN), headers)).status).toBe(status);
  });

  it('reads no body that is larger than a call', async () => {
    expect((await post(await serve(), {}, JSON.stringify({ a: 'x'.repeat(200_000) }))).status).toBe(413);
  });

  it('answers at one path', async () => {
    expect((await post((await serve()).replace('/mcp', '/'), {})).status).toBe(404);
  });
});

describe('the flags of HTTP', () => {
  const read = (...argv: string[]) => readOptions({ out: () => undefined, error: () => undefined }, argv).http;

  it('bind loopback unless told otherwise', () => {
    expect(read('--http', '8765')).toEqual({ host: '127.0.0.1', port: 8765, allowedHosts: [], tokenFile: null });
    expect(read()).toBeNull();
  });

  it.each([
    [['--http', '1', '--host', '0.0.0.0'], '--token-file: is required where --host is not loopback'],
    [['--host', '127.0.0.1'], '--http: is required'],
    [['--http', 'x'], '--http: must be a whole number'],
    [
      ['--max-per-day', '100'],
      '--max-per-day: must be an amount in dollars such as $0.10 or 0.10usd, or of a subscription its rounds such as 100rounds',
    ],
    [['--account', 'bank'], '--account: must be one of'],
  ])('say what is wrong: %j', (argv, text) => {
    expect(() => read(...argv)).toThrow(text);
  });

  it('take a token file for another address', () => {
    const folder = mkdtempSync(join(tmpdir(), 'mcp-token-'));
    const path = join(folder, 'token');
    writeFileSync(path, TOKEN);
    chmodSync(path, 0o600);
    expect(read('--http', '1', '--host', '0.0.0.0', '--token-file', path, '--allow-host', 'agents.test')).toMatchObject({
      host: '0.0.0.0',
      allowedHosts: ['agents.test'],
    });
    rmSync(folder, { recursive: true });
  });
});
