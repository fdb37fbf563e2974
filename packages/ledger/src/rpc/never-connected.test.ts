import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';

import { createKeepAliveFetch, createSingleCallFetch } from './http-clients.js';
import { neverConnected } from './never-connected.js';

let server: Server | undefined;
afterEach(() => server?.close());

async function portOf(onConnection: (socket: Socket) => void): Promise<number> {
  server = createServer(onConnection);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening');
  return address.port;
}

function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.catch((error: unknown) => error);
}
function post() {
  return { method: 'POST', headers: {}, body: '{}', redirect: 'error', signal: AbortSignal.timeout(5_000) } as const;
}

it.each([
  ['fetch', fetch],
  ['the keep-alive client', createKeepAliveFetch()],
  ['the client of single calls', createSingleCallFetch()],
] as const)('%s: a refused connection carried nothing; one cut after the call had left may have', async (_client, send) => {
  const port = await portOf((socket) => socket.once('data', () => socket.destroy()));
  expect(neverConnected(await failureOf(send(`http://127.0.0.1:${port}`, post())))).toBe(false);
  server?.close();
  await once(server ?? createServer(), 'close');
  expect(neverConnected(await failureOf(send(`http://127.0.0.1:${port}`, post())))).toBe(true);
});

it('a host that no name server knows was never asked', () => {
  expect(neverConnected(Object.assign(new Error('x'), { code: 'ENOTFOUND' }))).toBe(true);
  expect(neverConnected(new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: 'EAI_AGAIN' }) }))).toBe(true);
});

it('what is no error, or an error in a circle, says nothing', () => {
  const circle = new Error('x');
  circle.cause = circle;
  expect([neverConnected(undefined), neverConnected('ECONNREFUSED'), neverConnected(circle)]).toEqual([false, false, false]);
});
