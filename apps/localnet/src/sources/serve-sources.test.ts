import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveSources, SOURCE_NAMES, SOURCES_WITH_BODIES, SourcePortError, type SourceName, type Sources } from './serve-sources.js';

const PRICE = 64_628.31;
let sources: Sources;

beforeAll(async () => {
  sources = await serveSources({ privateSecret: 'the-secret' });
});
afterAll(() => sources.close());

function get(name: SourceName, target: string, init: RequestInit = {}): Promise<Response> {
  return fetch(sources.urls[name] + target, { redirect: 'manual', ...init });
}

async function priceOf(response: Response): Promise<number> {
  const body: unknown = await response.json();
  if (typeof body !== 'object' || body === null || !('price' in body)) throw new Error('no price');
  expect(typeof body.price).toBe('string');
  return Number(body.price);
}

describe('sample sources', () => {
  it('have an origin each, on loopback, without a path', () => {
    const urls = SOURCE_NAMES.map((name) => sources.urls[name]);
    expect(new Set(urls).size).toBe(SOURCE_NAMES.length);
    for (const url of urls) expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });

  it.each(SOURCE_NAMES)('%s answers 404 to another path and 405 to another method', async (name) => {
    expect((await get(name, '/no/such/path')).status).toBe(404);
    expect((await get(name, '/', { method: 'PUT', body: 'x' })).status).toBe(405);
    expect((await get(name, '/', { method: 'POST', body: 'x' })).status).toBe(SOURCES_WITH_BODIES.has(name) ? 404 : 405);
  });

  it('take ports in a row from the one given, and name the one that is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const address = taken.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const error: unknown = await serveSources({ port }).catch((cause: unknown) => cause);
    taken.close();
    expect(error).toBeInstanceOf(SourcePortError);
    expect(error).toMatchObject({ source: 'price', port });
  });
});

describe('price', () => {
  it("answers in Coinbase's shape, whatever the query", async () => {
    const response = await get('price', '/v2/prices/BTC-USD/spot?x=1');
    expect(await response.json()).toEqual({ data: { amount: '64628.31', base: 'BTC', currency: 'USD' } });
    expect(response.headers.get('content-type')).toBe('application/json');
  });
});

