import { unchanging } from '@oracle-gateway/app-config';
import { createLedgerReader, LedgerUnavailableError } from '@oracle-gateway/ledger';
import { formatAddress } from '@oracle-gateway/protocol';
import { builtInProvider } from '@oracle-gateway/providers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ThrowawayRedis } from '@oracle-gateway/dev-servers';
import { createGateway } from '../src/index.js';
import { PRICE_SOURCE } from './fakes/consumer.js';
import { watchExits } from './fakes/exits.js';
import { serveTestFacilitator, type TestFacilitator } from './fakes/facilitator.js';
import { fakeLedger } from './fakes/ledger.js';
import { queryKeyedProvider, queryKeyedSource } from './fakes/query-keyed-provider.js';
import { type ForeignServer, INSIDE, plant, QUOTES, type Said, type Seen, startForeignServer } from './fakes/planted.js';
import { NETWORK, PROGRAM_ID, startWorld, type World } from './fakes/world.js';
import { createX402Payer, headerOf, type PaymentOffer, x402Request } from './fakes/x402-payer.js';

/** Secrets that this gateway must tell no party: each enters at another place. */
const SECRET = {
  redis: plant('redis'),
  provider: plant('provider'),
  providerQuery: plant('provider-query'),
  facilitatorPath: plant('facilitator-path'),
  facilitatorHeader: plant('facilitator-header'),
  rpcPath: plant('rpc-path'),
  rpcQuery: plant('rpc-query'),
} as const;
/** Words of others: it may be in the log, and nowhere else. */
const WORDS = plant('words');
const PROGRAM_TEXT = formatAddress(PROGRAM_ID);

const coingecko = builtInProvider('coingecko')!;
const { url: feedUrl, headers: feedHeaders, responseParser } = coingecko.flows[0]!.feeds[0]!.apiConfig;
const sponsored = { url: feedUrl, headers: feedHeaders, method: 'GET', responseParser };
const sponsoredInQuery = queryKeyedSource();

const exits = watchExits();
const { logger } = exits;

let redis: ThrowawayRedis;
let facilitator: TestFacilitator;
let facilitatorFront: ForeignServer;
let rpc: ForeignServer;
let hostileNode: ForeignServer;
let world: World;

beforeAll(async () => {
  redis = await ThrowawayRedis.start({ requirepass: SECRET.redis });
  facilitator = await serveTestFacilitator(NETWORK);
  [facilitatorFront, rpc, hostileNode] = await Promise.all([startForeignServer(), startForeignServer(), startForeignServer()]);
  facilitatorFront.answer = passOn;
  world = await startWorld({
    redisUrl: redis.url.replace('//', `//default:${encodeURIComponent(SECRET.redis)}@`),
    providers: [coingecko, queryKeyedProvider()],
    providerKeys: { coingecko: SECRET.provider, keyed: SECRET.providerQuery },
    sponsoredCallsPerMinute: 10_000,
    server: { publicOrigin: 'https://oracle.example', trustedProxies: ['127.0.0.1'] },
    sessions: { enabled: true },
    facilitator: {
      kind: 'remote',
      url: `${facilitatorFront.url}/${SECRET.facilitatorPath}`,
      headers: unchanging({ authorization: `Bearer ${SECRET.facilitatorHeader}` }),
    },
    rpcUrl: rpcUrl(),
    rounds: { observeDeadlineMs: 5_000, failingPerMinute: 100_000 },
    overrides: { logger },
  });
});
afterAll(async () => {
  await world.close();
  await Promise.all([facilitatorFront, rpc, hostileNode, facilitator].map((server) => server.close()));
  await redis.end();
});

const endpoints: string[] = [];
beforeEach(() => {
  exits.forget();
  facilitatorFront.answer = passOn;
  world.ledger.failure = null;
  if (endpoints.length === 0) endpoints.push(...world.ledger.nodes.map(({ endpoint }) => endpoint));
  world.ledger.nodes = world.ledger.nodes.map((node, index) => ({ ...node, endpoint: endpoints[index]! }));
  for (const node of world.nodes) Object.assign(node, { fault: 'none', says: null });
});

