import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { Cleanup } from '../cleanup.js';
import { asked, newSafeFetch, startSource } from '../source-servers.js';

/** Callers choose origins, and origins how long they would keep a connection: neither takes the next fetch of another caller away. */
const cleanup = new Cleanup();
afterEach(() => cleanup.run());

/** Sources that keep connections for as long as a client likes, and the node's door to them. */
async function start(count: number, options: { readonly maxKeptConnections?: number; readonly keepAliveMaxMs?: number }) {
  const startOne = async () => {
    const sockets: Socket[] = [];
    const answer: RequestListener = (request, response) => {
      if (!sockets.includes(request.socket)) sockets.push(request.socket);
      response.writeHead(200, { 'keep-alive': 'timeout=600' });
      if (request.url === '/held') response.write('1');
      else response.end('1');
    };
    // It never closes an idle connection itself.
    const source = await startSource(cleanup, answer, { keepAliveTimeout: 0 });
    return { ...source, sockets, isKept: () => sockets.some(({ destroyed }) => !destroyed) };
  };
  const sources = await Promise.all(Array.from({ length: count }, startOne));
  const safeFetch = newSafeFetch(
    cleanup,
    sources.map(({ name }) => name),
    options,
  );
  const fetchBy = (requester: string, index: number, path = '/') =>
    safeFetch.fetchSource({ url: `${sources[index]!.url}${path}`, method: 'GET' }, asked(requester));
  return { sources, fetchBy };
}

describe('connections that are kept', () => {
  it('are as many as said: the tenant that left most loses the one that has been idle for longest, and every new origin is fetched', async () => {
    const { sources, fetchBy } = await start(7, { maxKeptConnections: 3 });
    await fetchBy('modest', 0);
    for (let index = 1; index < 7; index += 1) {
      await fetchBy('greedy', index);
      if (index >= 3) await expect.poll(() => sources[index - 2]!.isKept()).toBe(false);
    }
    expect(sources.map(({ isKept }) => isKept())).toEqual([true, false, false, false, false, true, true]);
    await fetchBy('modest', 0);
    expect(sources[0]!.sockets).toHaveLength(1);
  });

  it('are never one in use, however many are in use', async () => {
    const { sources, fetchBy } = await start(6, { maxKeptConnections: 1 });
    const held = [0, 1, 2].map((index) => fetchBy('a', index, '/held'));
    for (const each of held) each.catch(() => undefined);
    await expect.poll(() => sources.slice(0, 3).every(({ sockets }) => sockets.length === 1)).toBe(true);
    for (const index of [3, 4, 5]) await fetchBy('b', index);
    await expect.poll(() => sources[4]!.isKept()).toBe(false);
    expect(sources.map(({ isKept }) => isKept())).toEqual([true, true, true, false, false, true]);
  });

  it('are closed after a while, whatever their source says', async () => {
    const { sources, fetchBy } = await start(1, { keepAliveMaxMs: 1_100 });
    await fetchBy('a', 0);
    const [socket] = sources[0]!.sockets;
    await once(socket!, 'close');
    await fetchBy('a', 0);
    expect(sources[0]!.sockets).toHaveLength(2);
  });
});
