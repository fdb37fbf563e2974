import { getEventListeners, once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, it } from 'vitest';
import { TransportError } from '../base/errors.js';
import { readJsonAnswer } from './read-json.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function ask(url: string, more: { readonly timeoutMs?: number; readonly signal?: AbortSignal } = {}) {
  return readJsonAnswer({ fetch }, { peer: 'gateway', url, init: {}, maxBytes: 64, timeoutMs: 60_000, ...more });
}

describe('readJson', () => {
  it('leaves no listener on the signal of the caller, whatever becomes of a thousand exchanges', async () => {
    const forever = new AbortController();
    const answers = [
      () => Promise.resolve(Response.json({})),
      () => Promise.reject(new TypeError('refused')),
      () => Promise.resolve(new Response('<')),
    ];
    const exchange = {
      peer: 'gateway',
      url: 'http://127.0.0.1:9',
      init: {},
      maxBytes: 64,
      timeoutMs: 60_000,
      signal: forever.signal,
    } as const;
    for (let calls = 0; calls < 1_000; calls += 1) {
      await readJsonAnswer({ fetch: answers[calls % answers.length]! }, exchange).catch(() => undefined);
    }
    expect(getEventListeners(forever.signal, 'abort')).toEqual([]);
  });

  it('answers status, headers and the JSON of a body', async () => {
    const url = await serve((_request, response) => response.writeHead(404, { 'x-request-id': 'a' }).end('{"code":"b"}'));
    const answer = await ask(url);
    expect([answer.status, answer.headers.get('x-request-id'), answer.body]).toEqual([404, 'a', { code: 'b' }]);
  });

  it('gives up a body that is too long, is no JSON, or is cut', async () => {
    const url = await serve((request, response) => {
      if (request.url === '/long') response.end(`"${'a'.repeat(64)}"`);
      else if (request.url === '/html') response.end('<!doctype html>');
      else response.writeHead(200, { 'content-length': 9 }).write('{}', () => response.destroy());
    });
    for (const path of ['/long', '/html', '/cut']) await expect(ask(url + path)).rejects.toBeInstanceOf(TransportError);
  });

  it('follows no redirect', async () => {
    const asked: unknown[] = [];
    const url = await serve((request, response) => {
      asked.push(request.url);
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    await expect(ask(`${url}/here`)).rejects.toBeInstanceOf(TransportError);
    expect(asked).toEqual(['/here']);
  });

  it.each(['a time', 'a signal'])('ends a body that never comes by %s, whatever memory has been collected meanwhile', async (by) => {
    const url = await serve((_request, response) => response.writeHead(200).write('{'));
    const collecting = setInterval(collectGarbage, 20);
    try {
      const ending = new AbortController();
      if (by === 'a signal') setTimeout(() => ending.abort(new Error('enough')), 300);
      const asking = ask(url, by === 'a signal' ? { signal: ending.signal } : { timeoutMs: 300 });
      await expect(asking).rejects.toThrow(by === 'a signal' ? 'enough' : /the time of [\d.]+ s is up/);
    } finally {
      clearInterval(collecting);
    }
  });
});