function rpcUrl(): string {
  return `${rpc.url}/${SECRET.rpcPath}?api-key=${encodeURIComponent(SECRET.rpcQuery)}`;
}

function refusal(code: number, message: string): Said {
  return { status: 200, text: JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code, message } }) };
}

/** Passes the call on to the facilitator itself. */
async function passOn({ method, url, headers, body }: Seen): Promise<Said> {
  const path = url.slice(url.lastIndexOf('/'));
  const { 'content-type': type = 'application/json' } = headers;
  const response = await fetch(facilitator.url + path, {
    method,
    headers: { 'content-type': type },
    ...(method === 'POST' ? { body } : {}),
  });
  return { status: response.status, text: await response.text() };
}

function ask(path: string, init: RequestInit = {}) {
  return exits.ask(world.url + path, init);
}

function send(path: string, body: unknown, headers: Record<string, string> = {}) {
  return ask(path, { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) });
}

async function pay(source: object = PRICE_SOURCE): Promise<{ status: number; transaction: string }> {
  const request = { ...x402Request(), apiConfig: source };
  const { accepts } = JSON.parse((await send('/v1/x402/execute', request)).text) as { accepts: [PaymentOffer] };
  const payment = createX402Payer().payment(accepts[0]) as { payload: { transaction: string } };
  const { status } = await send('/v1/x402/execute', request, { 'payment-signature': headerOf(payment) });
  return { status, transaction: payment.payload.transaction };
}

/** That secrets are nowhere, and what others say is in the log at most. */
async function expectUntold(secrets: readonly string[] = []): Promise<void> {
  expect(await exits.find(world, { secrets: [...Object.values(SECRET), ...secrets], words: [WORDS, INSIDE] })).toEqual([]);
}

const FACILITATOR_FORMS: readonly [string, string, (text: string) => Said][] = [
  ['an error page', 'verify', (text) => ({ status: 502, text: `<h1>${text}</h1> ${WORDS}` })],
  [
    'a refusal',
    'verify',
    (text) => ({ status: 200, text: JSON.stringify({ isValid: false, invalidReason: text, invalidMessage: WORDS }) }),
  ],
  ['an error page', 'settle', (text) => ({ status: 502, text: `<h1>${text}</h1> ${WORDS}` })],
  [
    'a refusal',
    'settle',
    (text) => ({ status: 200, text: JSON.stringify({ success: false, transaction: '', errorReason: text, errorMessage: WORDS }) }),
  ],
];

/** Words of hostile nodes. */
const NODE_WORDS: readonly [string, Said][] = [
  [
    'a refusal',
    { status: 409, text: JSON.stringify({ code: 'not_eligible', error: `${WORDS} ${INSIDE} ${SECRET.provider} ${SECRET.providerQuery}` }) },
  ],
  [
    'a failed source',
    {
      status: 502,
      text: JSON.stringify({
        code: 'upstream_failure',
        step: 'fetch',
        upstreamStatus: 500,
        error: `${WORDS} ${SECRET.provider} ${SECRET.providerQuery}`,
      }),
    },
  ],
  [
    'a source that asks for payment',
    {
      status: 502,
      text: JSON.stringify({
        code: 'upstream_failure',
        step: 'fetch',
        upstreamStatus: 402,
        error: WORDS,
        terms: `{"error":"${WORDS} ${SECRET.provider}"}`,
      }),
    },
  ],
  ['a code of its own', { status: 503, text: JSON.stringify({ code: WORDS, error: SECRET.provider }) }],
  ['no JSON', { status: 500, text: `<h1>${WORDS}</h1> ${SECRET.provider} ${SECRET.providerQuery}` }],
  ['another place', { status: 302, headers: { location: `${INSIDE}?${WORDS}&apikey=${SECRET.providerQuery}` }, text: '' }],
  ['a text that is no time', { status: 200, headers: { 'x-svc-time': WORDS }, text: `{"${WORDS}":"${SECRET.provider}"}` }],
];

