import { type FeedEvent, operations, type PublishFeedRequest } from '@oracle-gateway/gateway-api';
import { readServerSentEvents } from '@oracle-gateway/gateway-api/events';
import { deriveDeploymentId, deriveFeedId, fromHex, toHex, toUnixMs, unixMs, unixSeconds } from '@oracle-gateway/protocol';
import { parseSubject } from '@oracle-gateway/protocol/internal';
import { builtInProvider, createCatalogue, type Provider } from '@oracle-gateway/providers';
import { verifyAttestation } from '@oracle-gateway/schnorr';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Consumer, PRICE_SOURCE, type PublicationTerms, type SubjectTerms } from './fakes/consumer.js';
import { startPaidWorld, termsOf } from './fakes/paid-world.js';
import { post, postX402 } from './fakes/post.js';
import { NETWORK, PROGRAM_ID, type World } from './fakes/world.js';
import { createX402Payer, x402Request } from './fakes/x402-payer.js';

const PRICE = '64628.31';
const SOURCES = ['BTC', 'ETH', 'SOL'].map((name) => ({ ...PRICE_SOURCE, url: `https://api.example.com/${name}` }));

let world: World;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ world, close } = await startPaidWorld({ publicFeeds: { enabled: true } }));
});
afterAll(() => close());
afterEach(() => {
  for (const node of world.nodes) {
    node.value = PRICE;
    node.valueFor = null;
  }
});

function feedOf(owner: Consumer, subject: SubjectTerms = { apiConfig: PRICE_SOURCE }, signaturesRequired = 2): string {
  const { sourceId } = parseSubject(subject);
  return toHex(deriveFeedId({ owner: owner.address, sourceId, signaturesRequired }));
}

async function publish(feedId: string, owner: Consumer, terms: Partial<PublicationTerms> = {}) {
  const body: PublishFeedRequest = owner.publication({ feedId, gateway: world.gatewayPda, ...terms });
  return world.http.call(operations.publishFeed, { path: { feedId }, body });
}

let seconds = Math.floor(Date.now() / 1_000) - 200;
/** A round of another second, and its id. */
async function ask(owner: Consumer, terms: SubjectTerms & { readonly signaturesRequired?: number } = {}): Promise<string> {
  seconds += 1;
  const answer = await post(world.url, owner.request({ timestamp: seconds, ...terms }));
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.headers.get('x-round-id') ?? '';
}

/** A feed that its owner has opened. */
async function opened(subject: SubjectTerms = { apiConfig: PRICE_SOURCE }): Promise<{ readonly owner: Consumer; readonly feedId: string }> {
  const owner = world.subscriber();
  const feedId = feedOf(owner, subject);
  await ask(owner, subject);
  const { status, body } = await publish(feedId, owner, subject);
  expect(status, JSON.stringify(body)).toBe(200);
  return { owner, feedId };
}

async function read(feedId: string, url = world.url) {
  const response = await fetch(`${url}/v1/feeds/${feedId}`);
  const { data } = (await response.json()) as { data?: { latest: FeedEvent | null } };
  return { status: response.status, latest: data?.latest ?? null };
}

/** Waits for the value: it is shown after its round is answered. */
async function shown(feedId: string, value: string): Promise<FeedEvent> {
  await expect.poll(async () => (await read(feedId)).latest?.value).toBe(value);
  const { latest } = await read(feedId);
  if (latest === null) throw new Error('a value is shown');
  return latest;
}

async function setValue(owner: Consumer, value: string, terms: SubjectTerms = {}): Promise<string> {
  for (const node of world.nodes) node.value = value;
  return ask(owner, terms);
}

/** Judges an answer as a stranger does, by the keys on the ledger. */
function isSigned(
  { data }: FeedEvent['result'],
  { owner, subject }: { readonly owner: Consumer; readonly subject: SubjectTerms },
): boolean {
  const { sourceId, form } = parseSubject(subject);
  return verifyAttestation({
    registry: world.ledger.registry,
    deploymentId: deriveDeploymentId({ programId: PROGRAM_ID, network: NETWORK }),
    attestation: {
      form,
      feedId: deriveFeedId({ owner: owner.address, sourceId, signaturesRequired: data.signaturesRequired }),
      sourceId,
      value: fromHex(data.valuePacked, 32),
      timestampMs: toUnixMs(unixSeconds(data.timestamp)),
      observedAtMs: unixMs(data.observedAt),
      registryVersion: 1n,
      signaturesRequired: data.signaturesRequired,
      s: fromHex(data.s, 32),
      commitment: fromHex(data.commitmentAddr, 20),
      signersBitmap: fromHex(data.signersBitmap, 32),
    },
  }).ok;
}

