import { describe, expect, it } from 'vitest';
import { apiForms } from './api-forms.js';
import { type SampleAnswer } from './source.js';

const KEY = 'the-key';
const JSON_TYPE = { 'content-type': 'application/json' };
const AUTHORIZED = { ...JSON_TYPE, authorization: `Bearer ${KEY}` };
const SUBGRAPH = '/api/subgraphs/id/5zvR82QoaXYFyDEKLZ9t6v9adgnptxYpKpSbxtgVENFV';
const SERIES = '/publicAPI/v2/timeseries/data/';
const LATEST_ANSWER = { to: '0xf4030086522a5beea4988f8ca5b36dbc97bee88c', data: '0x50d25bcd' };

async function ask(
  target: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<Pick<SampleAnswer, 'status' | 'body'>> {
  const { pathname, searchParams } = new URL(target, 'http://source');
  const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
  const { status, body: answer } = await apiForms(KEY)({
    method: body === undefined ? 'GET' : 'POST',
    path: pathname,
    query: searchParams,
    headers,
    body: text,
  });
  return { status, body: answer };
}

function call(method: string, params: unknown = []): { body: unknown; headers: Record<string, string> } {
  return { body: { jsonrpc: '2.0', id: 7, method, params }, headers: JSON_TYPE };
}

describe('JSON-RPC', () => {
  const error = (code: number, id: number | null = 7): unknown => ({
    status: 200,
    body: expect.stringMatching(`"id":${id},"error":{"code":${code},`) as string,
  });

  it('answers the block number and the latest answer of a feed in hexadecimal', async () => {
    expect(await ask('/rpc', call('eth_blockNumber'))).toEqual({ status: 200, body: '{"jsonrpc":"2.0","id":7,"result":"0x1564d5b"}' });
    const { body } = await ask('/rpc', call('eth_call', [LATEST_ANSWER, 'latest']));
    const { result } = JSON.parse(String(body)) as { result: string };
    expect([result.length, BigInt(result)]).toEqual([66, 6_462_831_000_000n]);
  });

  it('answers nothing to a call of another contract or function', async () => {
    const other = { ...LATEST_ANSWER, data: '0x313ce567' };
    expect(await ask('/rpc', call('eth_call', [other, 'latest']))).toMatchObject({ body: '{"jsonrpc":"2.0","id":7,"result":"0x"}' });
  });

  it.each([
    ['a body that is no JSON', { body: '{', headers: JSON_TYPE }, error(-32_700, null)],
    ['a request without a version', { body: { id: 7, method: 'eth_blockNumber' }, headers: JSON_TYPE }, error(-32_600)],
    ['another method', call('eth_coinbase'), error(-32_601)],
    ['a call without its block', call('eth_call', [LATEST_ANSWER]), error(-32_602)],
    ['a body without its type', { body: {} }, { status: 415 }],
  ])('refuses %s as servers do', async (_, request, expected) => {
    expect(await ask('/rpc', request)).toMatchObject(expected as object);
  });
});

describe('GraphQL', () => {
  const query = 'query { bundle(id: "1") { ethPriceUSD } }';
  it('answers the holder of a key', async () => {
    expect(await ask(SUBGRAPH, { body: { query }, headers: AUTHORIZED })).toEqual({
      status: 200,
      body: '{"data":{"bundle":{"ethPriceUSD":"3124.505"}}}',
    });
  });

  it.each([
    ['no key', { query }, JSON_TYPE, 'auth error: missing authorization header'],
    ['another key', { query }, { ...JSON_TYPE, authorization: 'Bearer another' }, 'auth error: API key not found'],
    ['another query', { query: '{ bundles { id } }' }, AUTHORIZED, 'bad query: unknown field'],
    ['no query', {}, AUTHORIZED, 'bad query: not a GraphQL request'],
  ])('answers %s with errors and status 200', async (_, body, headers, message) => {
    expect(await ask(SUBGRAPH, { body, headers })).toEqual({ status: 200, body: JSON.stringify({ errors: [{ message }] }) });
  });
});

describe('a key in the body', () => {
  const body = { seriesid: ['CUUR0000SA0'], registrationkey: KEY };
  it('opens the series', async () => {
    const { body: answer } = await ask(SERIES, { body, headers: JSON_TYPE });
    expect(answer).toMatch(/^\{"status":"REQUEST_SUCCEEDED".*"latest":"true","value":"325\.031"/);
  });

  it.each([
    ['another key', { ...body, registrationkey: 'another' }, JSON_TYPE, /^\{"status":"REQUEST_NOT_PROCESSED".*invalid/],
    ['no key', { seriesid: body.seriesid }, JSON_TYPE, /^\{"status":"REQUEST_NOT_PROCESSED".*invalid/],
    ['no series', { registrationkey: KEY }, JSON_TYPE, /^\{"status":"REQUEST_NOT_PROCESSED"/],
    ['a body without its type', body, {}, /^\{"status":"REQUEST_NOT_PROCESSED"/],
    [
      'an unknown series',
      { ...body, seriesid: ['X'] },
      JSON_TYPE,
      /^\{"status":"REQUEST_SUCCEEDED".*does not exist for Series X.*"data":\[\]/,
    ],
  ])('is wanted: %s gets no number', async (_, wrong, headers, expected) => {
    expect(await ask(SERIES, { body: wrong, headers })).toEqual({ status: 200, body: expect.stringMatching(expected) as string });
  });
});

describe('a key in the query', () => {
  const fred = '/fred/series/observations?series_id=UNRATE&sort_order=desc&file_type=json';
  it('opens the observations, the newest first where that is asked for', async () => {
    expect(await ask(`${fred}&api_key=${KEY}`)).toMatchObject({
      status: 200,
      body: expect.stringMatching(/"observations":\[[^}]*"value":"4\.4"/) as string,
    });
    expect(await ask(`/fred/series/observations?series_id=UNRATE&api_key=${KEY}`)).toMatchObject({
      body: '<observations><observation date="2026-09-01" value="4.3"/><observation date="2026-10-01" value="4.4"/></observations>',
    });
  });

  it.each([
    [fred, /^\{"error_code":400,"error_message":"Bad Request\. {2}Variable api_key has not been set\."\}$/],
    [
      `${fred}&api_key=another`,
      /^\{"error_code":400,"error_message":"Bad Request\. {2}The value for variable api_key is not registered\."\}$/,
    ],
    ['/fred/series/observations', /^<error code="400" message="Bad Request\. {2}Variable api_key has not been set\."\/>$/],
    [`${fred.replace('UNRATE', 'X')}&api_key=${KEY}`, /series does not exist/],
  ])('is wanted: 400 to %s', async (target, expected) => {
    expect(await ask(target)).toEqual({ status: 400, body: expect.stringMatching(expected) as string });
  });

  const scan = '/v2/api?chainid=1&module=proxy&action=eth_blockNumber';
  it('opens a chain, in hexadecimal or as text', async () => {
    expect(await ask(`${scan}&apikey=${KEY}`)).toEqual({ status: 200, body: '{"jsonrpc":"2.0","id":83,"result":"0x1564d5b"}' });
    const price = await ask(`/v2/api?chainid=1&module=stats&action=ethprice&apikey=${KEY}`);
    expect(price.body).toMatch(/^\{"status":"1","message":"OK","result":\{.*"ethusd":"3124\.505"/);
  });

  it.each([
    [scan, 'Invalid API Key'],
    [`${scan}&apikey=another`, 'Invalid API Key'],
    [`${scan.replace('chainid=1&', '')}&apikey=${KEY}`, 'Missing or unsupported chainid parameter (required for v2 api)'],
    [`${scan.replace('eth_blockNumber', 'x')}&apikey=${KEY}`, 'Error! Missing Or invalid Action name'],
  ])('is wanted: NOTOK to %s', async (target, result) => {
    expect(await ask(target)).toEqual({ status: 200, body: JSON.stringify({ status: '0', message: 'NOTOK', result }) });
  });
});

it('answer one method alone', async () => {
  for (const target of ['/rpc', SUBGRAPH, SERIES]) expect((await ask(target)).status).toBe(404);
  for (const target of ['/v2/api', '/fred/series/observations']) expect((await ask(target, { body: {} })).status).toBe(404);
});
