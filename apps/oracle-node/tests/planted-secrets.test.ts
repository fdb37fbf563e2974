import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { RpcRefusalError } from '@oracle-gateway/ledger';
import type { ObserveRequest } from '@oracle-gateway/node-api';
import { type ApiConfig, toHex } from '@oracle-gateway/protocol';
import { sealSecrets } from '@oracle-gateway/protocol/sealed';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '@oracle-gateway/dev-servers';
import {
  Cleanup,
  encryptionPair,
  GATEWAY_KEY,
  newLedger,
  NODE_KEYS,
  observeRequest,
  signedHeaders,
  startNode,
  startSource,
} from './fixture.js';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

function plant(place: string): string {
  return `planted+${place}+${randomBytes(9).toString('hex')}`;
}

/** Each enters the node at another place; the source sees all but the last, and quotes them. */
const SECRET = {
  sealed: plant('sealed'),
  path: plant('path'),
  parameter: plant('parameter'),
  body: plant('body'),
  header: plant('header'),
  query: plant('query'),
  rpcUrl: plant('rpc-url'),
} as const;
const PAYMENT = Buffer.from(JSON.stringify({ x402Version: 2, payload: { transaction: plant('payment') } })).toString('base64');
/** The source's own text: only the payer of a 402 hears it. */
const WORDS = plant('words');

/** As it is, percent-encoded, in hex, and in base64 at any offset. */
function formsOf(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  const base64 = [0, 1, 2].map((offset) =>
    Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .slice(4, -4),
  );
  return [text, encodeURIComponent(text), bytes.toString('hex'), ...base64];
}

let left: string[];
beforeEach(() => {
  left = [];
});

type Quote = (request: IncomingMessage, body: string) => string;
const QUOTES: readonly (readonly [string, Quote])[] = [
  ['the sealed secret', ({ headers }) => String(headers.authorization)],
  ['the sealed secret in base64', ({ headers }) => Buffer.from(String(headers.authorization)).toString('base64')],
  ['a header', ({ headers }) => String(headers['x-plain'])],
  ['the address', ({ url }) => String(url)],
  ['the path, decoded', ({ url }) => decodeURIComponent(String(url?.split('?')[0]))],
  ['the body', (_, body) => body],
  ['the body in hex', (_, body) => Buffer.from(body).toString('hex')],
  ['the payment', ({ headers }) => String(headers['payment-signature'])],
];

type Say = (response: ServerResponse, text: string) => void;
const sayTermsInBody: Say = (response, text) => response.writeHead(402).end(JSON.stringify({ x402Version: 2, error: text }));
const sayTermsInHeader: Say = (response, text) =>
  response.writeHead(402, { 'payment-required': Buffer.from(JSON.stringify({ error: text })).toString('base64') }).end();
const FORMS: readonly (readonly [string, number, Say])[] = [
  ['an error page', 502, (response, text) => response.writeHead(500).end(`<h1>${text}</h1> ${WORDS}`)],
  ['a reason phrase', 502, (response, text) => response.writeHead(403, text).end(WORDS)],
  ['a text that is no value', 502, (response, text) => response.end(JSON.stringify({ price: `${text} ${WORDS}` }))],
  ['an answer without the value', 502, (response, text) => response.end(JSON.stringify({ [text]: WORDS }))],
  ['no JSON', 502, (response, text) => response.end(`${text} ${WORDS}`)],
  [
    'a redirect',
    502,
    (response, text) => response.writeHead(302, { location: `http://10.9.8.7/${encodeURIComponent(text)}?${WORDS}` }).end(),
  ],
  ['an unknown coding', 502, (response, text) => response.writeHead(200, { 'content-encoding': WORDS }).end(text)],
  [
    'a value beside it',
    200,
    (response, text) => response.writeHead(200, { 'x-echo': text }).end(JSON.stringify({ price: '64628.31', text, WORDS })),
  ],
  ['terms in a body', 502, sayTermsInBody],
  ['terms in a header', 502, sayTermsInHeader],
];

