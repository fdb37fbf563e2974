import { json, NOT_FOUND, PRICE, type SampleAnswer, type SampleRequest, type Source } from './source.js';

const AGGREGATOR = '0xf4030086522a5beea4988f8ca5b36dbc97bee88c';
/** Selector of `latestAnswer()`, which counts in 10^-8. */
const LATEST_ANSWER = '0x50d25bcd';
const BLOCK_NUMBER = '0x1564d5b';
const ETHER_PRICE = '3124.505';

/**
 * Five forms in which public APIs are asked, each under the path of its own API: JSON-RPC, GraphQL, a key in a JSON body, and a key in the query.
 * A request in another form, or without the key, gets the error that the API gives.
 *
 * Forms: ethereum.org/developers/docs/apis/json-rpc and jsonrpc.org/specification; thegraph.com/docs/en/subgraphs/querying;
 * bls.gov/developers/api_signature_v2.htm; fred.stlouisfed.org/docs/api/fred; docs.etherscan.io.
 */
export function apiForms(key: string): Source {
  const forms: ReadonlyMap<string, Source> = new Map<string, Source>([
    ['POST /rpc', answerRpc],
    ['POST /api/subgraphs/id/5zvR82QoaXYFyDEKLZ9t6v9adgnptxYpKpSbxtgVENFV', (request) => answerGraphQl(request, key)],
    ['POST /publicAPI/v2/timeseries/data/', (request) => answerSeries(request, key)],
    ['GET /fred/series/observations', (request) => answerObservations(request, key)],
    ['GET /v2/api', (request) => answerScan(request, key)],
  ]);
  return (request) => forms.get(`${request.method} ${request.path}`)?.(request) ?? NOT_FOUND;
}

function answerRpc(request: SampleRequest): SampleAnswer {
  if (!isJson(request)) return text('invalid content type, only application/json is supported', 415);
  const call = readBody(request);
  if (call === null) return rpcError(null, -32_700, 'Parse error');
  const { jsonrpc, id = null, method, params } = call;
  if (jsonrpc !== '2.0' || typeof method !== 'string') return rpcError(id, -32_600, 'Invalid Request');
  if (method === 'eth_blockNumber') return json({ jsonrpc, id, result: BLOCK_NUMBER });
  if (method !== 'eth_call') return rpcError(id, -32_601, `the method ${method} does not exist/is not available`);
  const [transaction, block] = listOf(params);
  if (!isRecord(transaction) || block !== 'latest') return rpcError(id, -32_602, 'missing value for required argument 0');
  const isAnswered = transaction.to === AGGREGATOR && transaction.data === LATEST_ANSWER;
  const units = BigInt(PRICE.replace('.', '')) * 10n ** 6n;
  return json({ jsonrpc, id, result: isAnswered ? `0x${units.toString(16).padStart(64, '0')}` : '0x' });
}

function rpcError(id: unknown, code: number, message: string): SampleAnswer {
  return json({ jsonrpc: '2.0', id, error: { code, message } });
}

function answerGraphQl(request: SampleRequest, key: string): SampleAnswer {
  const { authorization } = request.headers;
  if (authorization === undefined) return graphQlError('auth error: missing authorization header');
  if (authorization !== `Bearer ${key}`) return graphQlError('auth error: API key not found');
  const query = isJson(request) ? readBody(request)?.query : undefined;
  if (typeof query !== 'string') return graphQlError('bad query: not a GraphQL request');
  if (!/^(query)?\{bundle\(id:"1"\)\{ethPriceUSD\}\}$/.test(query.replaceAll(/\s/g, ''))) return graphQlError('bad query: unknown field');
  return json({ data: { bundle: { ethPriceUSD: ETHER_PRICE } } });
}

function graphQlError(message: string): SampleAnswer {
  return json({ errors: [{ message }] });
}

