import { operations } from '@oracle-gateway/gateway-api';
import { quotaKey } from '@oracle-gateway/outbox';
import {
  deriveDeploymentId,
  deriveFeedId,
  fromHex,
  listValue,
  NO_OWNER,
  type RoundId,
  toHex,
  toUnixMs,
  unixMs,
  unixSeconds,
} from '@oracle-gateway/protocol';
import { parseSubject, type Subject } from '@oracle-gateway/protocol/internal';
import { replayRound, verifyAttestation } from '@oracle-gateway/schnorr';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PRICE_SOURCE, type SubjectTerms } from './fakes/consumer.js';
import { codeOf, startPaidWorld, termsOf } from './fakes/paid-world.js';
import { AGENT_PRICE } from './fakes/payer.js';
import { post, postAgent, postX402, type RawAnswer } from './fakes/post.js';
import { AGGREGATION } from './fakes/tolerance.js';
import { PROGRAM_ID, type World } from './fakes/world.js';
import { createX402Payer, x402Request } from './fakes/x402-payer.js';

let world: World;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ world, close } = await startPaidWorld());
});
afterAll(() => close());
afterEach(() => {
  for (const node of world.nodes) node.valueFor = null;
});

const SOURCES = ['BTC', 'ETH', 'SOL'].map((name) => ({ ...PRICE_SOURCE, url: `https://api.example.com/${name}` }));
const LIST: SubjectTerms = { apiConfigs: SOURCES, minValues: 2 };
const COMBINE = { rule: 'median', minSources: 2, maxDeviationBps: 100, maxAgeMs: 15_000, decimals: 2 } as const;
const INDEX: SubjectTerms = { apiConfigs: SOURCES, combine: COMBINE };
/** Prices of three sources; no node reaches the last. */
const PRICES = ['64628.31', '3018.42', null];

function showPrices(prices: readonly (string | null)[]): void {
  for (const node of world.nodes) node.valueFor = (_request, place) => prices[place] ?? null;
}

interface FlatData {
  readonly value: string;
  readonly valuePacked: string;
  readonly feedId: string;
  readonly configHash: string;
  readonly timestamp: number;
  readonly observedAt: number;
  readonly signersBitmap: string;
  readonly s: string;
  readonly commitmentAddr: string;
  readonly signaturesRequired: number;
  readonly values?: readonly { readonly valuePacked?: string; readonly reason?: unknown }[];
}

function dataOf({ status, body }: RawAnswer): FlatData {
  expect([status, body['error']]).toEqual([200, undefined]);
  return body['data'] as FlatData;
}

/** Judges the answer as a stranger does, by the keys on the ledger. */
function isSigned(data: FlatData, subject: Subject, owner: Uint8Array): boolean {
  const { sourceId, form } = subject;
  return verifyAttestation({
    deploymentId: deriveDeploymentId({ programId: PROGRAM_ID, network: world.config.network }),
    registry: world.ledger.registry,
    attestation: {
      feedId: deriveFeedId({ owner: owner as typeof NO_OWNER, sourceId, signaturesRequired: data.signaturesRequired }),
      sourceId,
      value: fromHex(data.valuePacked, 32),
      registryVersion: 1n,
      signaturesRequired: data.signaturesRequired,
      form,
      timestampMs: toUnixMs(unixSeconds(data.timestamp)),
      observedAtMs: unixMs(data.observedAt),
      signersBitmap: fromHex(data.signersBitmap, 32),
      s: fromHex(data.s, 32),
      commitment: fromHex(data.commitmentAddr, 20),
    },
  }).ok;
}

function roundIdIn({ headers }: RawAnswer): RoundId {
  return (headers.get('x-round-id') ?? '') as RoundId;
}

async function unitsHeld(answer: RawAnswer): Promise<readonly (string | number)[][]> {
  const record = await world.outbox.read(roundIdIn(answer));
  return (record?.holds ?? []).map(({ quotaKey: key, units }) => [key, units]);
}

