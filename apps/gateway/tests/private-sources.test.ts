import { operations } from '@oracle-gateway/gateway-api';
import { deriveSourceId, fromHex, parseApiConfig, toHex } from '@oracle-gateway/protocol';
import { readSealedSecrets } from '@oracle-gateway/node-api';
import { openSecrets, sealSecrets, type SecretsToSeal } from '@oracle-gateway/protocol/sealed';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PRICE_SOURCE, type RequestTerms } from './fakes/consumer.js';
import { post, postAgent } from './fakes/post.js';
import { storedOf } from './fakes/stored-of.js';
import { encryptionPair } from './fakes/encryption-pair.js';
import { startWorld, type World } from './fakes/world.js';

const apiConfig = parseApiConfig({ ...PRICE_SOURCE, headers: { Authorization: 'Bearer {{secret.key}}' } });
const sourceId = deriveSourceId(apiConfig);

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  for (const node of world.nodes) {
    node.fault = 'none';
    node.observed.length = 0;
  }
});

async function seal(changes: Partial<SecretsToSeal> = {}) {
  const listed = await world.http.call(operations.getNodes);
  if (listed.status !== 200) throw new Error('the nodes are not listed');
  const { nodes } = listed.body.data;
  const notAfter = Math.floor(Date.now() / 1_000) + 60;
  return sealSecrets({ apiConfig, nodes, secrets: { key: 'c0ffee-and-cake' }, notAfter, ...changes });
}

/** A round of the private source by a subscriber of its own. */
async function ask(changes: object = {}, terms: Partial<RequestTerms> = {}) {
  const request = world.subscriber().request({ apiConfig, ...terms });
  return post(world.url, { ...request, encKeyBundle: await seal(), ...changes });
}

function withoutNode(index: number, envelopes: Readonly<Record<string, string>>): object {
  return Object.fromEntries(Object.entries(envelopes).filter(([key]) => key !== String(index)));
}

describe('a round of a private source', () => {
  it('gives each node its own envelope, which the node opens for the source that it computes', async () => {
    expect((await ask()).status).toBe(200);
    const asked = world.nodes.flatMap((node) => node.observed.map((request) => ({ index: node.index, request })));
    expect(asked.length).toBeGreaterThanOrEqual(2);
    for (const { index, request } of asked) {
      const sealed = readSealedSecrets(request.sealed![0]!);
      const opened = openSecrets({ sealed, sourceId, nodeIndex: index, keys: [encryptionPair(index)] });
      expect(opened.values.get('key')).toBe('c0ffee-and-cake');
      for (const other of world.nodes.filter((node) => node.index !== index)) {
        const open = () => openSecrets({ sealed, sourceId, nodeIndex: other.index, keys: [encryptionPair(other.index)] });
        expect(open).toThrow(expect.objectContaining({ reason: 'undecryptable' }));
      }
    }
  });

  it('runs on the agent path as on the other', async () => {
    const payer = world.payer(1_000n);
    const request = { ...payer.request({ apiConfig }), encKeyBundle: await seal() };
    expect((await postAgent(world.url, request)).status).toBe(200);
    expect(world.nodes.flatMap(({ observed }) => observed).every(({ sealed }) => sealed !== undefined)).toBe(true);
  });

  it('names the owner of the subscription to the nodes, whose secrets then serve its delegates', async () => {
    const owner = world.subscriber();
    const delegate = world.delegateOf(owner);
    const answer = await post(world.url, { ...delegate.request({ apiConfig }), encKeyBundle: await seal({ owner: owner.text }) });
    expect(answer.status).toBe(200);
    expect(world.nodes.flatMap(({ observed }) => observed).map(({ requester }) => requester)).toContain(owner.text);
  });

  it('leaves nothing of the bundle in a log, a metric, an answer or Redis', async () => {
    const encKeyBundle = await seal();
    const answer = await ask({ encKeyBundle });
    expect(answer.status).toBe(200);
    for (const node of world.nodes) node.fault = 'expired';
    const refused = await ask({ encKeyBundle });
    expect(refused.status).toBe(503);
    const stored = await storedOf(world);
    const seen = [world.log.text(), await world.metrics(), JSON.stringify([answer.body, refused.body]), stored].join('');
    expect(seen).toContain(world.gatewayText);
    for (const text of [encKeyBundle.ciphertext, encKeyBundle.ephemeralPub, ...Object.values(encKeyBundle.envelopes)]) {
      expect(seen).not.toContain(text.slice(2));
      expect(seen).not.toContain(Buffer.from(fromHex(text)).toString('latin1'));
    }
  });

  it.each([
    ['undecryptable', 'envelope_undecryptable', 'seal again for the keys of GET /v1/nodes'],
    ['expired', 'secrets_refused', 'secrets_expired'],
  ] as const)('is 503 when its nodes find the secrets %s, which says nothing against the nodes', async (fault, code, names) => {
    for (const node of world.nodes) node.fault = fault;
    const answer = await ask();
    expect(answer).toMatchObject({ status: 503, body: { code, error: expect.stringContaining(names) as unknown } });
    expect(world.log.text()).toContain('"fault":"sealed"');
  });

  it('goes on without a node that cannot open its envelope, as long as others can', async () => {
    world.nodes[0]!.fault = 'undecryptable';
    expect((await ask({}, { signaturesRequired: 4 })).status).toBe(200);
  });
});

