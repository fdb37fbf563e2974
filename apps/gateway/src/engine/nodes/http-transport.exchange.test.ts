import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import { startSilentHost } from '../../../tests/fakes/silent-host.js';
import { ExchangeEndedError, type NodePost, postToNode } from './http-transport.js';

let server: Server | undefined;
let pool: Pool | undefined;
afterEach(async () => {
  await pool?.destroy();
  server?.closeAllConnections();
  server?.close();
});

/** A pool of one connection, so that a second exchange has to wait for the first. */
async function poolTo(listener: RequestListener): Promise<Pool> {
  server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  pool = new Pool(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { connections: 1 });
  return pool;
}

function post(path: string, limits: Partial<NodePost> = {}): NodePost {
  return { path, headers: {}, body: Buffer.from('{}'), deadlineMs: 10_000, signal: new AbortController().signal, ...limits };
}

describe('postToNode', () => {
  it('gives status and body as they came, in pieces or not', async () => {
    const pool = await poolTo((_request, response) => {
      response.writeHead(418).write('one,');
      setImmediate(() => response.end('two'));
    });
    const { status, body } = await postToNode(pool, post('/a'));
    expect([status, Buffer.from(body).toString()]).toEqual([418, 'one,two']);
  });

  it('an exchange that is over before it gets a connection is never sent', async () => {
    const asked: (string | undefined)[] = [];
    let answerFirst = (): void => undefined;
    const pool = await poolTo((request, response) => {
      asked.push(request.url);
      if (request.url === '/first') answerFirst = () => response.end();
      else response.end();
    });
    const over = new AbortController();
    const first = postToNode(pool, post('/first'));
    const second = postToNode(pool, post('/second', { signal: over.signal }));
    await expect.poll(() => asked).toEqual(['/first']);
    const refused = expect(second).rejects.toEqual(new ExchangeEndedError('aborted'));
    over.abort();
    answerFirst();
    await first;
    await refused;
    expect((await postToNode(pool, post('/third'))).status).toBe(200);
    expect(asked).toEqual(['/first', '/third']);
  });

  it('a deadline and a signal that is aborted already end it, and are told apart', async () => {
    const pool = await poolTo(() => undefined);
    await expect(postToNode(pool, post('/a', { deadlineMs: 50 }))).rejects.toMatchObject({ endedBy: 'timeout' });
    await expect(postToNode(pool, post('/a', { signal: AbortSignal.abort() }))).rejects.toMatchObject({ endedBy: 'aborted' });
  });

  it('a deadline holds while a connection is being made to a host that says nothing', async () => {
    const host = await startSilentHost();
    try {
      pool = new Pool(host.origin, { connections: 1, connect: { timeout: 600_000 } });
      await expect(postToNode(pool, post('/a', { deadlineMs: 50 }))).rejects.toEqual(new ExchangeEndedError('timeout'));
      const over = new AbortController();
      const waiting = postToNode(pool, post('/b', { signal: over.signal }));
      over.abort();
      await expect(waiting).rejects.toEqual(new ExchangeEndedError('aborted'));
    } finally {
      await host.close();
    }
  });

  it('the pool has let go of one that ended early when its connection is there or has failed, and not before', async () => {
    const released: string[] = [];
    let giveUp = (): void => undefined;
    pool = new Pool('http://127.0.0.1:1', {
      connections: 1,
      connect: (_options, callback) => {
        giveUp = () => callback(new Error('no connection'), null);
      },
    });
    const limits = { deadlineMs: 20, onReleased: () => released.push('a') };
    await expect(postToNode(pool, post('/a', limits))).rejects.toEqual(new ExchangeEndedError('timeout'));
    expect(released).toEqual([]);
    giveUp();
    await expect.poll(() => released).toEqual(['a']);
  });
});
