import { deriveSourceId, formatAddress, toAddress, toHex, type ApiConfig } from '@oracle-gateway/protocol';
import { sealSecrets, type SecretsToSeal } from '@oracle-gateway/protocol/sealed';
import { type NodeErrorCode, parseNodeErrorBody, type SealedSecretsHex } from '@oracle-gateway/node-api';
import { afterEach, describe, expect, it } from 'vitest';
import {
  call,
  Cleanup,
  encryptionPair,
  expectRefusal,
  healthOf,
  newLedger,
  observeOk,
  observeRequest,
  OWNER,
  priceSource,
  registerNode,
  startNode,
  startSource,
  type TestNodeOptions,
  type TestSource,
  type SingleRequest,
} from './fixture.js';
import { sealByHand } from './hand-sealed.js';
import { configAccount, nodeAccount } from './ledger-fake.js';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

const SECRET = 'c0ffee-and-cake';
const STRANGER = formatAddress(toAddress(new Uint8Array(32).fill(0x33)));

const GRACE_SECONDS = Number(configAccount().versionGraceSeconds);

/** A ledger that names another key of node 0 than `encryptionPair(0)`, which it named until so many seconds ago. */
function replacedKeySince(seconds: number) {
  const ledger = newLedger();
  const replaced = { previousEncryptionKey: encryptionPair(0).publicKey, encryptionKeyChangedAt: BigInt(now() - seconds) };
  registerNode(ledger, nodeAccount(0, encryptionPair(7).publicKey, replaced));
  return ledger;
}

/** A source that gives its price for the secret, and the node that may ask it. */
async function startPrivateSource(options: Partial<TestNodeOptions> = {}) {
  const seen: (string | undefined)[] = [];
  const source = await startSource(cleanup, (request, response) => {
    seen.push(request.headers.authorization);
    response.statusCode = request.headers.authorization === `Bearer ${SECRET}` ? 200 : 401;
    response.end('{"price":"64628.31"}');
  });
  const node = await startNode(cleanup, { allowed: [source.name], ledger: newLedger(), ...options });
  return { source, node, seen };
}

function privateConfig({ url }: Pick<TestSource, 'url'>): ApiConfig {
  return { url: `${url}/price`, method: 'GET', responseParser: '$.price', headers: { Authorization: 'Bearer {{secret.key}}' } };
}

function now(): number {
  return Math.floor(Date.now() / 1_000);
}

/** Envelope that a gateway sends to node `index`, from a bundle that a caller has sealed for nodes 0 and 1. */
function sealedFor(index: number, apiConfig: ApiConfig, changes: Partial<SecretsToSeal> = {}): [SealedSecretsHex] {
  const nodes = [0, 1].map((of) => ({ index: of, encryptionPublicKey: toHex(encryptionPair(of).publicKey) }));
  const bundle = sealSecrets({ apiConfig, nodes, secrets: { key: SECRET }, notAfter: now() + 60, ...changes });
  const { ephemeralPub, nonceSym, ciphertext, envelopes } = bundle;
  return [{ ephemeralPub, nonceSym, ciphertext, envelope: envelopes[index] ?? '' }];
}

function sealedRequest(source: TestSource, changes: Partial<SecretsToSeal> = {}): SingleRequest {
  const apiConfig = privateConfig(source);
  return { ...observeRequest(source), apiConfig, sealed: sealedFor(0, apiConfig, changes) };
}

