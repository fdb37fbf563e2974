import { DEFAULT_SOURCE_BYTES, MAX_SOURCE_BYTES } from '@oracle-gateway/protocol/internal';
import { createTestAuthority } from '@oracle-gateway/dev-servers/test-authority';
import fc from 'fast-check';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createStartWork } from '../../src/sharing/work-time.js';
import type { SafeFetch } from '../../src/source/safe-fetch.js';
import { Cleanup } from '../cleanup.js';
import { asked, fetchFailure, fetchText, newSafeFetch } from '../source-servers.js';

/** Sources that keep a node busy with what is no answer. Each fetch has a budget, and what it takes is charged to its requester. */
const cleanup = new Cleanup();
afterEach(() => cleanup.run());

/** Far beyond any test: what ends a fetch here is its budget. */
const timeoutMs = 60_000;
/** Buffers of both sockets hold some of what a source has written. */
const MOST_BYTES = 2 * DEFAULT_SOURCE_BYTES + 16 * 1024 * 1024;

interface Flood {
  /** First part of the answer, sent once. */
  readonly first: string;
  /** Rest of the answer, repeated without end. */
  readonly endless: string;
}

/** Sends a flood to each request, as fast as it is read. A server of TLS tells its connections by `secureConnection`. */
async function startFlood({ first, endless }: Flood, server: Server = createServer(), event = 'connection') {
  const sockets: Socket[] = [];
  // Sent in large parts, whatever the size of the piece.
  const part = Buffer.from(endless.repeat(Math.ceil(65_536 / Math.max(1, endless.length))), 'latin1');
  server.on(event, (socket: Socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => {
      const more = (): void => {
        while (part.length > 0 && !socket.destroyed && socket.write(part));
      };
      socket.on('drain', more);
      socket.write(first, 'latin1');
      more();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanup.add(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('no port');
  return { name: `127.0.0.1:${address.port}`, url: `http://127.0.0.1:${address.port}`, sockets };
}

async function closed(sockets: readonly Socket[]): Promise<void> {
  for (const socket of sockets) {
    if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
  }
}

const CHUNKED = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';
const TOO_LARGE = { code: 'upstream_failure', step: 'fetch', broken: { rule: 'too_large' } };

describe('a fetch that its source keeps busy ends by its budget, with a fault of the source:', () => {
  it.each<[string, Flood, string]>([
    ['informational answers', { first: '', endless: 'HTTP/1.1 103 Early Hints\r\n\r\n' }, 'too many informational answers'],
    ['chunks of one byte', { first: CHUNKED, endless: '1\r\nx\r\n' }, 'in too many pieces'],
    ['the extension of a chunk', { first: `${CHUNKED}5;`, endless: 'x' }, 'far more bytes'],
    ['the size of a chunk', { first: CHUNKED, endless: '0' }, 'far more bytes'],
    ['line ends before an answer', { first: '', endless: '\r\n' }, 'far more bytes'],
  ])('%s without end', async (_what, flood, words) => {
    const source = await startFlood(flood);
    const error = await fetchFailure(newSafeFetch(cleanup, [source.name], { timeoutMs }), `${source.url}/`);
    expect(error).toMatchObject(TOO_LARGE);
    expect(error.message).toContain(words);
    await closed(source.sockets);
    expect(source.sockets.map(({ bytesWritten }) => bytesWritten < MOST_BYTES)).toEqual([true]);
  });

  it('bytes under encryption', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'busy-sources-'));
    cleanup.add(() => rm(folder, { recursive: true }));
    const { keyPath, certificatePath } = await (await createTestAuthority(folder)).issue('localhost');
    const server = createTlsServer({ key: await readFile(keyPath), cert: await readFile(certificatePath) });
    const source = await startFlood({ first: `${CHUNKED}5;`, endless: 'x' }, server, 'secureConnection');
    const name = source.name.replace('127.0.0.1', 'localhost');
    // The authority of the certificate is the test's own.
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    cleanup.add(() => Promise.resolve(void vi.unstubAllEnvs()));
    expect(await fetchFailure(newSafeFetch(cleanup, [name], { timeoutMs }), `https://${name}/`)).toMatchObject(TOO_LARGE);
  });

  it('redirects have one budget', async () => {
    const hop = `HTTP/1.1 103 Early Hints\r\n\r\n`.repeat(3);
    const source = await startFlood({ first: `${hop}HTTP/1.1 302 Found\r\nlocation: /\r\ncontent-length: 0\r\n\r\n`, endless: '\r\n' });
    const error = await fetchFailure(newSafeFetch(cleanup, [source.name], { timeoutMs }), `${source.url}/`);
    expect(error).toMatchObject(TOO_LARGE);
  });

  /** The last chunk of a body and the end of its trailers: what comes before them is a whole answer. */
  const END_OF_BODY = /0\r\n(?:[^\r\n]+\r\n)*\r\n/;

  it('whatever the source repeats, but for an answer that has ended', async () => {
    const parts = ['\r\n', '\n', ' ', 'HTTP/1.1 103 E\r\n\r\n', 'HTTP/1.1 199\r\n', '1\r\nx\r\n', '0\r\n', 'a: b\r\n', ';x', 'x', '\0'];
    const anyFlood = fc.record({
      first: fc.constantFrom(
        '',
        CHUNKED,
        `${CHUNKED}5;`,
        `${CHUNKED}0\r\n`,
        'HTTP/1.1 200 OK\r\n',
        'HTTP/1.1 404 No\r\ncontent-length: 9999999\r\n\r\n',
      ),
      endless: fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 4 }).map((some) => some.join('')),
    });
    const flood = anyFlood.filter(({ first, endless }) => !END_OF_BODY.test(first + endless + endless));
    await fc.assert(
      fc.asyncProperty(flood, async (repeated) => {
        const source = await startFlood(repeated);
        const error = await fetchFailure(newSafeFetch(cleanup, [source.name], { timeoutMs }), `${source.url}/`);
        expect(error).toMatchObject({ code: 'upstream_failure', step: 'fetch' });
        await closed(source.sockets);
        expect(source.sockets.every(({ bytesWritten }) => bytesWritten < MOST_BYTES)).toBe(true);
      }),
      { numRuns: 40 },
    );
  });
});

