import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, expect, it } from 'vitest';

import { readBounded } from './bounded-fetch.js';
import { createKeepAliveFetch, createSingleCallFetch, type PlainFetch } from './http-clients.js';

const CALLS = 8;

let server: Server;
afterEach(() => {
  server.close();
  server.closeAllConnections();
});

async function serve(answer: RequestListener): Promise<string> {
  server = createServer(answer);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('the server does not listen on a port');
  return `http://127.0.0.1:${address.port}`;
}

async function ask(fetch: PlainFetch, url: string) {
  const { status, body } = await fetch(url, { method: 'POST', headers: {}, body: 'asked', signal: AbortSignal.timeout(10_000) });
  return [status, new TextDecoder().decode(await readBounded({ body }, 1_000))];
}

it.each([
  ['the keep-alive client keeps connections', createKeepAliveFetch(), false],
  ['the client of single calls opens a connection for each call', createSingleCallFetch(), true],
])('%s', async (_client, fetch, opensEach) => {
  const used = new Set<object>();
  const url = await serve(({ socket }, response) => {
    used.add(socket);
    response.end('well');
  });
  for (let call = 0; call < CALLS; call += 1) expect(await ask(fetch, url)).toEqual([200, 'well']);
  expect(used.size === CALLS).toBe(opensEach);
});

it.each([
  ['the keep-alive client follows none', createKeepAliveFetch(), 0, [308, '']],
  ['the client of single calls follows three', createSingleCallFetch(), 3, [200, 'asked']],
  ['the client of single calls follows no fourth', createSingleCallFetch(), 4, [308, '']],
] as const)('of redirects, %s', async (_client, fetch, hops, answer) => {
  const url = await serve((request, response) => {
    const hop = Number(request.url?.slice(1) ?? 0);
    if (hop === hops && hop > 0) request.pipe(response);
    else response.writeHead(308, { location: `/${hop + 1}` }).end();
  });
  expect(await ask(fetch, url)).toEqual(answer);
});
