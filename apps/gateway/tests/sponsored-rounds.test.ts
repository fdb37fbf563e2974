import { readSealedSecrets } from '@oracle-gateway/node-api';
import { outboxPrefix } from '@oracle-gateway/outbox';
import { deriveSourceId, formatAddress, parseApiConfig } from '@oracle-gateway/protocol';
import { openSecrets, sealSecrets } from '@oracle-gateway/protocol/sealed';
import { builtInProvider } from '@oracle-gateway/providers';
import { operations } from '@oracle-gateway/gateway-api';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { post, postAgent } from './fakes/post.js';
import { encryptionPair } from './fakes/encryption-pair.js';
import { queryKeyedProvider, queryKeyedSource } from './fakes/query-keyed-provider.js';
import { startWorld, type World } from './fakes/world.js';

const KEY = 'CG-sponsored-0123456789';
/** The fake nodes see the value of every source, so the source may be of exact mode. */
const { url, headers, responseParser } = builtInProvider('coingecko')!.flows[0]!.feeds[0]!.apiConfig;
const apiConfig = parseApiConfig({ url, headers, method: 'GET', responseParser });
/** Four nodes are asked for a quorum of three. */
const CALLS_PER_MINUTE = 12;

let world: World;
beforeAll(async () => {
  world = await startWorld({
    providers: [builtInProvider('coingecko')!, queryKeyedProvider()],
    providerKeys: { coingecko: KEY, keyed: KEY },
    sponsoredCallsPerMinute: CALLS_PER_MINUTE,
  });
});
afterAll(() => world.close());
beforeEach(() => {
  for (const node of world.nodes) {
    node.fault = 'none';
    node.words = null;
    node.observed.length = 0;
  }
});
afterEach(() => world.redis.del(budgetKey()));

function budgetKey(): string {
  return `${outboxPrefix(world.gatewayPda)}:shared-calls:provider:coingecko`;
}

function ask(source: object = apiConfig, changes: object = {}) {
  const request = world.subscriber().request({ apiConfig: parseApiConfig(source), signaturesRequired: 3 });
  return post(world.url, { ...request, ...changes });
}

async function callsTaken(): Promise<number> {
  return (await world.redis.hvals(budgetKey())).reduce((sum, calls) => sum + Number(calls), 0);
}