describe('a bundle', () => {
  it.each<[string, string, (bundle: Awaited<ReturnType<typeof seal>>) => object]>([
    ['without the envelope of a node', 'must hold one for node 4', ({ envelopes }) => ({ envelopes: withoutNode(4, envelopes) })],
    [
      'with one for an index that has no key',
      'must hold none for index 5, which has no node',
      ({ envelopes }) => ({ envelopes: { ...envelopes, 5: envelopes[0] } }),
    ],
    ['with an index written otherwise', 'envelopes.01', ({ envelopes }) => ({ envelopes: { ...envelopes, '01': envelopes[1] } })],
    ['with an envelope of another width', 'envelopes[0]', ({ envelopes }) => ({ envelopes: { ...envelopes, 0: '0x00' } })],
    ['with an unknown member', 'encKeyBundle.extra', () => ({ extra: 1 })],
  ])('%s is 400', async (_what, names, change) => {
    const bundle = await seal();
    const answer = await ask({ encKeyBundle: { ...bundle, ...change(bundle) } });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request', error: expect.stringContaining(names) as unknown } });
    expect(world.nodes.flatMap(({ observed }) => observed)).toEqual([]);
  });

  it('may be null, which stands for none', async () => {
    expect((await post(world.url, { ...world.subscriber().request(), encKeyBundle: null })).status).toBe(200);
    expect(await ask({ encKeyBundle: null })).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  });

  it('is read in either case of hex, with or without its prefix', async () => {
    const { ephemeralPub, nonceSym, ciphertext, envelopes } = await seal();
    const shout = (text: string): string => text.slice(2).toUpperCase();
    const loud = Object.fromEntries(Object.entries(envelopes).map(([index, envelope]) => [index, shout(envelope)]));
    const bundle = { ephemeralPub: shout(ephemeralPub), nonceSym: shout(nonceSym), ciphertext: shout(ciphertext), envelopes: loud };
    expect((await ask({ encKeyBundle: bundle })).status).toBe(200);
    expect(world.nodes.flatMap(({ observed }) => observed)[0]?.sealed).toMatchObject([{ ephemeralPub: toHex(fromHex(ephemeralPub)) }]);
  });

  it('of a list stands at its place, and makes the whole list private', async () => {
    const consumer = world.subscriber();
    const request = consumer.request({ apiConfigs: [parseApiConfig(PRICE_SOURCE), apiConfig] });
    const answer = await post(world.url, { ...request, encKeyBundles: [null, await seal()] });
    expect([answer.status, answer.body['error']]).toEqual([200, undefined]);
    const [observed] = world.nodes.flatMap((node) => node.observed);
    expect(observed?.sealed?.map((secrets) => secrets === null)).toEqual([true, false]);
    const roundId = answer.headers.get('x-round-id') ?? '';
    const told = await world.http.call(operations.getRound, { path: { roundId } });
    expect(told.body).toMatchObject({ data: { private: true } });
    expect(JSON.stringify(told.body)).not.toContain('values');
    const feedId = (answer.body['data'] as { feedId: string }).feedId;
    const feed = await world.http.call(operations.getFeedRounds, { path: { feedId } });
    expect(feed.body).toMatchObject({ data: { rounds: [{ private: true }] } });
  });
});
