import { createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import type { ApiConfig } from '@oracle-gateway/protocol';
import { substituteSecrets } from '@oracle-gateway/protocol/sealed';
import { Cleanup } from '../../tests/cleanup.js';
import { asked, newSafeFetch, startSource } from '../../tests/source-servers.js';
import { NodeError, SourceError } from '../errors/node-error.js';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

const JSON_TYPE = { 'Content-Type': 'application/json' };

function post(url: string, body = '{"id":1}'): ApiConfig {
  return { url, method: 'POST', headers: JSON_TYPE, body };
}

async function outcomeOf(allowed: readonly string[], config: ApiConfig): Promise<unknown> {
  const fetching = newSafeFetch(cleanup, allowed).fetchSource(config, asked());
  return await fetching.then(
    (body) => new TextDecoder().decode(body),
    (error: unknown) =>
      error instanceof SourceError ? (error.broken?.rule ?? error.message) : error instanceof NodeError ? error.code : error,
  );
}

/** Answers what it was sent: method, path, body. */
async function startEcho(redirect?: (response: ServerResponse) => void) {
  return await startSource(cleanup, (request, response) => {
    if (redirect !== undefined && request.url === '/') redirect(response);
    else void text(request).then((body) => response.end(`${request.method} ${request.url} ${body}`));
  });
}

describe('a body', () => {
  it('is sent as it is written, with its length', async () => {
    const server = await startEcho();
    expect(await outcomeOf([`${server.name}+body`], post(`${server.url}/rpc`, '{"euro":"€"}\r\n'))).toBe('POST /rpc {"euro":"€"}\r\n');
    expect(server.headers[0]).toMatchObject({ 'content-length': '16', 'content-type': 'application/json' });
    expect(server.headers[0]).not.toHaveProperty('transfer-encoding');
  });

  it.each([307, 308])('is repeated after a redirect %i on its origin', async (status) => {
    const server = await startEcho((response) => response.writeHead(status, { location: '/moved' }).end());
    expect(await outcomeOf([`${server.name}+body`], post(`${server.url}/`))).toBe('POST /moved {"id":1}');
    expect(server.headers.every((headers) => headers.referer === undefined)).toBe(true);
  });

  it.each([301, 302, 303])('ends at a redirect %i', async (status) => {
    const server = await startEcho((response) => response.writeHead(status, { location: '/moved' }).end());
    expect(await outcomeOf([`${server.name}+body`], post(`${server.url}/`))).toBe('redirected');
    expect(server.requests).toEqual(['POST /']);
  });

  it('ends at a redirect to another origin', async () => {
    const server = await startEcho((response) => response.writeHead(307, { location: 'https://other.example/' }).end());
    expect(await outcomeOf([`${server.name}+body`], post(`${server.url}/`))).toBe('redirected');
  });

  it('is never sent again once a byte of it left', async () => {
    const seen: string[] = [];
    const sockets: Socket[] = [];
    // The first request keeps its connection; the second is read, and its connection then ends without an answer.
    const server = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined);
      socket.on('data', (bytes) => {
        seen.push(String(bytes).split('\r\n')[0] ?? '');
        if (seen.length === 1) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\n1');
        else socket.destroy();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    cleanup.add(() => new Promise((resolve) => server.close(resolve)));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new TypeError('no port');
    const safeFetch = newSafeFetch(cleanup, [`127.0.0.1:${address.port}+body`]);
    const config = post(`http://127.0.0.1:${address.port}/`);
    await safeFetch.fetchSource(config, asked());
    // The client gives its connection back after the answer.
    await nextTurn();
    await expect(safeFetch.fetchSource(config, asked())).rejects.toMatchObject({ broken: { rule: 'cut_off' } });
    expect([seen.length, sockets.length]).toEqual([2, 1]);
  });

  it('goes to a place on the allow-list only where its entry says so', async () => {
    const server = await startEcho();
    expect(await outcomeOf([server.name], post(`${server.url}/`))).toBe('forbidden_source');
    expect(await outcomeOf([server.name], { url: `${server.url}/`, method: 'POST' })).toBe('POST / ');
    expect(await outcomeOf([`${server.name}+body`], { url: `${server.url}/`, method: 'POST' })).toBe('POST / ');
    expect(server.requests).toHaveLength(2);
  });

  it.each([
    ['https://rpc.example/', 'unreachable'],
    ['http://rpc.example/', 'unreachable'],
    ['http://rpc.example:443/', 'unreachable'],
    ['https://rpc.example:8443/', 'forbidden_source'],
    ['http://rpc.example:25/', 'forbidden_source'],
  ])('goes to public places on the ports of the web: %s is %s', async (url, outcome) => {
    expect(await outcomeOf([], post(url))).toBe(outcome);
  });
});

describe('a secret in the url', () => {
  const secret = 'a/b?c=d&e#f%g';
  const placed = (origin: string, path: string) => substituteSecrets({ url: origin + path, method: 'GET' }, new Map([['key', secret]]));

  it('reaches the source percent-encoded', async () => {
    const server = await startEcho();
    expect(await outcomeOf([server.name], placed(server.url, '/{{secret.key}}/x?k={{secret.key}}'))).toBe(
      'GET /a%2Fb%3Fc%3Dd%26e%23f%25g/x?k=a%2Fb%3Fc%3Dd%26e%23f%25g ',
    );
  });

  it('stays on its origin at a redirect, and is named by no Referer', async () => {
    const server = await startSource(cleanup, (request, response) => {
      if (request.url === '/end') response.end('1');
      else response.writeHead(302, { location: '/end' }).end();
    });
    expect(await outcomeOf([server.name], placed(server.url, '/{{secret.key}}'))).toBe('1');
    expect(server.headers[1]).not.toHaveProperty('referer');
  });

  it.each<[string, (response: ServerResponse, url: string) => unknown]>([
    ['a redirect elsewhere', (response, url) => response.writeHead(302, { location: `https://other.example${url}` }).end()],
    ['a redirect that is no URL', (response, url) => response.writeHead(302, { location: `http://[${url}` }).end()],
    ['no answer', (response) => response.destroy()],
    ['no HTTP', (response, url) => response.socket?.end(`${url}\r\n\r\n`)],
    ['a header that is too large', (response, url) => response.writeHead(200, { x: url + 'y'.repeat(20_000) }).end('1')],
  ])('is in no error: %s', async (_what, answer) => {
    const server = await startSource(cleanup, (request, response) => void answer(response, request.url ?? ''));
    const fetching = newSafeFetch(cleanup, [server.name]).fetchSource(placed(server.url, '/{{secret.key}}?k={{secret.key}}'), asked());
    const error: unknown = await fetching.catch((thrown: unknown) => thrown);
    const told = error instanceof Error ? `${error.stack} ${String(error.cause)} ${JSON.stringify(error)}` : '';
    expect(told).toContain('the source');
    for (const form of [secret, encodeURIComponent(secret)]) expect(told).not.toContain(form);
  });
});