describe('a round of a sponsored operation', () => {
  it('tells step and rule of its failure, and never how far a text matches: a provider may echo the credential', async () => {
    const words = { step: 'select', rule: 'several_selected', matched: responseParser?.slice(0, 3) };
    for (const node of world.nodes) Object.assign(node, { fault: 'upstream', words });
    const subscriber = world.subscriber();
    const { body, headers: told } = await post(world.url, subscriber.request({ apiConfig, signaturesRequired: 3 }));
    const roundId = told.get('x-round-id') ?? '';
    const authorization = subscriber.readAuthorization(roundId);
    const read = await fetch(`${world.url}/v1/rounds/${roundId}`, { headers: { authorization } });
    const { data } = (await read.json()) as { data: { failure?: object } };
    for (const failure of [body, data.failure ?? {}]) {
      expect(failure).toMatchObject({ step: 'select', rule: 'several_selected' });
      expect(failure).not.toHaveProperty('matched');
    }
  });

  it("is served with the gateway's own credential, sealed for the nodes that are asked, this source and this requester", async () => {
    const subscriber = world.subscriber();
    const served = await post(world.url, subscriber.request({ apiConfig, signaturesRequired: 3 }));
    expect(served.status).toBe(200);
    const asked = world.nodes.flatMap(({ index, observed }) => observed.map((request) => ({ index, request })));
    expect(asked.length).toBeGreaterThanOrEqual(3);
    for (const { index, request } of asked) {
      const sealed = readSealedSecrets(request.sealed![0]!);
      const opened = openSecrets({ sealed, sourceId: deriveSourceId(apiConfig), nodeIndex: index, keys: [encryptionPair(index)] });
      expect([...opened.values]).toEqual([['key', KEY]]);
      expect(opened.owner === null ? null : formatAddress(opened.owner)).toBe(subscriber.text);
      const latest = Math.floor(Date.now() / 1_000) + 120;
      expect(opened.notAfter).toBeLessThanOrEqual(latest);
    }
  });

  it('is served with a key that goes into the query: nodes and record have the placeholder, and the secret is sealed', async () => {
    const source = queryKeyedSource();
    const served = await ask(source);
    expect(served.status).toBe(200);
    const asked = world.nodes.flatMap(({ index, observed }) => observed.map((request) => ({ index, request })));
    expect(asked.length).toBeGreaterThanOrEqual(3);
    for (const { index, request } of asked) {
      expect(request.subject.sources[0]?.apiConfig.url).toMatch(/&apikey=\{\{secret\.key\}\}$/);
      const sealed = readSealedSecrets(request.sealed![0]!);
      const opened = openSecrets({ sealed, sourceId: deriveSourceId(source), nodeIndex: index, keys: [encryptionPair(index)] });
      expect([...opened.values]).toEqual([['key', KEY]]);
    }
    const { body } = await world.http.call(operations.getProvider, { path: { providerId: 'keyed' } });
    expect(body).toMatchObject({ data: { flows: [{ kind: 'api_key', credential: { mode: 'sponsored', query: 'apikey' } }] } });
  });

  it.each([
    ['another parameter behind the key', (url: string) => `${url}&a=b`],
    ['the key in another parameter', (url: string) => url.replace('apikey=', 'echo=')],
    ['the key in the place of the symbol', (url: string) => url.replace('bitcoin', '{{secret.key}}')],
    ['another host', (url: string) => url.replace('api.example.com', 'api.example.org')],
  ])('of a key in the query is not one with %s', async (_what, change) => {
    const source = queryKeyedSource();
    const refused = await ask({ ...source, url: change(source.url) });
    expect([refused.status, refused.body['code']]).toEqual([400, 'invalid_request']);
    expect(world.nodes.flatMap(({ observed }) => observed)).toEqual([]);
  });

  it('is served on the path of agents too', async () => {
    const answer = await postAgent(world.url, world.payer(1_000n).request({ apiConfig }));
    expect(answer.status).toBe(200);
    expect(await callsTaken()).toBe(3);
  });

  it("is served with the caller's own secrets where there are some, which costs the gateway no call", async () => {
    const listed = await world.http.call(operations.getNodes);
    if (listed.status !== 200) throw new Error('the nodes are not listed');
    const secrets = { key: 'CG-of-the-caller' };
    const encKeyBundle = sealSecrets({ apiConfig, nodes: listed.body.data.nodes, secrets, notAfter: Math.floor(Date.now() / 1_000) + 60 });
    expect((await ask(apiConfig, { encKeyBundle })).status).toBe(200);
    expect(await callsTaken()).toBe(0);
  });

  it('of a list takes the calls of each of its sources, or none', async () => {
    const ethereum = { ...apiConfig, url: apiConfig.url.replace('bitcoin', 'ethereum'), responseParser: "$['ethereum'].usd" };
    const open = { url: 'https://api.example.com/price', method: 'GET' } as const;
    const list = { apiConfigs: [apiConfig, open, ethereum], signaturesRequired: 3 };
    const served = await post(world.url, world.subscriber().request(list));
    expect([served.status, served.body['error']]).toEqual([200, undefined]);
    // Four nodes call the provider twice.
    expect(await callsTaken()).toBe(8);
    const [asked] = world.nodes.flatMap(({ index, observed }) => observed.map(({ sealed }) => ({ index, sealed: sealed! })));
    expect(asked?.sealed.map((secrets) => secrets === null)).toEqual([false, true, false]);
    const opened = openSecrets({
      sealed: readSealedSecrets(asked!.sealed[2]!),
      sourceId: deriveSourceId(ethereum),
      nodeIndex: asked!.index,
      keys: [encryptionPair(asked!.index)],
    });
    expect([...opened.values]).toEqual([['key', KEY]]);

    const refused = await post(world.url, world.subscriber().request(list));
    expect(refused.status).toBe(503);
    expect(await callsTaken()).toBe(8);
  });

  it('says so in the catalogue', async () => {
    const { body } = await world.http.call(operations.getProvider, { path: { providerId: 'coingecko' } });
    expect(body).toMatchObject({ data: { flows: [{ kind: 'api_key', credential: { mode: 'sponsored', header: 'x-cg-pro-api-key' } }] } });
  });

  it.each([
    ['another host', { url: apiConfig.url.replace('pro-api', 'evil') }],
    ['a host with the right one before it', { url: apiConfig.url.replace('coingecko.com', 'coingecko.com.example') }],
    ['another route of the host', { url: apiConfig.url.replace('/simple/price', '/key') }],
    ['a parameter more', { url: `${apiConfig.url}&include_market_cap=true` }],
    ['another value of a parameter', { url: apiConfig.url.replace('=usd', '=eur') }],
    ['a symbol that leads elsewhere', { url: apiConfig.url.replace('bitcoin', 'bitcoin/x') }],
    ['another method', { method: 'POST' }],
    ['another header beside it', { headers: { ...apiConfig.headers, 'x-forwarded-host': 'evil.example' } }],
    ['the placeholder in another header', { headers: { 'x-echo': '{{secret.key}}' } }],
    ['the placeholder in a second header', { headers: { ...apiConfig.headers, 'x-echo': '{{secret.key}}' } }],
    ['another placeholder', { headers: { 'x-cg-pro-api-key': '{{secret.other}}' } }],
    ['a selector of its own', { responseParser: '$.status.error_code' }],
    ['a selector that tests what the provider echoes', { responseParser: '$[?@.key == "CG-a"]' }],
    ['the selector of another symbol', { responseParser: "$['ethereum'].usd" }],
  ])('is not one with %s: the caller brings the secret', async (_what, changes) => {
    const refused = await ask({ ...apiConfig, ...changes });
    expect([refused.status, refused.body['code']]).toEqual([400, 'invalid_request']);
    expect(world.nodes.flatMap(({ observed }) => observed)).toEqual([]);
    expect(await callsTaken()).toBe(0);
  });

  it('may choose what becomes of the value, and is any symbol of the operation', async () => {
    expect((await ask({ ...apiConfig, valueTransform: 'invert' })).status).toBe(200);
    const ethereum = { ...apiConfig, url: apiConfig.url.replace('bitcoin', 'ethereum'), responseParser: "$['ethereum'].usd" };
    expect((await ask(ethereum)).status).toBe(200);
  });
});