describe('a list of the subscription path', () => {
  it('is one round with one signature over its values, and says why one is absent', async () => {
    showPrices(PRICES);
    const consumer = world.subscriber();
    const answer = await post(world.url, consumer.request(LIST));
    const data = dataOf(answer);
    const subject = parseSubject(LIST);
    expect(data.value).toBe(data.valuePacked);
    expect(data.configHash).toBe(toHex(subject.sourceId));
    expect(data.values).toEqual(
      subject.sources.map(({ sourceId }, place) => ({
        sourceId: toHex(sourceId),
        feedId: toHex(deriveFeedId({ owner: consumer.address, sourceId, signaturesRequired: 2 })),
        ...(place === 2
          ? { reason: { code: 'upstream_failure', detail: 'the source gave no usable answer', step: 'fetch' } }
          : { value: PRICES[place], valuePacked: expect.stringMatching(/^0x/) as string }),
      })),
    );
    const entries = subject.sources.map(({ sourceId }, place) => {
      const packed = data.values?.[place]?.valuePacked;
      return { sourceId, value: packed === undefined ? null : fromHex(packed, 32) };
    });
    expect(toHex(listValue(entries))).toBe(data.value);
    expect(isSigned(data, subject, consumer.address)).toBe(true);
    expect(isSigned(data, { ...subject, form: 1 as Subject['form'] }, consumer.address)).toBe(false);
  });

  it('holds a round for each source, and settles by them', async () => {
    const consumer = world.subscriber({ roundsLeft: 3n });
    const request = consumer.request(LIST);
    const answer = await post(world.url, request);
    dataOf(answer);
    expect((await unitsHeld(answer))[0]).toEqual([quotaKey('subscription', consumer.address), 3]);
    expect((await world.outbox.read(roundIdIn(answer)))?.payload).toMatchObject({ form: 131, sourceId: parseSubject(LIST).sourceId });
    const next = consumer.request({ timestamp: request.timestamp - 1 });
    expect(codeOf(await post(world.url, next))).toEqual([403, 'quota_committed']);
  });

  it.each([2n, 1n, 0n])('is refused where %s rounds are left, and takes none', async (roundsLeft) => {
    const consumer = world.subscriber({ roundsLeft });
    expect(codeOf(await post(world.url, consumer.request(LIST)))).toEqual([403, 'subscription_exhausted']);
  });

  it('counts as many rounds of a delegate', async () => {
    const owner = world.subscriber();
    const able = world.delegateOf(owner, { rounds: 3n, roundsSettled: 0n });
    const answer = await post(world.url, able.request(LIST));
    dataOf(answer);
    expect((await unitsHeld(answer)).slice(0, 2).map(([, units]) => units)).toEqual([3, 3]);
    const unable = world.delegateOf(owner, { rounds: 3n, roundsSettled: 1n });
    expect(codeOf(await post(world.url, unable.request(LIST)))).toEqual([403, 'delegate_exhausted']);
  });

  it('gives back what it held where too few sources have a value', async () => {
    showPrices(['64628.31', null, null]);
    const consumer = world.subscriber({ roundsLeft: 3n });
    const request = consumer.request(LIST);
    expect((await post(world.url, request)).status).toBe(503);
    showPrices(PRICES);
    dataOf(await post(world.url, consumer.request({ ...LIST, timestamp: request.timestamp - 1 })));
  });

  it('is repeated from its record with the same values', async () => {
    showPrices(PRICES);
    const answer = await post(world.url, world.subscriber().request(LIST));
    const data = dataOf(answer);
    const roundId = roundIdIn(answer);
    const told = await world.http.call(operations.getRound, { path: { roundId } });
    expect(told.body).toMatchObject({ data: { result: { data: { ...data, fresh: false } } } });
    const feed = await world.http.call(operations.getFeedRounds, { path: { feedId: data.feedId } });
    expect(feed.body).toMatchObject({ data: { rounds: [{ roundId, value: data.value }] } });
    const evidence = await world.http.call(operations.getRoundEvidence, { path: { roundId } });
    expect([evidence.status, evidence.body]).toMatchObject([404, { code: 'evidence_not_found' }]);
  });

  it('keeps its evidence on request, which replays', async () => {
    showPrices(PRICES);
    const answer = await post(world.url, { ...world.subscriber().request(LIST), evidence: true });
    dataOf(answer);
    const told = await world.http.call(operations.getRoundEvidence, { path: { roundId: roundIdIn(answer) } });
    if (told.status !== 200) throw new Error(`expected evidence, got ${JSON.stringify(told.body)}`);
    const evidence = told.body.data;
    expect(evidence.observations[0]?.values).toEqual([expect.anything(), expect.anything(), null]);
    const deploymentId = deriveDeploymentId({ programId: PROGRAM_ID, network: world.config.network });
    const verdict = replayRound({ evidence, subject: parseSubject(LIST), deploymentId, registry: world.ledger.registry });
    expect(verdict).toMatchObject({ ok: true });
  });
});

