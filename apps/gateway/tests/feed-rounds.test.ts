import { operations } from '@oracle-gateway/gateway-api';
import { deriveFeedId, deriveSourceId, NO_OWNER, parseApiConfig, type RoundId, toHex } from '@oracle-gateway/protocol';
import { sealSecrets } from '@oracle-gateway/protocol/sealed';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Consumer, PRICE_SOURCE } from './fakes/consumer.js';
import { startPaidWorld, termsOf } from './fakes/paid-world.js';
import { post, postAgent, postX402 } from './fakes/post.js';
import { setPrices, TOLERANCE_SOURCE } from './fakes/tolerance.js';
import type { World } from './fakes/world.js';
import { createX402Payer, x402Request } from './fakes/x402-payer.js';

const NOW = Math.floor(Date.now() / 1_000);
const PRICE = '64628.31';

let world: World;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ world, close } = await startPaidWorld());
});
afterAll(() => close());

async function list(feedId: string, query: { limit?: number; before?: string } = {}) {
  const { body } = await world.http.call(operations.getFeedRounds, { path: { feedId }, query });
  if (!('data' in body)) throw new Error(`expected a page, not ${body.code}`);
  return body.data;
}

function feedOf(consumer: Consumer, apiConfig: unknown = PRICE_SOURCE, signaturesRequired = 2): string {
  return toHex(deriveFeedId({ owner: consumer.address, sourceId: deriveSourceId(parseApiConfig(apiConfig)), signaturesRequired }));
}

async function served(answer: Promise<Awaited<ReturnType<typeof post>>>): Promise<RoundId> {
  const { status, headers, body } = await answer;
  expect(status, JSON.stringify(body)).toBe(200);
  return headers.get('x-round-id') as RoundId;
}