describe('a private source', () => {
  it('is asked with the secret in its header', async () => {
    const { node, source, seen } = await startPrivateSource();
    await observeOk(node, sealedRequest(source));
    expect(seen).toEqual([`Bearer ${SECRET}`]);
  });

  it('is asked for the owner that the secrets name', async () => {
    const { node, source, seen } = await startPrivateSource();
    await observeOk(node, sealedRequest(source, { owner: OWNER }));
    expect(seen).toHaveLength(1);
  });

  it('is asked with what was sealed for the key of before, while the node keeps it and its grace lasts', async () => {
    const secrets = { encryptionKeys: [encryptionPair(7), encryptionPair(0)] };
    const { node, source, seen } = await startPrivateSource({ ledger: replacedKeySince(60), secrets });
    await observeOk(node, sealedRequest(source));
    expect(seen).toHaveLength(1);
    const late = await startPrivateSource({ ledger: replacedKeySince(GRACE_SECONDS + 60), secrets });
    expectRefusal(await call(late.node, 'observe', sealedRequest(late.source)), 409, 'envelope_undecryptable');
    expect(late.seen).toEqual([]);
  });

  it('of a key that the node does not have is refused, while the node is ready and asks public sources', async () => {
    const ledger = newLedger();
    registerNode(ledger, nodeAccount(0, encryptionPair(7).publicKey));
    const open = await startSource(cleanup, priceSource);
    const source = await startSource(cleanup, priceSource);
    const node = await startNode(cleanup, { ledger, allowed: [open.name, source.name] });
    const apiConfig = privateConfig(source);
    const nodes = [{ index: 0, encryptionPublicKey: toHex(encryptionPair(7).publicKey) }];
    const sealed = sealedFor(0, apiConfig, { nodes });
    expectRefusal(await call(node, 'observe', { ...observeRequest(source), apiConfig, sealed }), 409, 'envelope_undecryptable');
    expect(await healthOf(node)).toMatchObject({ status: 200 });
    await observeOk(node, observeRequest(open));
    expect(node.logs.filter((line) => line.includes('this node lacks the encryption key that the ledger names'))).toHaveLength(1);
  });

  it.each<[string, number, NodeErrorCode, (request: SingleRequest) => object]>([
    ['placeholders without secrets', 400, 'invalid_request', () => ({ sealed: undefined })],
    ['secrets without placeholders', 400, 'invalid_request', ({ apiConfig: { url, method } }) => ({ apiConfig: { url, method } })],
    [
      'secrets for another url',
      409,
      'envelope_undecryptable',
      ({ apiConfig }) => ({ apiConfig: { ...apiConfig, url: `${apiConfig.url}?b` } }),
    ],
    ["another node's envelope", 409, 'envelope_undecryptable', ({ apiConfig }) => ({ sealed: sealedFor(1, apiConfig) })],
    ['secrets past their life', 403, 'secrets_expired', ({ apiConfig }) => ({ sealed: sealedFor(0, apiConfig, { notAfter: now() - 2 }) })],
    [
      'secrets for more than 30 days',
      403,
      'secrets_expired',
      ({ apiConfig }) => ({ sealed: sealedFor(0, apiConfig, { notAfter: now() + 30 * 86_400 + 5 }) }),
    ],
    ['secrets of another owner', 403, 'secrets_other_owner', ({ apiConfig }) => ({ sealed: sealedFor(0, apiConfig, { owner: STRANGER }) })],
    [
      'a requester that the secrets do not name',
      403,
      'secrets_other_owner',
      ({ apiConfig }) => ({ requester: STRANGER, sealed: sealedFor(0, apiConfig, { owner: OWNER }) }),
    ],
  ])('is not asked with %s', async (_, status, code, change) => {
    const { node, source } = await startPrivateSource();
    const request = sealedRequest(source);
    const changed = { ...request, ...change(request) };
    expectRefusal(await call(node, 'observe', changed), status, code);
    expect(source.requests).toEqual([]);
  });

  it.each<[string, object]>([
    ['without the one that it needs', { secrets: { other: 'a' }, notAfter: now() + 60 }],
    ['that make no legal header', { secrets: { key: 'a\r\nx: y' }, notAfter: now() + 60 }],
    ['without an end', { secrets: { key: SECRET } }],
  ])('is not asked with secrets %s', async (_what, plaintext) => {
    const { node, source } = await startPrivateSource();
    const apiConfig = privateConfig(source);
    const sealed = [sealByHand({ plaintext, sourceId: deriveSourceId(apiConfig), index: 0, publicKey: encryptionPair(0).publicKey })];
    expectRefusal(await call(node, 'observe', { ...observeRequest(source), apiConfig, sealed }), 400, 'secrets_malformed');
    expect(source.requests).toEqual([]);
  });

  it('is not asked over http, but where the operator has named host and port', async () => {
    const { node } = await startPrivateSource();
    const reply = await call(node, 'observe', sealedRequest({ url: 'http://prices.example', name: 'prices.example:80', port: 80 }));
    expectRefusal(reply, 400, 'invalid_request');
    expect(reply.text).toContain('must be https');
  });

  it('is not asked by a node without an encryption key', async () => {
    const { node, source } = await startPrivateSource({ secrets: { encryptionKeys: [] } });
    expectRefusal(await call(node, 'observe', sealedRequest(source)), 400, 'not_enabled');
  });

  it('is not asked by a node that has changed its key and keeps the one before no more', async () => {
    const { node, source } = await startPrivateSource({ secrets: { encryptionKeys: [encryptionPair(7)] } });
    expectRefusal(await call(node, 'observe', sealedRequest(source)), 409, 'envelope_undecryptable');
    expect(source.requests).toEqual([]);
  });

  it('is asked for the same round after a refusal, which opened no session', async () => {
    const { node, source } = await startPrivateSource();
    const request = sealedRequest(source);
    expectRefusal(await call(node, 'observe', { ...request, sealed: undefined }), 400, 'invalid_request');
    await observeOk(node, request);
  });
});

