import { createConnection } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PUBLIC_ORIGIN, startWorld, type World } from './fakes/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld({ server: { corsOrigins: ['https://app.example'] } });
});
afterAll(() => world.close());

/** Sends raw bytes on one connection and reads until the server closes it. */
async function rawExchange(url: string, request: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = createConnection({ host: hostname, port: Number(port) });
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text;
  });
  await once(socket, 'connect');
  socket.write(request);
  await once(socket, 'close');
  return received;
}

describe('the HTTP layer', () => {
  const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

  it.each([
    ['a browser to the page of operations, where there is no other', BROWSER, 'docs'],
    ['a program to the text for models', 'application/json', 'llms.txt'],
    ['what takes anything to the text for models', '*/*', 'llms.txt'],
  ])('leads from / %s', async (_whom, accept, location) => {
    const answer = await fetch(`${world.url}/`, { headers: { accept }, redirect: 'manual' });
    expect([answer.status, answer.headers.get('location'), answer.headers.get('vary')]).toEqual([302, location, 'Accept']);
    expect((await fetch(`${world.url}/`, { headers: { accept } })).status).toBe(200);
    expect((await fetch(`${world.url}/`, { method: 'POST' })).status).toBe(404);
  });

  it.each(['/v1', '/v1/x402', '/v1/provider', '/v1/rounds/%ff'])('a path that is not served is 404 with a code: %s', async (path) => {
    const response = await fetch(world.url + path);
    expect([response.status, await response.json()]).toEqual([
      404,
      { error: 'not found', code: 'not_found', docUrl: '/docs/errors/not_found' },
    ]);
  });

  it('a known path with another method is 405 and names the method', async () => {
    const response = await fetch(`${world.url}/v1/round/execute`);
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it('answers have a request id, are not stored, and do not name the server software', async () => {
    const { headers } = await fetch(`${world.url}/health`, { headers: { 'x-request-id': 'mine' } });
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-powered-by')).toBeNull();
  });

  it.each([
    ['an operation', 'GET', '/health', 200],
    ['a page', 'GET', '/docs', 200],
    ['a document', 'GET', '/llms.txt', 200],
    ['a redirect', 'GET', '/docs/', 308],
    ['a refusal', 'POST', '/v1/round/execute', 400],
    ['another method', 'PUT', '/v1/info', 405],
    ['a path that is not served', 'GET', '/v1', 404],
    ['a preflight', 'OPTIONS', '/v1/round/execute', 204],
  ])('a browser takes the type of %s from its header alone', async (_what, method, path, status) => {
    const headers = { origin: 'https://app.example', 'access-control-request-method': 'POST' };
    const answer = await fetch(world.url + path, { method, headers, redirect: 'manual' });
    expect([answer.status, answer.headers.get('x-content-type-options')]).toEqual([status, 'nosniff']);
  });

  it('security.txt names the operator, with an end that lies ahead, where a contact is set', async () => {
    const contact = 'mailto:security@oracle.example';
    let shiftMs = 0;
    const nowMs = () => Date.now() + shiftMs;
    const named = await startWorld({ server: { securityContact: contact, publicOrigin: PUBLIC_ORIGIN }, overrides: { nowMs } });
    const path = '/.well-known/security.txt';
    const daysLeft = async (): Promise<number> => {
      const answer = await fetch(named.url + path);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
      const [first, second = '', ...rest] = (await answer.text()).split('\n');
      expect([first, ...rest]).toEqual([`Contact: ${contact}`, `Canonical: ${PUBLIC_ORIGIN}${path}`, '']);
      const [, expires = ''] = /^Expires: (\d{4}-\d\d-\d\dT00:00:00\.000Z)$/.exec(second) ?? [];
      return (Date.parse(expires) - nowMs()) / 86_400_000;
    };
    const before = await daysLeft();
    shiftMs = 365 * 86_400_000;
    for (const days of [before, await daysLeft()]) expect(days > 28.9 && days <= 30).toBe(true);
    expect((await fetch(named.url + path, { method: 'POST' })).status).toBe(404);
    expect((await fetch(world.url + path)).status).toBe(404);
    await named.close();
  });

  it('an announced body above the limit is refused before it is sent, and the connection ends', async () => {
    const answer = await rawExchange(world.url, 'POST /v1/round/execute HTTP/1.1\r\nHost: gateway\r\nContent-Length: 10000000\r\n\r\n{');
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toMatch(/\r\nConnection: close\r\n/i);
  });

  it('an unannounced body is cut off at the limit', async () => {
    const chunk = `8000\r\n${'x'.repeat(0x8000)}\r\n`;
    const answer = await rawExchange(
      world.url,
      `POST /v1/round/execute HTTP/1.1\r\nHost: gateway\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}${chunk}${chunk}`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('a compressed body is refused', async () => {
    const response = await fetch(`${world.url}/v1/round/execute`, { method: 'POST', headers: { 'content-encoding': 'gzip' }, body: 'x' });
    expect(response.status).toBe(400);
  });
});

describe('what Node refuses by itself', () => {
  const ok = 'GET /health HTTP/1.1\r\nHost: gateway\r\n\r\n';

  it.each([
    ['no HTTP at all', 'hello\r\n\r\n', 400, 'malformed_http'],
    ['a request without Host', 'GET /health HTTP/1.1\r\n\r\n', 400, 'malformed_http'],
    ['two Host lines', 'GET /health HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400, 'malformed_http'],
    ['the same Host twice', 'GET /health HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n', 400, 'malformed_http'],
    ['two Host lines of HTTP/1.0', 'GET /health HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n', 400, 'malformed_http'],
    ['two hosts in one line', 'GET /health HTTP/1.1\r\nHost: a b\r\n\r\n', 400, 'malformed_http'],
    ['a Host with a user', 'GET /health HTTP/1.1\r\nHost: user@a\r\n\r\n', 400, 'malformed_http'],
    ['a Host with a path', 'GET /health HTTP/1.1\r\nHost: a/b\r\n\r\n', 400, 'malformed_http'],
    ['a Host with a port that is no number', 'GET /health HTTP/1.1\r\nHost: a:b\r\n\r\n', 400, 'malformed_http'],
    ['two lengths', 'POST /v1/round/execute HTTP/1.1\r\nHost: g\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400, 'malformed_http'],
    ['a broken chunk', 'POST /v1/round/execute HTTP/1.1\r\nHost: g\r\nTransfer-Encoding: chunked\r\n\r\nnothex\r\n', 400, 'malformed_http'],
    ['headers beyond 16 KiB', `GET /health HTTP/1.1\r\nHost: g\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
    ['an expectation', 'GET /health HTTP/1.1\r\nHost: g\r\nExpect: 200-ok\r\n\r\n', 417, 'expectation_failed'],
    ['no HTTP after a good request', `${ok}hello\r\n\r\n`, 400, 'malformed_http'],
  ])('%s is answered with a code and an id, and the connection ends', async (_what, bytes, status, code) => {
    const received = await rawExchange(world.url, bytes);
    const answer = received.slice(received.lastIndexOf('HTTP/1.1 '));
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toMatch(/\r\nX-Request-Id: [0-9a-f-]{36}\r\n/i);
    expect(head).toMatch(/\r\nConnection: close/i);
    expect(head).toMatch(/\r\nX-Content-Type-Options: nosniff\r\n/i);
    expect(JSON.parse(body)).toMatchObject({ code });
    await expect.poll(() => world.metrics()).toContain(`oracle_gateway_http_requests_total{operation="none",status="${status}",code="`);
  });
});

it.each(['gateway', 'gateway:8080', 'a_b.example', '127.0.0.1:8080', '[::1]:8080', '[::1]', 'gateway:', ''])(
  'a request of Host %j is answered',
  async (host) => {
    const answer = await rawExchange(world.url, `GET /health HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1.1 200 /);
  },
);

it('a request of HTTP/1.0 needs no Host', async () => {
  expect(await rawExchange(world.url, 'GET /health HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 200 /);
});

describe('CORS', () => {
  const preflight = (origin: string): Promise<Response> =>
    fetch(`${world.url}/v1/round/execute`, { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'POST' } });

  it('admits a configured origin and exposes the round id', async () => {
    const response = await fetch(`${world.url}/health`, { headers: { origin: 'https://app.example' } });
    expect(response.headers.get('access-control-allow-origin')).toBe('https://app.example');
    expect(response.headers.get('access-control-expose-headers')).toContain('X-Round-Id');
    expect(response.headers.get('vary')).toContain('Origin');
  });

  it('answers the preflight of a configured origin', async () => {
    const response = await preflight('https://app.example');
    expect([response.status, response.headers.get('access-control-allow-methods')]).toEqual([204, 'GET, POST, DELETE']);
    expect(response.headers.get('access-control-allow-headers')).toContain('Authorization');
  });

  it('says nothing to any other origin', async () => {
    const response = await preflight('https://evil.example');
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([405, null]);
  });

  it('is off by default', async () => {
    const plain = await startWorld();
    const response = await fetch(`${plain.url}/health`, { headers: { origin: 'https://app.example' } });
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    await plain.close();
  });
});

describe('the metrics listener', () => {
  it('answers in Prometheus form, and only that', async () => {
    expect(await world.metrics()).toMatch(/^# TYPE oracle_gateway_rounds_in_flight gauge$/m);
    const { origin } = new URL(world.metricsUrl);
    expect((await fetch(`${origin}/v1/info`)).status).toBe(404);
    expect((await fetch(`${world.url}/metrics`)).status).toBe(404);
  });
});
