import { DEFAULT_SOURCE_BYTES } from '@oracle-gateway/protocol/internal';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { SourceError } from '../errors/node-error.js';
import { Cleanup } from '../../tests/cleanup.js';
import { asked, fetchFailure, newSafeFetch, startSource, startTcpSource } from '../../tests/source-servers.js';
import { SOURCE_LIMITS } from './safe-fetch.js';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

const timeoutMs = 200;

async function brokenRule(source: { readonly name: string; readonly url: string }, url = `${source.url}/`): Promise<string | undefined> {
  const error = await fetchFailure(newSafeFetch(cleanup, [source.name], { timeoutMs }), url);
  return error instanceof SourceError ? error.broken?.rule : undefined;
}

describe('the rule that an answer breaks', () => {
  it.each<[string, (response: ServerResponse) => unknown]>([
    ['too_large', (response) => response.end(Buffer.alloc(DEFAULT_SOURCE_BYTES + 1, '1'))],
    ['content_coding', (response) => response.writeHead(200, { 'content-encoding': 'zstd' }).end('1')],
    ['cut_off', (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('1').subarray(0, 12))],
    ['cut_off', (response) => response.destroy()],
    ['empty', (response) => response.end()],
    ['redirected', (response) => response.writeHead(301, { location: 'https://other.example/' }).end()],
    ['too_many_redirects', (response) => response.writeHead(302, { location: '/' }).end()],
    ['part_of_a_body', (response) => response.writeHead(206).end('6462')],
    ['timed_out', () => undefined],
    ['timed_out', (response) => response.writeHead(200, { 'content-length': '2' }).write('1')],
    ['not_http', (response) => response.socket?.end('HTTP/1.1 700 Odd\r\ncontent-length: 1\r\n\r\n1')],
  ])('is named %s', async (rule, answer) => {
    const server = await startSource(cleanup, (_, response) => void answer(response));
    expect(await brokenRule(server)).toBe(rule);
  });

  it.each([
    ['no_declared_end', 'HTTP/1.1 200 OK\r\n\r\n64628'],
    ['cut_off', 'HTTP/1.1 200 OK\r\ncontent-length: 8\r\n\r\n64628'],
    ['not_http', 'garbage\r\n\r\n'],
    ['too_large', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(SOURCE_LIMITS.maxHeaderBytes)}\r\ncontent-length: 1\r\n\r\n1`],
  ])('is named %s on the wire', async (rule, bytes) => {
    expect(await brokenRule(await startTcpSource(cleanup, bytes, { hangsUp: true }))).toBe(rule);
  });

  it('is one for names and addresses, wherever they lead', async () => {
    const server = await startSource(cleanup, () => undefined);
    const hangs = newSafeFetch(cleanup, [], { timeoutMs, resolve: () => new Promise(() => undefined) });
    const unknown = newSafeFetch(cleanup, [], { timeoutMs, resolve: () => Promise.reject(new Error('ENOTFOUND')) });
    await cleanup.run();
    for (const [safeFetch, url] of [
      [newSafeFetch(cleanup, [server.name]), `${server.url}/`],
      [hangs, 'http://slow.example/'],
      [unknown, 'http://none.example/'],
    ] as const)
      expect(await fetchFailure(safeFetch, url)).toMatchObject({ broken: { rule: 'unreachable' } });
  });

  it('has no name where the status says it', async () => {
    expect(await brokenRule(await startSource(cleanup, (_, response) => response.writeHead(429).end('1')))).toBeUndefined();
  });
});

describe('the age of an answer', () => {
  const fetched = async (age: string, maxAgeMs: number | undefined) => {
    const server = await startSource(cleanup, (_, response) => response.writeHead(200, { age }).end('42.5'));
    const fetching = newSafeFetch(cleanup, [server.name]).fetchSource({ url: `${server.url}/`, method: 'GET' }, { ...asked(), maxAgeMs });
    return await fetching.then(
      () => 'read',
      (error: unknown) => (error instanceof SourceError ? error.broken?.rule : error),
    );
  };

  it('may be maxAgeMs, and no more', async () => {
    expect(await fetched('1', 1_000)).toBe('read');
    expect(await fetched('2', 1_999)).toBe('too_old');
    expect(await fetched('86400', 3_600_000)).toBe('too_old');
    expect(await fetched('999999999999999999', 1)).toBe('read');
  });

  it('does not count in exact mode', async () => {
    expect(await fetched('86400', undefined)).toBe('read');
  });

  it.each(['', '-1', '1.5', '1e9', 'old', '1, 86400'])('is 0 where it is malformed: %j', async (age) => {
    expect(await fetched(age, 1)).toBe('read');
  });
});