function answerSeries(request: SampleRequest, key: string): SampleAnswer {
  const body = isJson(request) ? readBody(request) : null;
  const series = listOf(body?.seriesid);
  if (series.length === 0) return notProcessed('Series ID is required.');
  const given = textOf(body?.registrationkey);
  if (given !== key)
    return notProcessed(`The key:${given} provided by the User is invalid. Please provide a proper key for the operation to be successful`);
  const data = [
    { year: '2026', period: 'M10', periodName: 'October', latest: 'true', value: '325.031', footnotes: [{}] },
    { year: '2026', period: 'M09', periodName: 'September', value: '324.800', footnotes: [{}] },
  ];
  const known = series.map(textOf).map((seriesID) => ({ seriesID, data: seriesID === 'CUUR0000SA0' ? data : [] }));
  const message = known.filter((one) => one.data.length === 0).map(({ seriesID }) => `Series does not exist for Series ${seriesID}`);
  return json({ status: 'REQUEST_SUCCEEDED', responseTime: 16, message, Results: { series: known } });
}

function notProcessed(message: string): SampleAnswer {
  return json({ status: 'REQUEST_NOT_PROCESSED', responseTime: 0, message: [message], Results: {} });
}

function answerObservations({ query }: SampleRequest, key: string): SampleAnswer {
  const isJsonAsked = query.get('file_type') === 'json';
  const refuse = (message: string): SampleAnswer =>
    isJsonAsked
      ? json({ error_code: 400, error_message: `Bad Request.  ${message}` }, 400)
      : xml(`<error code="400" message="Bad Request.  ${message}"/>`, 400);
  const given = query.get('api_key');
  if (given === null) return refuse('Variable api_key has not been set.');
  if (given !== key) return refuse('The value for variable api_key is not registered.');
  if (query.get('series_id') !== 'UNRATE') return refuse('The series does not exist.');
  const inOrder = [
    { realtime_start: '2026-11-26', realtime_end: '2026-11-26', date: '2026-09-01', value: '4.3' },
    { realtime_start: '2026-11-26', realtime_end: '2026-11-26', date: '2026-10-01', value: '4.4' },
  ];
  const observations = query.get('sort_order') === 'desc' ? inOrder.toReversed() : inOrder;
  if (isJsonAsked) return json({ units: 'lin', output_type: 1, file_type: 'json', count: 2, offset: 0, observations });
  return xml(
    `<observations>${observations.map(({ date, value }) => `<observation date="${date}" value="${value}"/>`).join('')}</observations>`,
  );
}

function answerScan({ query }: SampleRequest, key: string): SampleAnswer {
  const refuse = (result: string): SampleAnswer => json({ status: '0', message: 'NOTOK', result });
  if (query.get('chainid') !== '1') return refuse('Missing or unsupported chainid parameter (required for v2 api)');
  if (query.get('apikey') !== key) return refuse('Invalid API Key');
  const action = `${query.get('module')} ${query.get('action')}`;
  if (action === 'proxy eth_blockNumber') return json({ jsonrpc: '2.0', id: 83, result: BLOCK_NUMBER });
  const price = { ethbtc: '0.0483', ethbtc_timestamp: '1764136800', ethusd: ETHER_PRICE, ethusd_timestamp: '1764136800' };
  return action === 'stats ethprice'
    ? json({ status: '1', message: 'OK', result: price })
    : refuse('Error! Missing Or invalid Action name');
}

function text(body: string, status: number): SampleAnswer {
  return { status, body, headers: { 'content-type': 'text/plain' } };
}

function xml(body: string, status = 200): SampleAnswer {
  return { status, body, headers: { 'content-type': 'text/xml;charset=utf-8' } };
}

function isJson({ headers }: SampleRequest): boolean {
  return headers['content-type']?.split(';', 1)[0]?.trim() === 'application/json';
}

/** Null for what is no JSON object. */
function readBody({ body }: SampleRequest): Readonly<Record<string, unknown>> | null {
  try {
    const parsed: unknown = JSON.parse(body);
    return isRecord(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