describe('GET /v1/feeds/{feedId}/rounds', () => {
  it('lists the values of a feed, newest first, with their time and how many signed', async () => {
    const owner = world.subscriber();
    const first = await served(post(world.url, owner.request({ timestamp: NOW - 1 })));
    for (const node of world.nodes) node.value = '64700.5';
    const second = await served(post(world.url, owner.request({ timestamp: NOW })));
    for (const node of world.nodes) node.value = PRICE;
    const told = { path: 'subscription', state: 'pending', createdAt: expect.any(Number) as number, signers: 2 };
    expect(await list(feedOf(owner))).toEqual({
      feedId: feedOf(owner),
      rounds: [
        { ...told, roundId: second, timestamp: NOW, observedAt: expect.any(Number) as number, value: '64700.5' },
        { ...told, roundId: first, timestamp: NOW - 1, observedAt: expect.any(Number) as number, value: PRICE },
      ],
      next: null,
    });
  });

  it('tells the settlement once the round is settled', async () => {
    const owner = world.subscriber();
    const roundId = await served(post(world.url, owner.request()));
    const claim = await world.outbox.claim({ roundId, workerId: 'test', leaseMs: 10_000 });
    if (claim === null) throw new Error('a pending round can be claimed');
    await world.outbox.settle(claim, { signature: '1'.repeat(64), slot: 9, seenAtSlot: 9, readings: [] });
    const { rounds } = await list(feedOf(owner));
    expect(rounds).toMatchObject([{ state: 'settled', settlement: { signature: '1'.repeat(64), slot: 9, final: false } }]);
  });

  it('in tolerance mode tells the value in the decimals of the source', async () => {
    setPrices(world, [PRICE, PRICE, PRICE, PRICE, PRICE]);
    const owner = world.subscriber();
    const apiConfig = TOLERANCE_SOURCE;
    await served(post(world.url, owner.request({ apiConfig, signaturesRequired: 3 })));
    expect((await list(feedOf(owner, apiConfig, 3))).rounds).toMatchObject([{ value: PRICE, signers: 3 }]);
  });

  it('in pages, each round once', async () => {
    const owner = world.subscriber();
    for (const back of [2, 1, 0]) await served(post(world.url, owner.request({ timestamp: NOW - back })));
    const first = await list(feedOf(owner), { limit: 2 });
    const second = await list(feedOf(owner), { limit: 2, before: first.next ?? '' });
    expect([...first.rounds, ...second.rounds].map(({ timestamp }) => timestamp)).toEqual([NOW, NOW - 1, NOW - 2]);
    expect([first.rounds.length, second.next]).toEqual([2, null]);
  });

  it('has rounds that an escrow paid for', async () => {
    const payer = world.payer(100n);
    const request = payer.request();
    const answer = await postAgent(world.url, request);
    expect(answer.status).toBe(200);
    const { feedId } = answer.body['data'] as { feedId: string };
    expect((await list(feedId)).rounds).toMatchObject([{ roundId: answer.headers.get('x-round-id'), path: 'agent', value: PRICE }]);
  });

  it('has no round without a value, and none of another quorum or owner', async () => {
    const owner = world.subscriber();
    for (const node of world.nodes) node.fault = 'upstream';
    await post(world.url, owner.request());
    for (const node of world.nodes) node.fault = 'none';
    await served(post(world.url, owner.request({ signaturesRequired: 3, timestamp: NOW - 1 })));
    await served(post(world.url, world.subscriber().request()));
    expect(await list(feedOf(owner))).toEqual({ feedId: feedOf(owner), rounds: [], next: null });
  });

  it.each([
    ['feed id', '/v1/feeds/0x00/rounds', 'feedId'],
    ['feed id in upper case', `/v1/feeds/0x${'AB'.repeat(32)}/rounds`, 'feedId'],
    ['cursor', `/v1/feeds/0x${'00'.repeat(32)}/rounds?before=x`, 'before'],
    ['limit', `/v1/feeds/0x${'00'.repeat(32)}/rounds?limit=101`, 'limit'],
  ])('refuses another form of %s and names it', async (_what, path, field) => {
    const response = await fetch(`${world.url}${path}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'invalid_request', error: expect.stringContaining(`${field}: `) as string });
  });
});

describe('what a list of a feed does not tell', () => {
  it('a private source: its state alone, to any reader', async () => {
    const apiConfig = parseApiConfig({ ...PRICE_SOURCE, headers: { Authorization: 'Bearer {{secret.key}}' } });
    const nodes = await world.http.call(operations.getNodes);
    if (nodes.status !== 200) throw new Error('the nodes are not listed');
    const encKeyBundle = sealSecrets({ apiConfig, nodes: nodes.body.data.nodes, secrets: { key: 'c0ffee' }, notAfter: NOW + 120 });
    const owner = world.subscriber();
    const roundId = await served(post(world.url, { ...owner.request({ apiConfig }), encKeyBundle }));
    const feedId = feedOf(owner, apiConfig);
    const authorizations = [undefined, owner.readAuthorization(roundId)];
    for (const authorization of authorizations) {
      const response = await fetch(`${world.url}/v1/feeds/${feedId}/rounds`, {
        headers: authorization === undefined ? {} : { authorization },
      });
      const text = await response.text();
      const { data } = JSON.parse(text) as { data: { rounds: unknown[] } };
      const createdAt = expect.any(Number) as number;
      expect(data.rounds).toEqual([{ roundId, path: 'subscription', state: 'pending', createdAt, private: true }]);
      expect(text).not.toContain(PRICE);
    }
  });

  it('a round that is paid per request: its id is random and opens its result', async () => {
    const payer = createX402Payer();
    const answer = await postX402(world.url, x402Request(), payer.pay(await termsOf(world)));
    expect(answer.status).toBe(200);
    const sourceId = deriveSourceId(parseApiConfig(PRICE_SOURCE));
    for (const owner of [NO_OWNER, payer.address]) {
      expect((await list(toHex(deriveFeedId({ owner, sourceId, signaturesRequired: 2 })))).rounds).toEqual([]);
    }
  });
});
