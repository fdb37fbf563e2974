import { DEFAULT_SOURCE_BYTES, MAX_SOURCE_BYTES } from '@oracle-gateway/protocol/internal';
import type { ServerResponse } from 'node:http';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { ResolveName } from '../../src/source/public-lookup.js';
import { SOURCE_LIMITS } from '../../src/source/safe-fetch.js';
import { Cleanup } from '../cleanup.js';
import { asked, failureOf, fetchFailure, fetchText, newSafeFetch, startSource, startTcpSource } from '../source-servers.js';

/** At its own default level, brotli takes seconds for a bomb. */
function brotli(bytes: Uint8Array | string): Buffer {
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
}

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

describe('size', () => {
  const limit = DEFAULT_SOURCE_BYTES;
  const sendChunks = (response: ServerResponse, bytes: number): void => {
    const chunk = Buffer.alloc(64 * 1024, '1');
    for (let sent = 0; sent < bytes; sent += chunk.length) response.write(chunk.subarray(0, Math.min(chunk.length, bytes - sent)));
    response.end();
  };

  it('256 KiB are read, one byte more is not', async () => {
    const server = await startSource(cleanup, (request, response) => sendChunks(response, Number(request.url?.slice(1))));
    const safeFetch = newSafeFetch(cleanup, [server.name]);
    expect(await fetchText(safeFetch, `${server.url}/${limit}`)).toHaveLength(limit);
    expect(failureOf(await fetchFailure(safeFetch, `${server.url}/${limit + 1}`))).toMatchObject({
      message: `the source sent more than ${limit} bytes`,
    });
  });

  it.each([1, 1_000, DEFAULT_SOURCE_BYTES + 1, MAX_SOURCE_BYTES])('of a source with maxBytes %i, so many are read', async (maxBytes) => {
    const server = await startSource(cleanup, ({ url = '' }, response) => {
      const [, coding, bytes] = url.split('/');
      if (coding === 'gzip') response.writeHead(200, { 'content-encoding': coding }).end(gzipSync(Buffer.alloc(Number(bytes), '1')));
      else sendChunks(response, Number(bytes));
    });
    const safeFetch = newSafeFetch(cleanup, [server.name]);
    const read = (bytes: number, coding: string) =>
      safeFetch.fetchSource({ url: `${server.url}/${coding}/${bytes}`, method: 'GET', maxBytes }, asked());
    // A body of one byte is longer when it is compressed: the bytes on the wire count too.
    const codings = maxBytes === 1 ? ['plain'] : ['plain', 'gzip'];
    for (const coding of codings) {
      expect(await read(maxBytes, coding)).toHaveLength(maxBytes);
      await expect(read(maxBytes + 1, coding)).rejects.toMatchObject({
        message: `the source sent more than ${maxBytes} bytes`,
        broken: { rule: 'too_large' },
      });
    }
  });

  it('a body that never ends is cut off', async () => {
    const server = await startSource(cleanup, (_, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(64 * 1024, '1')));
      };
      response.on('drain', more);
      more();
    });
    expect(failureOf(await fetchFailure(newSafeFetch(cleanup, [server.name]), `${server.url}/`))).toMatchObject({
      message: `the source sent more than ${limit} bytes`,
    });
  });

  it.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotli],
  ])('a %s bomb counts decoded', async (coding, compress) => {
    const bomb = compress(Buffer.alloc(64 * 1024 * 1024));
    expect(bomb.length).toBeLessThan(limit);
    const server = await startSource(cleanup, (_, response) => response.writeHead(200, { 'content-encoding': coding }).end(bomb));
    expect(failureOf(await fetchFailure(newSafeFetch(cleanup, [server.name]), `${server.url}/`))).toMatchObject({
      message: `the source sent more than ${limit} bytes`,
    });
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotli],
  ])('an honest %s body is decoded', async (coding, compress) => {
    const server = await startSource(cleanup, (_, response) =>
      response.writeHead(200, { 'content-encoding': coding.toUpperCase() }).end(compress('{"price":1}')),
    );
    expect(await fetchText(newSafeFetch(cleanup, [server.name]), `${server.url}/`)).toBe('{"price":1}');
  });

  it.each(['zstd', 'gzip, gzip', 'compress', 'gzip, br'])('the content coding %j is refused', async (coding) => {
    const server = await startSource(cleanup, (_, response) => response.writeHead(200, { 'content-encoding': coding }).end('1'));
    expect(failureOf(await fetchFailure(newSafeFetch(cleanup, [server.name]), `${server.url}/`))).toMatchObject({
      message: 'the source must use no content coding, or one of gzip, deflate and br',
    });
  });

  it('a truncated gzip body is a failure', async () => {
    const server = await startSource(cleanup, (_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{"price":1}').subarray(0, 20)),
    );
    expect(failureOf(await fetchFailure(newSafeFetch(cleanup, [server.name]), `${server.url}/`))).toMatchObject({
      step: 'fetch',
      status: 200,
    });
  });

  it.each([
    ['no length and no chunks', 'HTTP/1.1 200 OK\r\n\r\n{"price":64628'],
    ['HTTP/1.0 and no length', 'HTTP/1.0 200 OK\r\ncontent-type: application/json\r\n\r\n64628'],
    ['a coding that is not chunked', 'HTTP/1.1 200 OK\r\ntransfer-encoding: identity\r\n\r\n64628'],
    ['less than its length', 'HTTP/1.1 200 OK\r\ncontent-length: 8\r\n\r\n64628'],
    ['chunks without the last one', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n64628\r\n'],
  ])('a body that may have broken off is a failure: %s', async (_, bytes) => {
    const server = await startTcpSource(cleanup, bytes, { hangsUp: true });
    expect(failureOf(await fetchFailure(newSafeFetch(cleanup, [server.name]), `${server.url}/`))).toMatchObject({ step: 'fetch' });
  });

  it.each([
    'HTTP/1.0 200 OK\r\ncontent-length: 5\r\n\r\n64628',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n5\r\n64628\r\n0\r\n\r\n',
  ])('a body with a declared end is read although the source hangs up after it: %j', async (bytes) => {
    const server = await startTcpSource(cleanup, bytes, { hangsUp: true });
    expect(await fetchText(newSafeFetch(cleanup, [server.name]), `${server.url}/`)).toBe('64628');
  });

  it.each([206, 226])('a part of a body (%i) is no body, whether it was asked for or not', async (status) => {
    const server = await startSource(cleanup, (_, response) => response.writeHead(status, { 'content-range': 'bytes 0-3/8' }).end('6462'));
    const error = await fetchFailure(newSafeFetch(cleanup, [server.name]), `${server.url}/`);
    expect(failureOf(error)).toEqual({ step: 'fetch', status, message: 'the source sent a part of a body' });
    expect(error).toMatchObject({ broken: { rule: 'part_of_a_body' } });
  });

  it.each([200, 201, 203])('a body of status %i is whole', async (status) => {
    const server = await startSource(cleanup, (_, response) => response.writeHead(status).end('64628.31'));
    expect(await fetchText(newSafeFetch(cleanup, [server.name]), `${server.url}/`)).toBe('64628.31');
  });

  it('response headers are limited too', async () => {
    const server = await startTcpSource(
      cleanup,
      `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(SOURCE_LIMITS.maxHeaderBytes)}\r\ncontent-length: 1\r\n\r\n1`,
    );
    expect(failureOf(await fetchFailure(newSafeFetch(cleanup, [server.name]), `${server.url}/`))).toMatchObject({
      message: 'the source could not be reached',
    });
  });

  it.each(['garbage\r\n\r\n', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n12'])(
    'what is not HTTP is a failure',
    async (bytes) => {
      const server = await startTcpSource(cleanup, bytes);
      expect(failureOf(await fetchFailure(newSafeFetch(cleanup, [server.name]), `${server.url}/`))).toMatchObject({ step: 'fetch' });
    },
  );
});

describe('time', () => {
  const timeoutMs = 150;
  const late = { step: 'fetch', message: 'the source did not answer in time' };

  it('a source that accepts and says nothing runs into the total', async () => {
    const server = await startSource(cleanup, () => undefined);
    expect(failureOf(await fetchFailure(newSafeFetch(cleanup, [server.name], { timeoutMs }), `${server.url}/`))).toMatchObject(late);
  });

  it('a name that never resolves runs into the total', async () => {
    const resolve: ResolveName = () => new Promise(() => undefined);
    expect(failureOf(await fetchFailure(newSafeFetch(cleanup, [], { timeoutMs, resolve }), 'http://slow.example/'))).toMatchObject(late);
  });

  it('a body that trickles runs into the total, however lively it is', async () => {
    const server = await startSource(cleanup, (_, response) => {
      const timer = setInterval(() => response.write('1'), 10);
      response.on('close', () => clearInterval(timer));
    });
    expect(failureOf(await fetchFailure(newSafeFetch(cleanup, [server.name], { timeoutMs }), `${server.url}/`))).toMatchObject(late);
  });

  it('redirects share one total', async () => {
    const server = await startSource(cleanup, (_, response) => {
      setTimeout(() => response.writeHead(302, { location: '/' }).end(), 60);
    });
    expect(failureOf(await fetchFailure(newSafeFetch(cleanup, [server.name], { timeoutMs }), `${server.url}/`))).toMatchObject(late);
  });
});
