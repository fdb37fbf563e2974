import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { Cleanup } from '../cleanup.js';
import { failureOf, fetchFailure, fetchText, newSafeFetch, startSource, startTcpSource } from '../source-servers.js';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

describe('addresses that are not public', () => {
  const spellings = (port: number): string[] => [
    `http://127.0.0.1:${port}/`,
    `http://127.1:${port}/`,
    `http://127.0.1:${port}/`,
    `http://2130706433:${port}/`,
    `http://0x7f000001:${port}/`,
    `http://0x7f.0x0.0x0.0x1:${port}/`,
    `http://0177.0.0.1:${port}/`,
    `http://017700000001:${port}/`,
    `http://127.0.0.1.:${port}/`,
    `http://127.0.0.2:${port}/`,
    `http://0:${port}/`,
    `http://0.0.0.0:${port}/`,
    `http://[::1]:${port}/`,
    `http://[0:0:0:0:0:0:0:1]:${port}/`,
    `http://[::]:${port}/`,
    `http://[::ffff:127.0.0.1]:${port}/`,
    `http://[::ffff:7f00:1]:${port}/`,
    `http://[::127.0.0.1]:${port}/`,
    `http://[64:ff9b::7f00:1]:${port}/`,
    `http://[2002:7f00:1::]:${port}/`,
    `http://[fe80::1]:${port}/`,
    `http://[fc00::1]:${port}/`,
    `http://10.0.0.1:${port}/`,
    `http://172.16.0.1:${port}/`,
    `http://192.168.0.1:${port}/`,
    `http://169.254.169.254/latest/meta-data/`,
    `http://100.64.0.1:${port}/`,
    `http://198.18.0.1:${port}/`,
    `http://224.0.0.1:${port}/`,
    `http://255.255.255.255:${port}/`,
    `http://%31%32%37.0.0.1:${port}/`,
    `http://①②⑦.0.0.1:${port}/`,
    `https://127.0.0.1:${port}/`,
  ];

  it('are refused in every spelling, and never connected to', async () => {
    const server = await startTcpSource(cleanup, 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\n1');
    const safeFetch = newSafeFetch(cleanup, []);
    for (const url of spellings(server.port)) {
      expect((await fetchFailure(safeFetch, url)).code, url).toBe('forbidden_source');
    }
    expect(server.sockets).toEqual([]);
  });

  it.each([
    ['loopback', ['127.0.0.1']],
    ['IPv6 loopback', ['::1']],
    ['mapped loopback', ['::ffff:127.0.0.1']],
    ['one private address among public ones', ['93.184.216.34', '10.0.0.1']],
    ['one private IPv6 address among public ones', ['93.184.216.34', 'fd00::1']],
    ['nothing', []],
    ['something that is no address', ['localhost']],
  ])('are refused when a name resolves to %s', async (_, addresses) => {
    const server = await startTcpSource(cleanup, 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\n1');
    const safeFetch = newSafeFetch(cleanup, [], { resolve: () => Promise.resolve(addresses) });
    expect((await fetchFailure(safeFetch, `http://rebind.example:${server.port}/`)).code).toBe('forbidden_source');
    expect(server.sockets).toEqual([]);
  });

  it('localhost is a name like any other: what it resolves to is refused', async () => {
    const server = await startTcpSource(cleanup, 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\n1');
    const safeFetch = newSafeFetch(cleanup, [], { resolve: () => Promise.resolve(['127.0.0.1', '::1']) });
    expect((await fetchFailure(safeFetch, `http://localhost:${server.port}/`)).code).toBe('forbidden_source');
    expect(server.sockets).toEqual([]);
  });

  it('a name that does not resolve is a failed source, not a refused one', async () => {
    const safeFetch = newSafeFetch(cleanup, [], { resolve: () => Promise.reject(new Error('ENOTFOUND rebind.example')) });
    expect(failureOf(await fetchFailure(safeFetch, 'http://rebind.example/'))).toEqual({
      step: 'fetch',
      status: undefined,
      message: 'the source could not be reached',
    });
  });

  it('the allow-list opens one host and port, by address or by name', async () => {
    const server = await startSource(cleanup, (_, response) => response.end('1'));
    const { port } = server;
    expect(await fetchText(newSafeFetch(cleanup, [server.name]), `${server.url}/`)).toBe('1');
    expect(await fetchText(newSafeFetch(cleanup, [`localhost:${port}`]), `http://localhost:${port}/`)).toBe('1');
    expect((await fetchFailure(newSafeFetch(cleanup, [`127.0.0.1:${port + 1}`]), `${server.url}/`)).code).toBe('forbidden_source');
    expect((await fetchFailure(newSafeFetch(cleanup, [`localhost:${port}`]), `${server.url}/`)).code).toBe('forbidden_source');
  });
});

describe('redirects', () => {
  const chain: RequestListener = (request, response) => {
    const left = Number(new URL(request.url ?? '/', 'http://x').searchParams.get('left'));
    if (left === 0) {
      response.end('arrived');
    } else {
      response.writeHead(302, { location: `/?left=${left - 1}` }).end();
    }
  };

  it('are followed three times and no further', async () => {
    const server = await startSource(cleanup, chain);
    const safeFetch = newSafeFetch(cleanup, [server.name]);
    expect(await fetchText(safeFetch, `${server.url}/?left=3`)).toBe('arrived');
    expect(failureOf(await fetchFailure(safeFetch, `${server.url}/?left=4`))).toMatchObject({ step: 'fetch', status: 302 });
  });

  it.each([
    ['another host', 'http://example.com/'],
    ['another port', 'http://127.0.0.1:1/'],
    ['another scheme', 'https://127.0.0.1/'],
    ['another spelling of a private host', 'http://2130706433:1/'],
    ['a file', 'file:///etc/passwd'],
    ['nowhere', 'http://'],
    ['a network path', '//169.254.169.254/'],
  ])('to %s are refused', async (_, location) => {
    const server = await startSource(cleanup, (__, response) => response.writeHead(302, { location }).end());
    const error = await fetchFailure(newSafeFetch(cleanup, [server.name]), `${server.url}/`);
    expect(failureOf(error)).toEqual({ step: 'fetch', status: 302, message: 'the source redirected to another origin' });
  });

  it('keep the method, but for those the Fetch standard turns into GET', async () => {
    const server = await startSource(cleanup, (request, response) => {
      const status = Number(request.url?.slice(1));
      if (status > 0) response.writeHead(status, { location: '/' }).end();
      else response.end('1');
    });
    const safeFetch = newSafeFetch(cleanup, [server.name]);
    for (const status of [301, 302, 303, 307, 308]) {
      await fetchText(safeFetch, `${server.url}/${status}`, 'POST');
    }
    expect(server.requests.filter((path) => path.endsWith(' /'))).toEqual(['GET /', 'GET /', 'GET /', 'POST /', 'POST /']);
  });

  it('without a location are a failure', async () => {
    const server = await startSource(cleanup, (_, response) => response.writeHead(302).end());
    expect(failureOf(await fetchFailure(newSafeFetch(cleanup, [server.name]), `${server.url}/`))).toMatchObject({ status: 302 });
  });
});