describe('a list of the agent path', () => {
  // 3 + 3 × 2 × 4, where one source costs 3 + 2 × 4.
  const price = 27;

  it('costs the base and each signature of each source', async () => {
    showPrices(PRICES);
    const payer = world.payer(BigInt(price));
    const cheap = await postAgent(world.url, payer.request({ ...LIST, amount: AGENT_PRICE }));
    expect([cheap.status, cheap.body['code'], cheap.body['amount']]).toEqual([400, 'amount_mismatch', price]);
    const answer = await postAgent(world.url, payer.request({ ...LIST, amount: price }));
    const data = dataOf(answer);
    expect(isSigned(data, parseSubject(LIST), payer.address)).toBe(true);
    expect((await unitsHeld(answer))[0]?.[1]).toBe(price);
    expect(data.values).toHaveLength(3);
  });

  it('tells its price before it is signed', async () => {
    const { agent_request_auth_sig: _unsigned, ...request } = world.payer(0n).request({ ...LIST, amount: price });
    const { status, body } = await postAgent(world.url, request);
    expect(status).toBe(402);
    expect(body['accepts']).toMatchObject([{ maxAmountRequired: String(price) }]);
  });
});

describe('a list of the pay-per-request path', () => {
  it('is priced by its sources, paid once, and answered with its values', async () => {
    showPrices(PRICES);
    const [one, many] = [await termsOf(world), await termsOf(world, x402Request(LIST))];
    const { x402RoundBase: base } = world.ledger.config.prices;
    expect(BigInt(many.amount) - base).toBe(3n * (BigInt(one.amount) - base));
    expect(many.extra.memo).not.toBe(one.extra.memo);
    const payment = createX402Payer().pay(many);
    const answer = await postX402(world.url, x402Request(LIST), payment);
    expect([answer.status, answer.body['error']]).toEqual([200, undefined]);
    const subject = parseSubject(LIST);
    expect(answer.body['data']).toMatchObject({
      attestation: { payload: { sourceId: toHex(subject.sourceId) } },
      values: subject.sources.map(({ sourceId }) => ({
        sourceId: toHex(sourceId),
        feedId: toHex(deriveFeedId({ owner: NO_OWNER, sourceId, signaturesRequired: 2 })),
      })),
    });
    const told = await world.http.call(operations.getRound, { path: { roundId: roundIdIn(answer) } });
    expect(told.body).toMatchObject({ data: { result: { data: { ...(answer.body['data'] as object), fresh: false } } } });
    expect(codeOf(await postX402(world.url, x402Request(LIST), payment))).toEqual([409, 'authorization_used']);
  });

  it.each([
    ['x402Source', { x402Source: true }],
    ['sourcePayments', { sourcePayments: ['e30='] }],
  ])('pays no source: %s is refused by name', async (member, change) => {
    const { status, body } = await postX402(world.url, { ...x402Request(LIST), ...change });
    expect([status, body['error']]).toEqual([400, `validation failed: ${member}: must not come with apiConfigs`]);
  });
});

describe('an index', () => {
  it('has one value in tolerance mode, on each path, and is charged by its sources', async () => {
    const consumer = world.subscriber();
    const flat = await post(world.url, consumer.request({ ...INDEX, signaturesRequired: 3 }));
    const data = dataOf(flat);
    expect(data.value).toBe('64628.31');
    expect(data).not.toHaveProperty('values');
    expect(isSigned(data, parseSubject(INDEX), consumer.address)).toBe(true);
    expect((await unitsHeld(flat))[0]?.[1]).toBe(3);
    const price = 3 + 3 * 3 * 4;
    const agent = world.payer(BigInt(price)).request({ ...INDEX, signatures_required: 3, amount: price });
    expect(dataOf(await postAgent(world.url, agent)).value).toBe('64628.31');
    const request = x402Request({ ...INDEX, signatures_required: 3 });
    const paid = await postX402(world.url, request, createX402Payer().pay(await termsOf(world, request)));
    expect(paid.body).toMatchObject({
      status: 'completed',
      data: { value: '64628.31', aggregation: { ...AGGREGATION, maxAgeMs: 15_000 } },
    });
  });

  it('fails as a source does, and gives back what it held', async () => {
    showPrices([null, null, null]);
    const consumer = world.subscriber({ roundsLeft: 3n });
    for (const node of world.nodes) node.fault = 'upstream';
    const request = consumer.request({ ...INDEX, signaturesRequired: 3 });
    const failed = await post(world.url, request);
    for (const node of world.nodes) node.fault = 'none';
    expect(codeOf(failed)).toEqual([503, 'upstream_failure']);
    for (const node of world.nodes) node.valueFor = null;
    const again = consumer.request({ ...INDEX, signaturesRequired: 3, timestamp: request.timestamp - 1 });
    dataOf(await post(world.url, again));
  });
});