describe('the calls of a provider', () => {
  it('are spent after so many, over all processes of the keypair; nothing is reserved then', async () => {
    const sibling = await world.sibling();
    try {
      for (let round = 0; round < 2; round += 1) expect((await ask()).status).toBe(200);
      const request = world.subscriber().request({ apiConfig, signaturesRequired: 3 });
      expect((await post(sibling.url, request)).status).toBe(200);
      const again = world.subscriber().request({ apiConfig, signaturesRequired: 3 });
      for (const url of [world.url, sibling.url]) {
        const refused = await post(url, again);
        expect([refused.status, refused.body['code'], refused.headers.get('x-round-id')]).toEqual([503, 'sponsored_calls_spent', null]);
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      await world.redis.del(budgetKey());
      expect((await post(world.url, again)).status).toBe(200);
    } finally {
      await sibling.close();
    }
  });

  it('are not all for one subscription: what it has left another has, and nothing is reserved for it', async () => {
    const greedy = world.subscriber();
    const now = Math.floor(Date.now() / 1000);
    const answers: Awaited<ReturnType<typeof post>>[] = [];
    for (const node of world.nodes) node.fault = 'upstream';
    for (let round = 0; round < 3; round += 1) {
      answers.push(await post(world.url, greedy.request({ apiConfig, signaturesRequired: 3, timestamp: now - round })));
    }
    expect(answers.map(({ status, body }) => [status, body['code']])).toEqual([
      [503, 'upstream_failure'],
      [503, 'upstream_failure'],
      [503, 'share_used'],
    ]);
    expect(answers[2]?.headers.get('x-round-id')).toBeNull();
    for (const node of world.nodes) node.fault = 'none';
    expect((await ask()).status).toBe(200);
  });

  it('are given back by a replay, which asks no node', async () => {
    const request = world.subscriber().request({ apiConfig, signaturesRequired: 3 });
    expect((await post(world.url, request)).status).toBe(200);
    for (let replay = 0; replay < 3; replay += 1) expect((await post(world.url, request)).status).toBe(409);
    expect(await callsTaken()).toBe(4);
  });

  it('of a source without a placeholder are not offered', async () => {
    for (let round = 0; round < 3; round += 1) expect((await ask({ url: 'https://api.example/', method: 'GET' })).status).toBe(200);
    expect(await callsTaken()).toBe(0);
  });
});

it('the credential is in no log line, no key of Redis, no metric and no answer', async () => {
  const answers = [await ask()];
  for (const node of world.nodes) node.fault = 'upstream';
  answers.push(await ask());
  expect(answers.map(({ status }) => status)).toEqual([200, 503]);
  const keys = await world.redis.keys(`${outboxPrefix(world.gatewayPda)}*`);
  const stored = await Promise.all(keys.map(async (key) => JSON.stringify([key, await world.redis.dump(key)])));
  const everything = [world.log.text(), await world.metrics(), stored.join(''), JSON.stringify(answers.map(({ body }) => body))];
  for (const text of everything) expect(text).not.toContain(KEY);
});