/** A node, and all that leaves it. */
async function startWatched(ledger = newLedger(), allowed: readonly string[] = []) {
  const config = { metrics: { host: '127.0.0.1', port: await freePort() }, registry: { pollIntervalSeconds: 0.05, maxAgeSeconds: 600 } };
  const secrets = { rpcUrls: [`http://127.0.0.1:1/${SECRET.rpcUrl}`] };
  const node = await startNode(cleanup, { ledger, allowed, config, secrets });
  const ask = async (path: string, init: RequestInit = {}): Promise<number> => {
    const response = await fetch(node.url + path, init);
    left.push(await response.text(), JSON.stringify([...response.headers]));
    return response.status;
  };
  return {
    async observe(request: ObserveRequest): Promise<number> {
      const body = JSON.stringify(request);
      return await ask('/v1/observe', { method: 'POST', headers: await signedHeaders(node, '/v1/observe', body), body });
    },
    ask,
    log: () => node.logs.join(''),
    /** Which of these is at an exit: an answer, the log, the metrics. */
    async find(sought: readonly string[]): Promise<readonly string[]> {
      await ask('/health');
      const exits = { answers: left.join('\n'), log: node.logs.join(''), metrics: await (await fetch(node.metricsUrl ?? '')).text() };
      const keys = [GATEWAY_KEY, ...NODE_KEYS, encryptionPair(0).secretKey].map((key) => Buffer.from(key).toString('hex'));
      return Object.entries(exits).flatMap(([exit, text]) => [
        ...(text === '' ? [`${exit} is empty`] : []),
        ...[...sought, ...keys].filter((one) => formsOf(one).some((form) => text.includes(form))).map((one) => `${one} in ${exit}`),
      ]);
    },
  };
}

function plantedRequest(source: { readonly url: string }, isPaid: boolean): ObserveRequest {
  const apiConfig: ApiConfig = {
    url: `${source.url}/price/{{secret.path}}?key=${SECRET.query}&sealed={{secret.parameter}}`,
    method: 'POST',
    responseParser: '$.price',
    headers: { Authorization: 'Bearer {{secret.key}}', 'x-plain': SECRET.header, 'Content-Type': 'application/json' },
    body: '{"key":"{{secret.body}}"}',
  };
  const nodes = [{ index: 0, encryptionPublicKey: toHex(encryptionPair(0).publicKey) }];
  const notAfter = Math.floor(Date.now() / 1_000) + 60;
  const secrets = { key: SECRET.sealed, path: SECRET.path, parameter: SECRET.parameter, body: SECRET.body };
  const { ephemeralPub, nonceSym, ciphertext, envelopes } = sealSecrets({ apiConfig, nodes, secrets, notAfter });
  const sealed = [{ ephemeralPub, nonceSym, ciphertext, envelope: envelopes[0] ?? '' }];
  const request = { ...observeRequest(source as never), apiConfig, sealed };
  return isPaid ? { ...request, sourcePayment: { x402Version: 2, payment: PAYMENT } } : request;
}

describe('nothing that is planted leaves a node', () => {
  it.each(FORMS)('when a source answers with %s that quotes what it was sent', async (_form, status, say) => {
    const quotes = QUOTES.map(([, quote]) => quote);
    const source = await startSource(cleanup, (request, response) => {
      void textOf(request).then((body) => say(response, quotes.shift()?.(request, body) ?? ''));
    });
    const node = await startWatched(newLedger(), [`${source.name}+body`]);
    for (const [what] of QUOTES) expect(await node.observe(plantedRequest(source, what === 'the payment'))).toBe(status);
    expect(quotes).toEqual([]);
    const found = await node.find([...Object.values(SECRET), PAYMENT, WORDS]);
    // The terms of a 402 go to the caller, who wrote these two texts.
    const own = say === sayTermsInBody || say === sayTermsInHeader ? [SECRET.header, SECRET.query].map((text) => `${text} in answers`) : [];
    expect(found.filter((leak) => !own.includes(leak))).toEqual([]);
  });

  it('when a gateway sends it where it is not understood', async () => {
    const node = await startWatched();
    const text = plant('gateway');
    const headers = { authorization: text, 'x-svc-signature': text, cookie: text, 'user-agent': text };
    await node.ask(`/${text}`, { headers });
    await node.ask('/v1/observe', { method: 'POST', headers, body: `{"sealed":${text}` });
    await node.observe({ ...plantedRequest({ url: 'http://127.0.0.1:1' }, false), requester: text });
    await node.observe({ ...plantedRequest({ url: `http://${text}.example` }, false) });
    expect(await node.find([...Object.values(SECRET), text])).toEqual([]);
  });

  it('when the RPC server quotes its key as it refuses', async () => {
    const ledger = newLedger();
    const node = await startWatched(ledger);
    const failure = new RpcRefusalError('getMultipleAccounts', -32_000, `${SECRET.rpcUrl} ${WORDS}`, { [WORDS]: SECRET.rpcUrl });
    for (const name of Object.keys(ledger.reader)) Object.assign(ledger.reader, { [name]: () => Promise.reject(failure) });
    await expect.poll(() => node.log()).toContain('RpcRefusalError');
    expect(await node.observe(plantedRequest({ url: 'http://127.0.0.1:1' }, false))).toBeGreaterThanOrEqual(400);
    expect(await node.find([...Object.values(SECRET), WORDS])).toEqual([]);
  });
});