describe('a fetch keeps within its budget', () => {
  const limit = DEFAULT_SOURCE_BYTES;
  const chunks = (bytes: number): string => `${CHUNKED}${`30\r\n${'1'.repeat(48)}\r\n`.repeat(bytes / 64)}0\r\n\r\n`;
  it.each([
    ['eight informational answers', `${'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(8)}HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\n1`, 1],
    ['a large body in chunks of 48 bytes', chunks(limit), (limit * 3) / 4],
  ])('with %s', async (_what, answer, length) => {
    const source = await startFlood({ first: answer, endless: '\r\n' });
    expect(await fetchText(newSafeFetch(cleanup, [source.name], { timeoutMs }), `${source.url}/`)).toHaveLength(length);
  });
});

describe('the budget of a fetch', () => {
  const fetchOf = async (maxBytes: number | undefined, bytes: number) => {
    const source = await startFlood({ first: `${CHUNKED}${`1\r\nx\r\n`.repeat(bytes)}0\r\n\r\n`, endless: '\r\n' });
    const config = { url: `${source.url}/`, method: 'GET', ...(maxBytes === undefined ? {} : { maxBytes }) } as const;
    return await newSafeFetch(cleanup, [source.name], { timeoutMs }).fetchSource(config, asked());
  };

  it('grows with each 256 KiB that the body may have', async () => {
    expect(await fetchOf(1_000, 1_000)).toHaveLength(1_000);
    expect(await fetchOf(MAX_SOURCE_BYTES, 32_000)).toHaveLength(32_000);
    for (const [maxBytes, bytes] of [
      [undefined, 8_400],
      [2 * DEFAULT_SOURCE_BYTES, 16_800],
      [MAX_SOURCE_BYTES, 33_600],
    ] as const)
      await expect(fetchOf(maxBytes, bytes)).rejects.toMatchObject({ broken: { rule: 'too_large' } });
  });
});

describe('the time that an answer takes while it arrives', () => {
  /** Each check of the clock is a millisecond later. */
  const ticking = () => {
    let ms = 0;
    return createStartWork({ monotonicMs: () => (ms += 1) });
  };
  const ask = (safeFetch: SafeFetch, url: string, charge: (ms: number) => boolean) =>
    safeFetch.fetchSource({ url, method: 'GET' }, { ...asked(), charge });

  it('is charged to its requester, for a good answer and for a bad one', async () => {
    for (const status of [200, 404]) {
      const source = await startFlood({ first: `HTTP/1.1 ${status} Words\r\ncontent-length: 1\r\n\r\n1`, endless: '\r\n' });
      const charges: number[] = [];
      const charge = (ms: number): boolean => charges.push(ms) > 0;
      await ask(newSafeFetch(cleanup, [source.name], { startWork: ticking() }), `${source.url}/`, charge).catch(() => undefined);
      expect(charges.length).toBeGreaterThan(0);
    }
  });

  it('ends with the share of its requester, before the bytes of the fetch do', async () => {
    const source = await startFlood({ first: `${CHUNKED}5;`, endless: 'x' });
    const safeFetch = newSafeFetch(cleanup, [source.name], { timeoutMs, startWork: ticking() });
    const error: unknown = await ask(safeFetch, `${source.url}/`, () => false).catch((fault: unknown) => fault);
    expect(error).toMatchObject({ code: 'upstream_failure', step: 'fetch', broken: { rule: 'too_costly' } });
  });
});

it('a fetch that ends early opens no further connection', async () => {
  const source = await startFlood({ first: 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n1', endless: '' });
  const safeFetch = newSafeFetch(cleanup, [source.name], { timeoutMs });
  for (let times = 1; times <= 3; times += 1) {
    const ends = new AbortController();
    const fetched = safeFetch.fetchSource({ url: `${source.url}/`, method: 'GET' }, asked('requester', ends.signal));
    await expect.poll(() => source.sockets.at(times - 1)?.bytesWritten).toBeGreaterThan(0);
    ends.abort();
    await expect(fetched).rejects.toThrow('ended the session');
    await closed(source.sockets);
    expect(source.sockets).toHaveLength(times);
  }
});

it('a kept connection on which the source says something unasked is closed', async () => {
  const source = await startFlood({ first: 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\n1', endless: '\r\n' });
  const safeFetch = newSafeFetch(cleanup, [source.name], { timeoutMs });
  expect(await fetchText(safeFetch, `${source.url}/`)).toBe('1');
  await closed(source.sockets);
  expect(await fetchText(safeFetch, `${source.url}/`)).toBe('1');
  expect(source.sockets).toHaveLength(2);
});