describe('a secret', () => {
  it('is in no answer and no log line of a node, whether its source serves, refuses or fails', async () => {
    const { node, source } = await startPrivateSource();
    const request = sealedRequest(source);
    const wrongSecret = sealedRequest(source, { secrets: { key: `${SECRET}-wrong` } });
    const elsewhere = { ...request.apiConfig, url: 'https://127.0.0.1:1/' };
    const unreachable = { ...request, apiConfig: elsewhere, sealed: sealedFor(0, elsewhere) };
    const expired = sealedRequest(source, { notAfter: 1 });
    const replies = [];
    for (const one of [request, wrongSecret, unreachable, expired]) replies.push(await call(node, 'observe', one));
    expect(replies.map(({ status }) => status)).toEqual([200, 502, 403, 403]);
    expect(replies.map(({ text }) => text).join('') + node.logs.join('')).not.toContain('c0ffee');
  });

  it.each([
    ['in the header', (words: string) => ({ headers: { 'payment-required': Buffer.from(words).toString('base64') }, body: '' })],
    ['in the body', (words: string) => ({ headers: {}, body: words })],
  ])('reaches no gateway and no log where its source quotes it as it asks for payment, %s', async (_where, answer) => {
    const quotes = ['the key KEY has no credit', 'no credit'].map((error) => JSON.stringify({ x402Version: 2, error }));
    const source = await startSource(cleanup, (request, response) => {
      const secret = request.headers.authorization?.slice('Bearer '.length) ?? '';
      const { headers, body } = answer((quotes.shift() ?? '').replace('KEY', Buffer.from(`key:${secret}`).toString('base64')));
      response.writeHead(402, headers).end(body);
    });
    const node = await startNode(cleanup, { ledger: newLedger(), allowed: [source.name] });
    const replies = [];
    for (let count = 0; count < 2; count += 1) replies.push(await call(node, 'observe', sealedRequest(source)));
    expect(replies.map(({ text }) => parseNodeErrorBody(JSON.parse(text)).terms)).toEqual([
      '402, terms withheld',
      '{"x402Version":2,"error":"no credit"}',
    ]);
    const told = replies.map(({ text }) => text).join('') + node.logs.join('');
    for (const form of [SECRET, Buffer.from(`key:${SECRET}`).toString('base64')]) expect(told).not.toContain(form);
  });

  it('does not follow a redirect to another origin', async () => {
    const other = await startPrivateSource();
    const source = await startSource(cleanup, (_, response) => response.writeHead(302, { location: `${other.source.url}/price` }).end());
    const node = await startNode(cleanup, { ledger: newLedger(), allowed: [source.name, other.source.name] });
    expectRefusal(await call(node, 'observe', sealedRequest(source)), 502, 'upstream_failure');
    expect(other.seen).toEqual([]);
  });
});