describe('a request of several sources is 400, with the member and the rule', () => {
  const [one, two] = [SOURCES[0]!, SOURCES[1]!];
  const tolerance = { ...two, aggregation: AGGREGATION };

  it.each<[string, object, string]>([
    ['a source twice', { apiConfigs: [one, two, one] }, 'apiConfigs[2]: must differ from apiConfigs[0]'],
    ['one source', { apiConfigs: [one] }, 'apiConfigs: must be a list of 2 to 32 sources'],
    [
      'more than 32',
      { apiConfigs: Array.from({ length: 33 }, (_, place) => ({ ...one, url: `https://api.example.com/${place}` })) },
      'apiConfigs: must be a list of 2 to 32 sources',
    ],
    ['both members', { apiConfig: one, apiConfigs: [one, two] }, 'apiConfigs: must not come with apiConfig'],
    ['minValues of one source', { apiConfig: one, apiConfigs: undefined, minValues: 1 }, 'minValues: must come with apiConfigs'],
    ['minValues above the sources', { apiConfigs: [one, two], minValues: 3 }, 'minValues: must be an integer from 1 to 2'],
    ['minValues beside combine', { ...INDEX, minValues: 2 }, 'minValues: must not come with combine, which has minSources'],
    [
      'minSources above the sources',
      { ...INDEX, combine: { ...COMBINE, minSources: 4 } },
      'combine.minSources: must be an integer from 2 to 3',
    ],
    [
      'a short life in a list',
      { apiConfigs: [one, { ...tolerance, aggregation: { ...AGGREGATION, maxAgeMs: 14_999 } }] },
      'apiConfigs[1].aggregation.maxAgeMs: must be at least 15000 in a list',
    ],
    ['a rule in an index', { ...INDEX, apiConfigs: [one, tolerance] }, 'apiConfigs[1].aggregation: must be left out beside combine'],
    [
      'a source that is not public',
      { apiConfigs: [one, { ...two, url: 'http://10.0.0.1/' }] },
      'apiConfigs[1].url: the host must be a public address',
    ],
    [
      'a bundle too few',
      { apiConfigs: [one, two, SOURCES[2]], encKeyBundles: [null, null] },
      'encKeyBundles: must hold 3 entries, a bundle or null for each source',
    ],
    [
      'a secret without its bundle',
      { apiConfigs: [one, { ...two, headers: { 'X-Key': '{{secret.key}}' } }] },
      'encKeyBundles[1]: is required for the {{secret.<name>}} placeholders of apiConfigs[1]',
    ],
    [
      'evidence of an exact source',
      { apiConfig: one, apiConfigs: undefined, evidence: true },
      'evidence: must come with several sources, or with a source of tolerance mode',
    ],
    [
      'forms of more than 48 KiB',
      { apiConfigs: Array.from({ length: 28 }, (_, place) => ({ ...one, url: `https://api.example.com/${place}/${'a'.repeat(1_800)}` })) },
      'apiConfigs: must have at most 49152 bytes of canonical form together',
    ],
  ])('%s', async (_what, change, rule) => {
    const request = { ...world.subscriber().request(LIST), minValues: undefined, ...change };
    const { status, body } = await post(world.url, request);
    expect([status, body['error']]).toEqual([400, `validation failed: ${rule}`]);
  });

  it('a quorum of two with a member of tolerance mode', async () => {
    const request = world.subscriber().request({ apiConfigs: [one, tolerance], signaturesRequired: 2 });
    const { status, body } = await post(world.url, request);
    expect([status, body['error']]).toEqual([400, 'validation failed: signaturesRequired: must be from 3 to 5']);
  });
});
