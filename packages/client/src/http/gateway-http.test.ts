import { describe, expect, it, vi } from 'vitest';
import { GatewayError, TransportError } from '../base/errors.js';
import type { DeprecationNotice } from './deprecation-notice.js';
import { createGatewayHttp } from './gateway-http.js';

function gateway(answer: () => Response, onDeprecated?: (notice: DeprecationNotice) => void) {
  const fetch = vi.fn<typeof globalThis.fetch>(() => Promise.resolve(answer()));
  return { fetch, http: createGatewayHttp({ baseUrl: 'http://gateway.test', fetch, timeoutMs: 1_000, tellsWhy: true, onDeprecated }) };
}

function refused(body: object, status = 400, headers: Record<string, string> = {}) {
  const { http } = gateway(() => Response.json(body, { status, headers }));
  return http.ask({ method: 'GET', path: '/v1/info' }).catch((error: unknown) => error);
}

describe('a gateway over HTTP', () => {
  it('is asked with JSON where there is a body, and follows no redirect', async () => {
    const { fetch, http } = gateway(() => Response.json({ status: 'ok' }));
    expect((await http.ask({ method: 'POST', path: '/v1/a', body: { b: 1 }, headers: { authorization: 'c' } })).body).toEqual({
      status: 'ok',
    });
    await http.ask({ method: 'GET', path: '/v1/d' });
    const [posted, got] = fetch.mock.calls.map(([url, init]) => ({ url, ...init, signal: undefined }));
    const headers = { 'content-type': 'application/json', authorization: 'c' };
    expect(posted).toMatchObject({ url: 'http://gateway.test/v1/a', method: 'POST', body: '{"b":1}', headers, redirect: 'error' });
    expect(got).toEqual({ url: 'http://gateway.test/v1/d', method: 'GET', headers: {}, redirect: 'error', signal: undefined });
  });

  it('tells of an operation that the gateway has deprecated, with a refusal too, and of no other', async () => {
    const told: DeprecationNotice[] = [];
    const headers = { deprecation: '@1801353600', sunset: 'Fri, 31 Dec 2027 00:00:00 GMT' };
    const answers = [
      Response.json({}, { headers }),
      Response.json({ error: 'gone', code: 'not_found' }, { status: 404, headers: { deprecation: 'true', sunset: 'soon' } }),
      Response.json({}),
    ];
    const { http } = gateway(
      () => answers.shift() ?? Response.error(),
      (notice) => told.push(notice),
    );
    await http.ask({ method: 'GET', path: '/v1/info?a=1' });
    await expect(http.ask({ method: 'POST', path: '/v1/a' })).rejects.toThrow(GatewayError);
    await http.ask({ method: 'GET', path: '/v1/info' });
    expect(told).toEqual([
      { operation: 'GET /v1/info', sinceMs: Date.UTC(2027, 0, 31), sunsetMs: Date.UTC(2027, 11, 31) },
      { operation: 'POST /v1/a', sinceMs: null, sunsetMs: null },
    ]);
  });

  it('tells a refusal with everything that it says', async () => {
    const body = { error: 'validation failed: apiConfig.url: must be a URL', code: 'invalid_request', roundId: 'b' };
    const headers = { 'retry-after': '7', 'x-round-id': 'a', 'x-request-id': 'c' };
    const error = await refused(body, 400, headers);
    expect(error).toBeInstanceOf(GatewayError);
    expect(error).toMatchObject({
      ...{ code: 'invalid_request', status: 400, field: 'apiConfig.url', retryAfterMs: 7_000, roundId: 'a', requestId: 'c', body },
      authorization: 'unused',
    });
  });

  it.each([
    ['/docs/errors/at_capacity', 'http://gateway.test/docs/errors/at_capacity'],
    ['https://known.example:8443/docs/errors/at_capacity', 'https://known.example:8443/docs/errors/at_capacity'],
    ['https://known.example/elsewhere', undefined],
    ['javascript:alert(1)//docs/errors/at_capacity', undefined],
    ['https://user@known.example/docs/errors/at_capacity', undefined],
    ['//other.example/docs/errors/at_capacity', undefined],
    [7, undefined],
  ])('takes %j for the page about the code at %s', async (docUrl, address) => {
    expect(await refused({ error: 'full', code: 'at_capacity', docUrl }, 503)).toMatchObject({ docUrl: address });
  });

  it('takes a code of tomorrow for one whose outcome is unknown', async () => {
    expect(await refused({ error: 'new', code: 'a_code_of_tomorrow' })).toMatchObject({ authorization: 'unknown' });
  });

  it.each([{}, { code: 'at_capacity' }, { error: 'text' }, { error: 'text', code: 'Not a code' }])(
    'takes %j for no refusal of a gateway',
    async (body) => {
      expect(await refused(body, 503)).toBeInstanceOf(TransportError);
    },
  );

  it.each(['soon', '-1', '1.5', '9999999999'])('does without a Retry-After of %j', async (text) => {
    expect(await refused({ error: 'full', code: 'at_capacity' }, 503, { 'retry-after': text })).toMatchObject({ retryAfterMs: undefined });
  });
});
