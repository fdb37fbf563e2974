import { afterEach, describe, expect, it } from 'vitest';
import { Cleanup } from '../../tests/cleanup.js';
import { fetchFailure, fetchText, newSafeFetch, startSource } from '../../tests/source-servers.js';
import { fixturesFault } from './fixtures.js';

const MAINNET = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
const DEVNET = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

describe('a source with a fixture', () => {
  it('is asked there, with the host, path and headers that were meant', async () => {
    let seen: NodeJS.Dict<string | string[]> = {};
    const server = await startSource(cleanup, (request, response) => {
      seen = request.headers;
      response.end('64628.31');
    });
    const safeFetch = newSafeFetch(cleanup, [], { fixtures: { 'https://api.example': server.url } });
    expect(await fetchText(safeFetch, 'https://api.example/v2/price?of=BTC', 'GET', { 'x-api-key': 'k' })).toBe('64628.31');
    expect(server.requests).toEqual(['GET /v2/price?of=BTC']);
    expect(seen).toMatchObject({ host: 'api.example', 'x-api-key': 'k', 'user-agent': 'oracle-node' });
  });

  it('follows a redirect within its origin there too', async () => {
    const server = await startSource(cleanup, (request, response) => {
      if (request.url === '/') response.writeHead(302, { location: '/price' }).end();
      else response.end('1');
    });
    const safeFetch = newSafeFetch(cleanup, [], { fixtures: { 'https://api.example': server.url } });
    expect(await fetchText(safeFetch, 'https://api.example/')).toBe('1');
    expect(server.requests).toEqual(['GET /', 'GET /price']);
  });

  it('opens the way to nothing else: neither to the same server by its address, nor to the same host at another port', async () => {
    const server = await startSource(cleanup, (_, response) => response.end('1'));
    const resolve = () => Promise.resolve(['127.0.0.1']);
    const safeFetch = newSafeFetch(cleanup, [], { fixtures: { 'https://api.example': server.url }, resolve });
    for (const url of [`${server.url}/`, 'http://api.example/', 'https://api.example:8443/', 'https://other.example/']) {
      expect((await fetchFailure(safeFetch, url)).code, url).toBe('forbidden_source');
    }
    expect(server.requests).toEqual([]);
  });
});

describe('fixturesFault', () => {
  it.each([
    ['nothing, on mainnet', {}, MAINNET],
    ['an origin on loopback', { 'https://api.example': 'http://127.0.0.1:9090' }, DEVNET],
    ['an origin on IPv6 loopback', { 'http://api.example:8080': 'http://[::1]:9090' }, DEVNET],
  ])('takes %s', (_what, fixtures, network) => {
    expect(fixturesFault(fixtures, network)).toBeNull();
  });

  it.each([
    ['any fixture on mainnet', { 'https://api.example': 'http://127.0.0.1:9090' }, MAINNET, 'must be empty on mainnet'],
    ['a path', { 'https://api.example/v2': 'http://127.0.0.1:9090' }, DEVNET, 'must name origins, such as https://api.example'],
    ['no origin', { 'api.example': 'http://127.0.0.1:9090' }, DEVNET, 'must name origins, such as https://api.example'],
    ['another machine', { 'https://api.example': 'http://10.0.0.1:9090' }, DEVNET, 'must lead to origins http://127.0.0.1:port'],
    ['a name', { 'https://api.example': 'http://localhost:9090' }, DEVNET, 'must lead to origins http://127.0.0.1:port'],
    ['another scheme', { 'https://api.example': 'https://127.0.0.1:9090' }, DEVNET, 'must lead to origins http://127.0.0.1:port'],
    ['a target with a path', { 'https://api.example': 'http://127.0.0.1:9090/' }, DEVNET, 'must lead to origins http://127.0.0.1:port'],
  ])('refuses %s', (_what, fixtures, network, rule) => {
    expect(fixturesFault(fixtures, network)).toBe(rule);
  });
});
