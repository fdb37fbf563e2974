import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { closeServer, listen } from './listen.js';

const servers: Server[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => closeServer(server)));
});

function newServer(handle: RequestListener): Server {
  const server = createServer(handle);
  servers.push(server);
  return server;
}

/** A server whose request waits until `finish`. */
async function serveHeld() {
  let finish = (): void => undefined;
  let arrived = (): void => undefined;
  const reached = new Promise<void>((resolve) => (arrived = resolve));
  const server = newServer((_request, response) => {
    finish = () => void response.end('done');
    arrived();
  });
  const url = await listen(server, { host: '127.0.0.1', port: 0 });
  return { server, url, reached, finish: () => finish() };
}

describe('listen', () => {
  it('tells the URL with the port that was taken', async () => {
    const url = await listen(
      newServer((_request, response) => response.end('served')),
      { host: '127.0.0.1', port: 0 },
    );
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(await (await fetch(url)).text()).toBe('served');
  });

  it('a taken port and a foreign address are told by the key of the configuration', async () => {
    const handle: RequestListener = (_request, response) => response.end();
    const { port } = new URL(await listen(newServer(handle), { host: '127.0.0.1', port: 0 }));
    const taken = { host: '127.0.0.1', port: Number(port) };
    await expect(listen(newServer(handle), taken, 'board')).rejects.toThrow(/^board\.port: must be free/);
    await expect(listen(newServer(handle), { host: '192.0.2.1', port: 0 }, 'board')).rejects.toThrow(/^board\.host: /);
    await expect(listen(newServer(handle), taken)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  it('rejects for a port that is taken', async () => {
    const { url } = await serveHeld();
    const second = listen(
      newServer(() => undefined),
      { host: '127.0.0.1', port: Number(new URL(url).port) },
    );
    await expect(second).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});

describe('closeServer', () => {
  it('lets a request that runs end within its grace', async () => {
    const { server, url, reached, finish } = await serveHeld();
    const response = fetch(url);
    await reached;
    const closed = closeServer(server, 60_000);
    finish();
    expect(await (await response).text()).toBe('done');
    await closed;
  });

  it('cuts off a request that does not end within its grace', async () => {
    const { server, url, reached } = await serveHeld();
    const failure = expect(fetch(url)).rejects.toThrow();
    await reached;
    await closeServer(server, 10);
    await failure;
  });

  it('closes idle connections at once', async () => {
    const { server, url } = await serveHeld();
    const accepted = once(server, 'connection');
    const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined);
    await accepted;
    const gone = once(socket, 'close');
    await closeServer(server);
    await gone;
  });

  it('does nothing for a server that does not listen', async () => {
    await closeServer(
      newServer(() => undefined),
      60_000,
    );
  });
});
