import { getEventListeners, once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createHttpClient, type HttpClient } from './http-client.js';
import { operations } from './operations.js';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function clientOf(listener: RequestListener, timeoutMs = 5_000): Promise<HttpClient> {
  server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return createHttpClient({ baseUrl: `http://127.0.0.1:${port}/`, fetch, timeoutMs });
}

function answering(status: number, body: string): RequestListener {
  return (_request, response) => void response.writeHead(status).end(body);
}

describe('createHttpClient', () => {
  it('hands over a declared answer with its headers', async () => {
    const client = await clientOf((_request, response) => void response.setHeader('X-Round-Id', 'r').end('{"status":"ok"}'));
    const answer = await client.call(operations.getHealth);
    expect([answer.status, answer.body, answer.headers.get('x-round-id')]).toEqual([200, { status: 'ok' }, 'r']);
  });

  it('a declared refusal is an answer, not an exception', async () => {
    const client = await clientOf(answering(404, '{"error":"no such round","code":"round_not_found"}'));
    const answer = await client.call(operations.getRound, { path: { roundId: 'x' } });
    expect([answer.status, answer.body]).toEqual([404, { error: 'no such round', code: 'round_not_found' }]);
  });

  it('sends method, path, headers and body as declared', async () => {
    const seen: string[] = [];
    const client = await clientOf((request, response) => {
      void request.toArray().then((chunks) => {
        seen.push(
          `${request.method} ${request.url} ${request.headers['x-extra']?.toString()} ${Buffer.concat(chunks as Buffer[]).toString()}`,
        );
        response.writeHead(409).end('{"error":"x","code":"duplicate_round"}');
      });
    });
    const body = {
      subscriptionOwner: '1',
      consumerAuthority: '1',
      signaturesRequired: 1,
      timestamp: 1,
      registryVersion: 1,
      apiConfig: { url: '', method: 'GET' },
    };
    await client.call(operations.executeRound, { body, headers: { 'x-extra': 'yes' } });
    expect(seen).toEqual([`POST /v1/round/execute yes ${JSON.stringify(body)}`]);
  });

  it('sends the query parameters that are given', async () => {
    const seen: (string | undefined)[] = [];
    const client = await clientOf((request, response) => {
      seen.push(request.url);
      response.writeHead(404).end('{"error":"x","code":"not_found"}');
    });
    const path = { payer: 'p' };
    await client.call(operations.getAgentRounds, { path, query: { limit: 5, before: 'a:1' } });
    await client.call(operations.getAgentRounds, { path, query: { limit: 5 } });
    await client.call(operations.getAgentRounds, { path });
    expect(seen).toEqual(['?limit=5&before=a%3A1', '?limit=5', ''].map((query) => `/v1/agent/p/rounds${query}`));
  });

  it.each([
    ['an undeclared status', answering(418, '{"status":"ok"}'), /status 418: the status is not declared/],
    [
      'a body that does not fit',
      answering(200, '{"status":"fine"}'),
      /status 200: status: is not one of the allowed values|status: must be/,
    ],
    ['a body that is no JSON', answering(200, '<html>'), /the body is not JSON/],
    ['an endless body', answering(200, ' '.repeat(1_100_000)), /more than 1048576 bytes/],
  ])('refuses %s', async (_case, listener, message) => {
    const client = await clientOf(listener);
    const refused = client.call(operations.getHealth);
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toMatchObject({ name: 'UnexpectedAnswerError', operation: 'getHealth' });
  });

  it('follows no redirect', async () => {
    const client = await clientOf((_request, response) => void response.writeHead(302, { location: '/health' }).end());
    await expect(client.call(operations.getHealth)).rejects.toThrow();
  });

  it('gives up at its deadline, and when the caller does', async () => {
    const slow = await clientOf(() => undefined, 50);
    await expect(slow.call(operations.getHealth)).rejects.toMatchObject({ name: 'TimeoutError' });
    await expect(slow.call(operations.getHealth, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('lets the signal of the caller go after each call, and ends with it during one', async () => {
    const forever = new AbortController();
    let underWay = (): void => undefined;
    const client = createHttpClient({
      baseUrl: 'http://127.0.0.1:9',
      timeoutMs: 60_000,
      fetch: (_url, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
          underWay();
        }),
    });
    const failing = createHttpClient({
      baseUrl: 'http://127.0.0.1:9',
      timeoutMs: 60_000,
      fetch: () => Promise.reject(new TypeError('refused')),
    });
    for (let calls = 0; calls < 1_000; calls += 1) {
      await expect(failing.call(operations.getHealth, { signal: forever.signal })).rejects.toThrow('refused');
    }
    expect(getEventListeners(forever.signal, 'abort')).toEqual([]);
    const begun = new Promise<void>((resolve) => (underWay = resolve));
    const call = client.call(operations.getHealth, { signal: forever.signal });
    await begun;
    expect(getEventListeners(forever.signal, 'abort')).toHaveLength(1);
    forever.abort(new Error('over'));
    await expect(call).rejects.toThrow('over');
  });
});
