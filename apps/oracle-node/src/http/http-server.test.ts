import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createHttpServer, type HttpServer } from './http-server.js';
import type { HandleRequest, NodeRequest } from './exchange.js';

const NOW_MS = 1_795_000_000_123;

const servers: HttpServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close(0)));
});

const CONNECTIONS = { maxStrangers: 16, maxNewcomers: 16, maxGatewayConnections: 16, isOfGateway: () => false };

async function start(handle: HandleRequest, options: { requestTimeoutMs?: number } = {}) {
  const server = createHttpServer({
    handle,
    maxBodyBytes: 16,
    connections: CONNECTIONS,
    nowMs: () => NOW_MS,
    ...options,
  });
  servers.push(server);
  return { server, url: await server.listen('127.0.0.1', 0) };
}

/** Sends bytes and collects everything until the server closes the connection. */
function exchange(url: string, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(url);
    let received = '';
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
  });
}

/** Sends something, then a little again and again; collects everything until the server closes the connection. */
function trickle(url: string, first: string, drop: string): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(first));
    const timer = setInterval(() => socket.write(drop), 20);
    socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
    // Writing to a connection that was just closed resets it, which is an end like any other.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(timer);
      resolve(received);
    });
  });
}

describe('the HTTP server', () => {
  it.each([200, 401, 503])('tells its clock with every answer: %i', async (status) => {
    const { url } = await start(() => Promise.resolve({ status, body: '{}' }));
    const answer = await fetch(url);
    expect([answer.status, answer.headers.get('x-svc-time')]).toEqual([status, String(NOW_MS)]);
  });

  it('hands the request over as it came: method, path with query, headers, raw bytes', async () => {
    let seen: NodeRequest | undefined;
    const { url } = await start((request) => {
      seen = request;
      return Promise.resolve({ status: 202, body: '{"a":1}' });
    });
    const response = await fetch(`${url}/a?b=%20c`, { method: 'POST', body: Uint8Array.of(0, 255), headers: { 'X-Svc-Time': '7' } });
    expect({ status: response.status, type: response.headers.get('content-type'), text: await response.text() }).toEqual({
      status: 202,
      type: 'application/json',
      text: '{"a":1}',
    });
    expect(seen).toMatchObject({ method: 'POST', path: '/a?b=%20c', body: Uint8Array.of(0, 255) });
    expect(seen?.header('x-svc-time')).toBe('7');
    expect(seen?.header('x-absent')).toBeUndefined();
  });

  it('takes a body of exactly the limit, and hands no larger one over', async () => {
    let handled = 0;
    const { url } = await start(({ body }) => {
      handled += 1;
      return Promise.resolve({ status: 200, body: String(body.length) });
    });
    expect(await (await fetch(url, { method: 'POST', body: 'x'.repeat(16) })).text()).toBe('16');
    expect((await fetch(url, { method: 'POST', body: 'x'.repeat(17) })).status).toBe(413);
    expect(await exchange(url, 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9999999\r\n\r\n')).toContain('413');
    expect(
      await exchange(url, 'POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n50\r\n' + 'x'.repeat(80) + '\r\n'),
    ).toContain('413');
    expect(handled).toBe(1);
  });

  it('begins the next request of a connection once the answer to the one before is taken, for a gateway too', async () => {
    let underWay = 0;
    let most = 0;
    const seen: string[] = [];
    const { url } = await start(async ({ path, peer }) => {
      peer.admit('a gateway');
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise((resolve) => setImmediate(resolve));
      underWay -= 1;
      seen.push(path);
      return { status: 200, body: path };
    });
    const paths = Array.from({ length: 200 }, (_, number) => `/${number}`);
    const answered = await exchange(
      url,
      `${paths.map((path) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`).join('')}GET /last HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
    );
    expect([most, seen]).toEqual([1, [...paths, '/last']]);
    expect(answered.split('HTTP/1.1 200').length - 1).toBe(201);
  });

  it('handles one request of a gateway that reads no answer, and keeps the others unread', async () => {
    let handled = 0;
    const { url } = await start(({ peer }) => {
      peer.admit('a gateway');
      handled += 1;
      // More than any buffer on the way takes.
      return Promise.resolve({ status: 200, body: 'x'.repeat(32 * 1024 * 1024) });
    });
    const socket = connect(Number(new URL(url).port), '127.0.0.1').pause();
    socket.on('error', () => undefined);
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(50));
    await expect.poll(() => handled).toBe(1);
    // Requests of other connections are handled meanwhile, one after the other: the fiftieth of the first would have been before them.
    for (let number = 0; number < 3; number += 1) await fetch(url).then((answer) => answer.body?.cancel());
    expect(handled).toBe(4);
    socket.destroy();
  });

  it('cuts off a request that does not arrive in time', async () => {
    let handled = 0;
    const { url } = await start(
      () => {
        handled += 1;
        return Promise.resolve({ status: 200, body: '' });
      },
      { requestTimeoutMs: 100 },
    );
    expect(await exchange(url, 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nabc')).toContain('408');
    expect(handled).toBe(0);
  });

  it.each([
    ['nothing', '', ''],
    ['headers that trickle', 'GET / HTTP/1.1\r\n', 'x: y\r\n'],
    ['a body that trickles', 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9999\r\n\r\n', 'z'],
  ])('a connection that sends %s is closed', async (_, first, drop) => {
    const { url } = await start(() => Promise.resolve({ status: 200, body: '' }), { requestTimeoutMs: 150 });
    expect(await trickle(url, first, drop)).not.toContain('200');
  });

  it('closing lets a request under way finish and closes idle connections', async () => {
    let finish = (): void => undefined;
    let arrived = (): void => undefined;
    const reached = new Promise<void>((resolve) => (arrived = resolve));
    const { server, url } = await start(
      () =>
        new Promise((resolve) => {
          finish = () => resolve({ status: 200, body: 'done' });
          arrived();
        }),
    );
    const response = fetch(url);
    await reached;
    const closed = server.close(60_000);
    finish();
    expect(await (await response).text()).toBe('done');
    await closed;
  });

  it('closing cuts off what does not finish in its grace', async () => {
    let arrived = (): void => undefined;
    const reached = new Promise<void>((resolve) => (arrived = resolve));
    const { server, url } = await start(() => {
      arrived();
      return new Promise(() => undefined);
    });
    const failure = expect(fetch(url)).rejects.toThrow();
    await reached;
    await server.close(10);
    await failure;
  });

  it('a taken port is an error of listen', async () => {
    const { url } = await start(() => Promise.resolve({ status: 200, body: '' }));
    const second = createHttpServer({
      nowMs: () => NOW_MS,
      handle: () => Promise.resolve({ status: 200, body: '' }),
      maxBodyBytes: 16,
      connections: CONNECTIONS,
    });
    await expect(second.listen('127.0.0.1', Number(new URL(url).port))).rejects.toThrow(/^server\.port: must be free/);
  });

  it('closing before listening is fine', async () => {
    await createHttpServer({
      nowMs: () => NOW_MS,
      handle: () => Promise.resolve({ status: 200, body: '' }),
      maxBodyBytes: 16,
      connections: CONNECTIONS,
    }).close(10);
  });
});