/** No round is served, on two paths. */
async function expectUnserved(): Promise<void> {
  for (const source of [sponsored, sponsoredInQuery]) {
    expect((await pay(source)).status).toBe(503);
    expect((await send('/v1/round/execute', world.subscriber().request({ apiConfig: source as never }))).status).toBe(503);
  }
  await expectUntold();
}

function sumOf(calls: readonly Readonly<Record<string, number>>[]): number {
  return calls.flatMap((byPath) => Object.values(byPath)).reduce((sum, count) => sum + count, 0);
}

describe('nothing that is planted leaves the gateway', () => {
  it.each(FACILITATOR_FORMS)('when a facilitator answers with %s to %s, and quotes all that it was asked', async (_form, step, say) => {
    rpc.answer = () => ({ status: 200, text: '{"jsonrpc":"2.0","id":1,"result":null}' });
    const quotes = [...QUOTES];
    facilitatorFront.answer = (seen) => (seen.url.endsWith(`/${step}`) ? say(quotes.shift()?.[1](seen) ?? '') : passOn(seen));
    const payments = await Promise.all(QUOTES.map(() => pay()));
    for (const { status } of payments) expect([402, 503]).toContain(status);
    expect([quotes, exits.log()]).toEqual([[], expect.stringContaining(WORDS)]);
    await expectUntold(payments.map(({ transaction }) => transaction));
  });

  it.each(QUOTES)('when a facilitator that is asked for its keys quotes %s', async (_what, quote) => {
    facilitatorFront.answer = (seen) => ({ status: 403, text: `${quote(seen)} ${WORDS}` });
    const gateway = await createGateway({ ...world.config, metrics: { host: '127.0.0.1', port: 0 } }, world.secrets, {
      ledger: fakeLedger(world.ledger),
      logger,
    });
    await gateway.close();
    expect(exits.log()).toContain('"step":"supported"');
    await expectUntold();
  });

  it('when the RPC server is asked for a payment, and quotes all that it was asked', async () => {
    let asked = 0;
    rpc.answer = (seen) => refusal(-32_000, `${QUOTES[asked++ % QUOTES.length]![1](seen)} ${WORDS}`);
    facilitatorFront.answer = (seen) => (seen.url.endsWith('/settle') ? { status: 500, text: '{}' } : passOn(seen));
    const payments = await Promise.all(QUOTES.map(() => pay()));
    expect(payments.map(({ status }) => status)).toEqual(QUOTES.map(() => 503));
    expect(asked).toBeGreaterThanOrEqual(QUOTES.length);
    await expectUntold();
  });

  it.each<[string, (text: string) => Said]>([
    ['an error object', (text) => refusal(-32_000, text)],
    ['one that asks for patience', (text) => refusal(-32_005, text)],
    ['a status', (text) => ({ status: 403, text })],
    ['no JSON', (text) => ({ status: 200, text })],
  ])('when the RPC server refuses to read the ledger, with %s that quotes all', async (_what, say) => {
    for (const [, quote] of QUOTES) {
      rpc.answer = (seen) => say(`${quote(seen)} ${WORDS}`);
      const reader = createLedgerReader({ rpcUrl: rpcUrl(), programId: PROGRAM_ID });
      const failure = await reader.config().then(
        () => null,
        (error: unknown) => error,
      );
      expect(failure).toBeInstanceOf(Error);
      world.ledger.failure = failure as Error;
      expect((await send('/v1/round/execute', world.subscriber().request())).status).toBe(503);
      logger.error({ err: failure }, 'as any part of the gateway may log it');
      // It starts without the ledger, and says why it is not ready.
      const starting = await createGateway({ ...world.config, metrics: { host: '127.0.0.1', port: 0 } }, world.secrets, { logger });
      const { url } = await starting.listen();
      expect((await exits.ask(`${url}/ready`)).status).toBe(503);
      await starting.close();
    }
    world.ledger.failure = null;
    await expectUntold();
  });

  it.each(NODE_WORDS)('when nodes answer over HTTP with %s', async (_what, said) => {
    hostileNode.answer = () => said;
    world.ledger.nodes = world.ledger.nodes.map((node) => ({ ...node, endpoint: hostileNode.url }));
    await expectUnserved();
  });

  it.each(NODE_WORDS)('when nodes answer over streams with %s', async (_what, { status, text }) => {
    for (const node of world.nodes) node.says = { status, body: text };
    const before = sumOf(world.nodes.map(({ calls }) => calls));
    await expectUnserved();
    expect(sumOf(world.nodes.map(({ calls }) => calls))).toBeGreaterThan(before);
  });

  it.each([
    ['header', sponsored],
    ['query', sponsoredInQuery],
  ])('when a round is served whose %s has the key of the operator', async (_place, source) => {
    expect((await send('/v1/round/execute', world.subscriber().request({ apiConfig: source as never }))).status).toBe(200);
    await expectUntold();
  });

  it.each<[string, (text: string) => Promise<unknown>]>([
    ['an authorization', (text) => ask(`/v1/rounds/${PROGRAM_TEXT}/evidence`, { headers: { authorization: `Bearer ${text}` } })],
    ['a session', (text) => ask('/v1/session', { method: 'DELETE', headers: { authorization: `Bearer ${text}` } })],
    ['a sign-in', (text) => send('/v1/session', '', { 'sign-in-with-x': text })],
    ['the statement of a sign-in', (text) => send('/v1/session', '', { 'sign-in-with-x': headerOf({ statement: text, nonce: text }) })],
    ['a payment', (text) => send('/v1/x402/execute', x402Request(), { 'payment-signature': text })],
    [
      'a part of a payment',
      (text) =>
        send('/v1/x402/execute', x402Request(), { 'payment-signature': headerOf({ x402Version: 2, payload: { transaction: text } }) }),
    ],
    ['any headers', (text) => send('/v1/round/execute', '{', { cookie: text, 'user-agent': text, 'x-api-key': text, referer: text })],
    ['a text that is no address', (text) => ask('/v1/nodes', { headers: { 'x-forwarded-for': text } })],
    ['a request id', (text) => ask('/v1/nodes', { headers: { 'x-request-id': text } })],
    ['a path', (text) => ask(`/v1/${text}`)],
    ['a query', (text) => ask(`/v1/agent/rounds?key=${text}`)],
    ['an authSig', (text) => send('/v1/round/execute', { ...world.subscriber().request(), authSig: text })],
    ['a body that is no JSON', (text) => send('/v1/round/execute', `{"authSig":${text}`)],
    ['the header of a source', (text) => send('/v1/round/execute', world.subscriber().request({ apiConfig: keyedSource(text) }))],
    [
      'the header of a source that fails',
      (text) => failing(() => send('/v1/round/execute', world.subscriber().request({ apiConfig: keyedSource(text) }))),
    ],
    [
      'what is sealed, malformed',
      (text) => send('/v1/round/execute', { ...world.subscriber().request(), encKeyBundle: { ciphertext: text } }),
    ],
  ])('where a caller sends it as %s', async (_what, request) => {
    const text = plant('caller');
    await request(text);
    await expectUntold([text]);
  });

  it('when the outbox refuses the login, at the start and later', async () => {
    const wrong = plant('wrong-password');
    const outboxLocation = redis.url.replace('//', `//user-name:${encodeURIComponent(wrong)}@`);
    const start = await createGateway(
      world.config,
      { ...world.secrets, outboxLocation },
      { ledger: fakeLedger(world.ledger), logger },
    ).catch((error: unknown) => error);
    exits.print(printed(start));
    expect(exits.log()).toContain('outbox connection');
    await expectUntold([wrong]);
  });
});

/** Output of the process about a start that fails. */
function printed(error: unknown): string {
  if (!(error instanceof Error)) throw new Error('the gateway has started');
  return `${error.name}: ${error instanceof LedgerUnavailableError ? error.messageForOperator : error.message}\n`;
}

function keyedSource(text: string) {
  return { ...PRICE_SOURCE, url: `${PRICE_SOURCE.url}?key=${text}`, headers: { authorization: `Bearer ${text}` } };
}

async function failing(work: () => Promise<unknown>): Promise<void> {
  for (const node of world.nodes) node.fault = 'upstream';
  await work();
}