describe('noisy', () => {
  it('answers a new value within the spread for every request', async () => {
    const prices = await Promise.all(Array.from({ length: 40 }, async () => priceOf(await get('noisy', '/price?spreadBps=20'))));
    expect(new Set(prices).size).toBe(40);
    for (const price of prices) expect(Math.abs(price / PRICE - 1)).toBeLessThanOrEqual(0.002);
  });

  it('reaches both ends of the spread', async () => {
    for (const [drawn, expected] of [
      [0, 0.99],
      [0.5, 1],
      [1, 1.01],
    ] as const) {
      const { urls, close } = await serveSources({ random: () => drawn });
      expect(await priceOf(await fetch(`${urls.noisy}/price?spreadBps=100`))).toBeCloseTo(PRICE * expected, 6);
      await close();
    }
  });

  it.each(['10001', '-1', 'x', '1.5'])('refuses a spread of %s', async (spread) => {
    const response = await get('noisy', `/price?spreadBps=${spread}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error: 'spreadBps must be an integer from 0 to 10000' });
  });
});

describe('outlier', () => {
  it('answers every fifth request with ten times the value', async () => {
    const wild: boolean[] = [];
    for (let request = 1; request <= 10; request++) wild.push((await priceOf(await get('outlier', '/price?spreadBps=20'))) > 5 * PRICE);
    expect(wild).toEqual([false, false, false, false, true, false, false, false, false, true]);
  });
});

describe('echo', () => {
  it('returns body, type and status as given', async () => {
    const response = await get('echo', `/?body=${encodeURIComponent('{"v": 1.10} ü')}&type=${encodeURIComponent('text/plain')}&status=418`);
    expect(response.status).toBe(418);
    expect(response.headers.get('content-type')).toBe('text/plain');
    expect(await response.text()).toBe('{"v": 1.10} ü');
  });

  it('is empty JSON with status 200 when nothing is given', async () => {
    const response = await get('echo', '/');
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([200, 'application/json', '']);
  });

  it.each(['/?status=199', '/?status=600', '/?type=%0d%0aX-Injected:1'])('refuses %s', async (target) => {
    expect((await get('echo', target)).status).toBe(400);
  });
});

describe('private', () => {
  it.each([undefined, 'Bearer wrong', 'the-secret', 'bearer the-secret'])('answers 401 to Authorization %s', async (authorization) => {
    const response = await get('private', '/balance', authorization === undefined ? {} : { headers: { authorization } });
    expect(response.status).toBe(401);
    expect(await response.text()).not.toContain('the-secret');
  });

  it('answers the balance to the holder of the secret', async () => {
    const response = await get('private', '/balance', { headers: { authorization: `Bearer ${sources.privateSecret}` } });
    expect(await response.json()).toEqual({ balance: '1234.5' });
  });

  it('has a new secret each time unless told', async () => {
    const [one, other] = [await serveSources(), await serveSources()];
    await Promise.all([one.close(), other.close()]);
    expect(one.privateSecret).not.toBe(other.privateSecret);
    expect(one.privateSecret.length).toBeGreaterThanOrEqual(32);
  });
});

describe('slow', () => {
  it('does not answer before its time', async () => {
    const start = performance.now();
    await get('slow', '/?ms=150');
    expect(performance.now() - start).toBeGreaterThanOrEqual(149);
  });

  it('lets the sources close while it waits', async () => {
    const { urls, close } = await serveSources();
    const socket = connect(Number(new URL(urls.slow).port), '127.0.0.1');
    socket.write('GET /?ms=60000 HTTP/1.1\r\nHost: slow\r\n\r\n');
    socket.on('error', () => undefined);
    const ended = new Promise((resolve) => socket.on('close', resolve));
    await once(socket, 'connect');
    await close();
    await ended;
    expect(socket.bytesRead).toBe(0);
  });
});

describe('huge', () => {
  it.each([2, 400_000])('answers a JSON string of exactly %i bytes', async (bytes) => {
    const text = await (await get('huge', `/?bytes=${bytes}`)).text();
    expect(text).toHaveLength(bytes);
    expect(typeof JSON.parse(text)).toBe('string');
  });

  it('answers a list of items that is as long when it is decoded, and hardly anything before', async () => {
    const response = await get('huge', `/?bytes=300000&item=${encodeURIComponent('""')}`);
    expect(Number(response.headers.get('content-length'))).toBeLessThan(1_000);
    const text = await response.text();
    expect(text.length).toBeGreaterThan(299_990);
    expect(text.length).toBeLessThanOrEqual(300_000);
    expect(new Set(JSON.parse(text) as unknown[])).toEqual(new Set(['']));
  });

  it('has a limit', async () => {
    expect((await get('huge', `/?bytes=${64 * 1024 * 1024 + 1}`)).status).toBe(400);
  });
});

describe('redirect', () => {
  it('sends to the place given, and has one itself', async () => {
    const response = await get('redirect', `/?to=${encodeURIComponent('/value')}`);
    expect([response.status, response.headers.get('location')]).toEqual([302, '/value']);
    expect(await (await get('redirect', '/value')).json()).toEqual({ price: '64628.31' });
    const elsewhere = await get('redirect', `/?to=${encodeURIComponent('http://10.0.0.1/x')}`);
    expect(elsewhere.headers.get('location')).toBe('http://10.0.0.1/x');
  });

  it('refuses a place that would break the header', async () => {
    expect((await get('redirect', '/?to=%0d%0aX:1')).status).toBe(400);
  });
});

describe('flaky', () => {
  it('answers every second request with 500', async () => {
    const statuses: number[] = [];
    for (let request = 0; request < 4; request++) statuses.push((await get('flaky', '/price')).status);
    expect(statuses).toEqual([200, 500, 200, 500]);
  });
});