describe('a feed that its owner has opened', () => {
  it('shows its latest answer whole, so that a stranger verifies it', async () => {
    const { owner, feedId } = await opened();
    expect((await read(feedId)).latest).toBeNull();
    const roundId = await setValue(owner, '64700.5');
    const latest = await shown(feedId, '64700.5');
    expect(latest).toMatchObject({ roundId, observedAt: latest.result.data.observedAt });
    expect(latest.signers).toHaveLength(2);
    expect(latest).not.toHaveProperty('place');
    expect(isSigned(latest.result, { owner, subject: { apiConfig: PRICE_SOURCE } })).toBe(true);
    const told = await world.http.call(operations.getFeed, { path: { feedId } });
    expect(told.body).toMatchObject({ data: { feedId, openedBy: 'owner', signaturesRequired: 2, apiConfig: PRICE_SOURCE } });
  });

  it('is listed with its value, alike at every process of the gateway', async () => {
    const { owner, feedId } = await opened();
    await setValue(owner, '5');
    await shown(feedId, '5');
    const other = await world.sibling();
    for (const url of [world.url, other.url]) {
      await expect
        .poll(async () => {
          const { data } = (await (await fetch(`${url}/v1/feeds`)).json()) as { data: { feeds: { feedId: string }[] } };
          return data.feeds.find((feed) => feed.feedId === feedId);
        })
        .toMatchObject({ latest: { value: '5' }, trend: ['5'] });
      expect((await read(feedId, url)).latest).toMatchObject({ value: '5' });
    }
    await other.close();
  });

  it('shows the value of its source in a list too, with the whole list and its place', async () => {
    const { owner, feedId } = await opened({ apiConfig: SOURCES[1]! });
    const prices = ['1', '2', null];
    for (const node of world.nodes) node.valueFor = (_request, place) => prices[place] ?? null;
    const list = { apiConfigs: SOURCES, minValues: 2 };
    await ask(owner, list);
    const latest = await shown(feedId, '2');
    expect(latest).toMatchObject({ place: 1, result: { data: { feedId: feedOf(owner, list) } } });
    expect(latest.result.data.values?.[latest.place ?? 0]).toMatchObject({ feedId, value: '2' });
    expect(isSigned(latest.result, { owner, subject: list })).toBe(true);
  });

  it('of an index is opened by its sources and its rule', async () => {
    const combine = { rule: 'median', minSources: 2, maxDeviationBps: 100, maxAgeMs: 15_000, decimals: 2 } as const;
    const subject = { apiConfigs: SOURCES, combine };
    const owner = world.subscriber();
    await ask(owner, { ...subject, signaturesRequired: 3 });
    const feedId = feedOf(owner, subject, 3);
    expect((await publish(feedId, owner, { ...subject, signaturesRequired: 3 })).status).toBe(200);
    await ask(owner, { ...subject, signaturesRequired: 3 });
    await shown(feedId, PRICE);
  });

  it('is answered 304 to a reader that has its state, and may be kept for a second', async () => {
    const { feedId } = await opened();
    const first = await fetch(`${world.url}/v1/feeds/${feedId}`);
    expect(first.headers.get('cache-control')).toBe('public, max-age=1');
    const again = await fetch(`${world.url}/v1/feeds/${feedId}`, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
  });

  it('has a history of a row a minute, as JSON and as CSV, and each row its answer', async () => {
    const { owner, feedId } = await opened();
    await setValue(owner, '12.5');
    const latest = await shown(feedId, '12.5');
    const { body } = await world.http.call(operations.getFeedHistory, { path: { feedId }, query: { step: 60 } });
    const rows = 'data' in (body ?? {}) ? (body as { data: { rows: { at: number }[] } }).data.rows : [];
    expect(rows).toEqual([{ at: expect.any(Number) as number, value: '12.5', low: '12.5', high: '12.5' }]);
    const at = rows[0]?.at ?? 0;
    expect(at % 60).toBe(0);
    const csv = await fetch(`${world.url}/v1/feeds/${feedId}/history.csv`);
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(await csv.text()).toBe(`at,value,low,high\r\n${at},12.5,12.5,12.5\r\n`);
    const then = await world.http.call(operations.getFeed, { path: { feedId }, query: { at: at + 3_600 } });
    expect(then.body).toMatchObject({ data: { latest: { roundId: latest.roundId, value: '12.5' } } });
    const before = await world.http.call(operations.getFeed, { path: { feedId }, query: { at: at - 60 } });
    expect(before.body).toMatchObject({ data: { latest: null } });
  });

  it('is gone for every reader once its owner has closed it, until a later text opens it', async () => {
    const { owner, feedId } = await opened();
    await setValue(owner, '7');
    await shown(feedId, '7');
    const now = Math.floor(Date.now() / 1_000);
    expect((await publish(feedId, owner, { action: 'close', timestamp: now + 1 })).status).toBe(200);
    for (const path of ['', '/stream', '/history', '/history.csv']) {
      const answer = await fetch(`${world.url}/v1/feeds/${feedId}${path}`);
      expect(answer.status, path).toBe(404);
      expect(await answer.json()).toMatchObject({ code: 'feed_not_found' });
    }
    expect((await publish(feedId, owner, { timestamp: now })).body).toMatchObject({ code: 'publication_older' });
    expect((await publish(feedId, owner, { timestamp: now + 2 })).status).toBe(200);
    expect((await read(feedId)).latest).toBeNull();
  });
});

describe('GET /v1/feeds/{feedId}/stream', () => {
  async function stream(feedId: string, headers: Record<string, string> = {}) {
    const leaving = new AbortController();
    const response = await fetch(`${world.url}/v1/feeds/${feedId}/stream`, { headers, signal: leaving.signal });
    const events = response.body === null ? null : readServerSentEvents(response.body);
    const next = async (): Promise<{ id: string; answer: FeedEvent } | null> => {
      const event = await events?.next();
      if (event === undefined || event.done === true) return null;
      return { id: event.value.id, answer: JSON.parse(event.value.data) as FeedEvent };
    };
    return { response, next, leave: () => leaving.abort() };
  }

  it('tells the latest answer, then each that follows, and ends once the feed is closed', async () => {
    const { owner, feedId } = await opened();
    await setValue(owner, '1');
    await shown(feedId, '1');
    const { response, next } = await stream(feedId);
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const first = await next();
    expect(first).toMatchObject({ id: String(first?.answer.answeredAt), answer: { value: '1' } });
    await setValue(owner, '2');
    const second = await next();
    expect(second?.answer).toMatchObject({ value: '2', result: { data: { value: '2' } } });
    const later = await stream(feedId, { 'last-event-id': second?.id ?? '' });
    await setValue(owner, '3');
    expect((await later.next())?.answer.value).toBe('3');
    later.leave();
    expect((await next())?.answer.value).toBe('3');
    await publish(feedId, owner, { action: 'close', timestamp: Math.floor(Date.now() / 1_000) + 1 });
    expect(await next()).toBeNull();
    expect((await stream(feedId)).response.status).toBe(404);
  });

  it('refuses an id of another form, and a sixth stream of one address', async () => {
    const { feedId } = await opened();
    expect((await stream(feedId, { 'last-event-id': 'x' })).response.status).toBe(400);
    const streams = await Promise.all(Array.from({ length: 5 }, () => stream(feedId)));
    expect(streams.map(({ response }) => response.status)).toEqual([200, 200, 200, 200, 200]);
    const sixth = await stream(feedId);
    expect(sixth.response.status).toBe(503);
    expect(await sixth.response.json()).toMatchObject({ code: 'share_used' });
    for (const { leave } of streams) leave();
    await expect
      .poll(async () => {
        const again = await stream(feedId);
        again.leave();
        return again.response.status;
      })
      .toBe(200);
  });
});

describe('what is never public', () => {
  async function refusal(feedId: string, owner: Consumer, terms: Partial<PublicationTerms> = {}): Promise<unknown> {
    const { status, body } = await publish(feedId, owner, terms);
    expect(await read(feedId)).toMatchObject({ status: 404 });
    return { status, code: 'code' in body ? body.code : null, error: 'error' in body ? body.error : null };
  }

  it('a feed by the text of another key, of another gateway, of another action or of long ago', async () => {
    const owner = world.subscriber();
    const feedId = feedOf(owner);
    await ask(owner);
    const other = world.subscriber();
    const body = { ...other.publication({ feedId, gateway: world.gatewayPda }), owner: owner.text };
    const of = async (changed: PublishFeedRequest) =>
      (await world.http.call(operations.publishFeed, { path: { feedId }, body: changed })).body;
    expect(await of(body)).toMatchObject({ code: 'publication_invalid' });
    expect(await of(owner.publication({ feedId, gateway: owner.address }))).toMatchObject({ code: 'publication_invalid' });
    const toClose = owner.publication({ feedId, gateway: world.gatewayPda, action: 'close' });
    expect(await of({ ...toClose, action: 'open' })).toMatchObject({ code: 'publication_invalid' });
    const timestamp = Math.floor(Date.now() / 1_000) - 90;
    expect(await refusal(feedId, owner, { timestamp })).toMatchObject({
      status: 401,
      error: expect.stringContaining('timestamp: ') as string,
    });
  });

  it('a feed whose members make another id', async () => {
    const owner = world.subscriber();
    await ask(owner);
    expect(await refusal(feedOf(owner), owner, { signaturesRequired: 3 })).toMatchObject({
      status: 400,
      error: expect.stringContaining('feedId: ') as string,
    });
  });

  it('a feed of a key that has asked for nothing', async () => {
    const owner = world.subscriber();
    expect(await refusal(feedOf(owner), owner)).toMatchObject({ status: 403, code: 'publication_refused' });
  });

  it('a source with secrets', async () => {
    const owner = world.subscriber();
    const apiConfig = { ...PRICE_SOURCE, headers: { Authorization: 'Bearer {{secret.key}}' } };
    expect(await refusal(feedOf(owner, { apiConfig }), owner, { apiConfig })).toMatchObject({
      status: 403,
      error: expect.stringContaining('secrets') as string,
    });
  });

  it('a round that is paid per request, though its source is that of an open feed', async () => {
    const { feedId } = await opened();
    const payer = createX402Payer();
    expect((await postX402(world.url, x402Request(), payer.pay(await termsOf(world)))).status).toBe(200);
    expect((await read(feedId)).latest).toBeNull();
  });

  it('a fourth feed of one owner', async () => {
    const owner = world.subscriber();
    for (const apiConfig of [...SOURCES, PRICE_SOURCE]) await ask(owner, { apiConfig });
    for (const apiConfig of SOURCES) expect((await publish(feedOf(owner, { apiConfig }), owner, { apiConfig })).status).toBe(200);
    expect(await refusal(feedOf(owner), owner)).toMatchObject({ status: 403, error: expect.stringContaining('3 feeds') as string });
  });
});

describe('the feeds of the operator', () => {
  const provider = builtInProvider('frankfurter') as Provider;
  const [feed] = provider.flows[0]?.feeds ?? [];

  it('are open from the start, with their name of the catalogue, and closed by a start without them', async () => {
    const owner = world.subscriber();
    if (feed === undefined) throw new Error('the provider has a feed');
    const subject = parseSubject({ apiConfig: feed.apiConfig });
    const feedId = toHex(deriveFeedId({ owner: owner.address, sourceId: subject.sourceId, signaturesRequired: 3 }));
    const operatorFeeds = [{ owner: owner.address, subject, signaturesRequired: 3 }];
    const opening = await world.sibling({}, { operatorFeeds, catalogue: createCatalogue([provider]) });
    const told = (await (await fetch(`${opening.url}/v1/feeds/${feedId}`)).json()) as { data: unknown };
    expect(told.data).toMatchObject({
      feedId,
      feed: `frankfurter/${feed.id}`,
      openedBy: 'operator',
      apiConfig: feed.apiConfig,
      latest: null,
    });
    await opening.close();
    const closing = await world.sibling({ nowMs: () => Date.now() + 2_000 }, { operatorFeeds: [] });
    expect(await read(feedId, closing.url)).toMatchObject({ status: 404 });
    await closing.close();
  });
});
