import { operations, type SimulateAnswer } from '@oracle-gateway/gateway-api';
import { outboxPrefix } from '@oracle-gateway/outbox';
import { deriveFeedId, deriveSourceId, formatAddress, NO_OWNER, parseApiConfig, toHex } from '@oracle-gateway/protocol';
import { builtInProvider } from '@oracle-gateway/providers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Consumer, PRICE_SOURCE } from './fakes/consumer.js';
import { post } from './fakes/post.js';
import { setPrices, TOLERANCE_SOURCE } from './fakes/tolerance.js';
import { holdNodes, startWorld, type World, type WorldOptions } from './fakes/world.js';

let world: World;
async function open(options: WorldOptions = {}): Promise<void> {
  world = await startWorld(options);
}
beforeEach(() => open());
afterEach(() => world.close());
/** A world of other settings in place of the usual one. */
async function reopen(options: WorldOptions): Promise<void> {
  await world.close();
  await open(options);
}

async function ask(body: object = { apiConfig: PRICE_SOURCE }, authorization?: string) {
  const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
  const response = await fetch(`${world.url}/v1/simulate`, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: JSON.parse(text) as { data: SimulateAnswer['data']; code: string },
  };
}
function signed(who: Pick<Consumer, 'simulateAuthorization'>, changes: object = {}): string {
  const { deploymentId } = world.ledger.config;
  return who.simulateAuthorization({ deploymentId, gateway: world.gatewayPda, apiConfig: PRICE_SOURCE, ...changes });
}
/** Every node is asked: the quorum and the buffer are all of them. */
const ALL = { nodeCount: 3, minSigners: 2, redundancyBuffer: 1 };

describe('a dry run of a stranger', () => {
  it('asks one node, tells its value and the prices of the open paths, and says why nothing would be signed', async () => {
    const { status, body } = await ask();
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      sourceId: toHex(deriveSourceId(parseApiConfig(PRICE_SOURCE))),
      mode: 'exact',
      decimals: 18,
      wouldSign: null,
      reason: { code: 'one_node_asked' },
      nodes: [{ value: '64628.31' }],
    });
    expect(body.data).not.toHaveProperty('feedId');
    expect(Object.keys(body.data.prices).sort()).toEqual(['agent', 'subscription']);
    const asked = world.nodes.flatMap(({ simulated }) => simulated);
    expect(asked).toMatchObject([{ requester: formatAddress(NO_OWNER) }]);
    expect(world.nodes.every(({ observed, calls }) => observed.length === 0 && calls['/v1/sign'] === undefined)).toBe(true);
  });

  it('leaves nothing in the outbox', async () => {
    const keys = async () => (await world.redis.keys(`${outboxPrefix(world.gatewayPda)}*`)).sort();
    const before = await keys();
    await ask();
    await ask({ apiConfig: PRICE_SOURCE }, signed(world.subscriber()));
    expect(await keys()).toEqual(before);
  });

  it('gets a few a minute from one address, then 503 with a time, while rounds and known callers are served', async () => {
    const answers = [];
    for (let asked = 0; asked < 12; asked += 1) answers.push(await ask());
    const refused = answers.find(({ status }) => status !== 200);
    expect([refused?.status, refused?.body.code]).toEqual([503, 'share_used']);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(10);
    expect((await ask({ apiConfig: PRICE_SOURCE }, signed(world.subscriber()))).status).toBe(200);
    expect((await post(world.url, world.subscriber().request())).status).toBe(200);
  });

  it("is not given the gateway's own credential", async () => {
    const { url, headers, responseParser } = builtInProvider('coingecko')!.flows[0]!.feeds[0]!.apiConfig;
    const apiConfig = { url, headers, method: 'GET', responseParser };
    await reopen({ providers: [builtInProvider('coingecko')!], providerKeys: { coingecko: 'CG-sponsored-0123456789' } });
    expect(await ask({ apiConfig })).toMatchObject({ status: 401, body: { code: 'simulate_auth_missing' } });
    expect(world.nodes.flatMap(({ simulated }) => simulated)).toEqual([]);
    const known = await ask({ apiConfig }, signed(world.subscriber(), { apiConfig }));
    expect([known.status, known.text]).toEqual([200, expect.stringContaining('wouldSign')]);
    expect(world.nodes.flatMap(({ simulated }) => simulated).every(({ sealed }) => sealed !== undefined)).toBe(true);
  });

  it('names a source that is not public as a round does', async () => {
    expect(await ask({ apiConfig: { url: 'http://10.0.0.1/', method: 'GET' } })).toMatchObject({
      status: 400,
      body: { code: 'source_not_public' },
    });
  });
});

describe('a dry run of a known caller', () => {
  it('asks the eligible set, and tells what would be signed for its feed', async () => {
    const owner = world.subscriber();
    const { body } = await ask({ apiConfig: PRICE_SOURCE, signaturesRequired: 3 }, signed(owner));
    const sourceId = deriveSourceId(parseApiConfig(PRICE_SOURCE));
    expect(body.data).toMatchObject({
      feedId: toHex(deriveFeedId({ owner: owner.address, sourceId, signaturesRequired: 3 })),
      signaturesRequired: 3,
      wouldSign: { value: '64628.31', quorum: 3 },
    });
    expect(body.data).not.toHaveProperty('reason');
    expect(body.data.nodes.length).toBe(Math.min(3 + world.ledger.registry.redundancyBuffer, world.nodes.length));
    const served = await post(world.url, owner.request({ signaturesRequired: 3 }));
    expect(served.body).toMatchObject({ data: { feedId: body.data.feedId, valuePacked: body.data.wouldSign?.valuePacked } });
  });

  it('is served to a delegate for its owner, and to a payer with a funded escrow', async () => {
    const owner = world.subscriber();
    const delegate = world.delegateOf(owner);
    const payer = world.payer(100n);
    for (const authorization of [signed(delegate, { owner: owner.address }), signed(payer)]) {
      const answer = await ask({ apiConfig: PRICE_SOURCE }, authorization);
      expect(answer.body.data.wouldSign, answer.text).toMatchObject({ value: '64628.31' });
    }
    expect(new Set(world.nodes.flatMap(({ simulated }) => simulated.map(({ requester }) => requester)))).toEqual(
      new Set([owner.text, payer.text]),
    );
  });

  it('is served to the session of a caller, as to its signature', async () => {
    await reopen({ sessions: { enabled: true }, server: { publicOrigin: 'https://oracle.example' } });
    const owner = world.subscriber();
    const info = await world.http.call(operations.getInfo);
    const terms = info.status === 200 ? info.body.data.signIn : undefined;
    if (terms === undefined) throw new Error('sessions are not served');
    const opened = await world.http.call(operations.createSession, { headers: { 'SIGN-IN-WITH-X': owner.signIn(terms) } });
    if (opened.status !== 200) throw new Error('an owner is signed in');
    const { status, body } = await ask({ apiConfig: PRICE_SOURCE }, `Bearer ${opened.body.data.token}`);
    expect(status).toBe(200);
    const sourceId = deriveSourceId(parseApiConfig(PRICE_SOURCE));
    expect(body.data).toMatchObject({
      feedId: toHex(deriveFeedId({ owner: owner.address, sourceId, signaturesRequired: body.data.signaturesRequired })),
      wouldSign: { value: '64628.31' },
    });
  });

  it.each<[string, number, string, () => string]>([
    ['a key that owns nothing', 403, 'simulate_not_authorised', () => signed(world.subscriber({ roundsLeft: 0n }))],
    ['a delegate that names no owner', 403, 'simulate_not_authorised', () => signed(world.delegateOf(world.subscriber()))],
    ['an escrow without funds', 403, 'simulate_not_authorised', () => signed(world.payer(1n))],
    ['another source', 401, 'simulate_auth_invalid', () => signed(world.subscriber(), { apiConfig: TOLERANCE_SOURCE })],
    ['another gateway', 401, 'simulate_auth_invalid', () => signed(world.subscriber(), { gateway: NO_OWNER })],
    ['another deployment', 401, 'simulate_auth_invalid', () => signed(world.subscriber(), { deploymentId: new Uint8Array(32) })],
    ['a time two minutes ago', 401, 'simulate_auth_invalid', () => signed(world.subscriber(), { seconds: now() - 120 })],
    ['a time to come', 401, 'simulate_auth_invalid', () => signed(world.subscriber(), { seconds: now() + 120 })],
    ['another owner than the signed one', 401, 'simulate_auth_invalid', () => withOwner(signed(world.subscriber()))],
    ['a signature of zeros', 401, 'simulate_auth_invalid', () => signed(world.subscriber()).replace(/0x.*/, `0x${'00'.repeat(64)}`)],
    ['a scheme of another kind', 401, 'simulate_auth_invalid', () => 'Basic b3duZXI6'],
    ['a token of no session', 401, 'bearer_invalid', () => `Bearer ${'A'.repeat(43)}`],
  ])('is refused with %s', async (_case, status, code, authorization) => {
    expect(await ask({ apiConfig: PRICE_SOURCE }, authorization())).toMatchObject({ status, body: { code } });
    expect(world.nodes.flatMap(({ simulated }) => simulated)).toEqual([]);
  });

  it('takes no signature that orders a round, and orders none by its own', async () => {
    const owner = world.subscriber();
    const request = owner.request();
    const asDryRun = `Simulate ${owner.text}.${request.timestamp}.${request.authSig ?? ''}`;
    expect(await ask({ apiConfig: PRICE_SOURCE }, asDryRun)).toMatchObject({ status: 401, body: { code: 'simulate_auth_invalid' } });
    const seconds = request.timestamp;
    const authSig = signed(owner, { seconds }).split('.').at(-1);
    expect(await post(world.url, { ...request, authSig })).toMatchObject({ status: 401, body: { code: 'auth_sig_invalid' } });
  });
});

describe('what nodes saw', () => {
  it('is told node by node: values, and errors in words of the gateway', async () => {
    await reopen(ALL);
    world.nodes[1]!.fault = 'upstream';
    world.nodes[2]!.fault = 'lie';
    const { body } = await ask({ apiConfig: PRICE_SOURCE }, signed(world.subscriber()));
    expect(body.data.nodes).toMatchObject([
      { nodeIndex: 0, value: '64628.31' },
      { nodeIndex: 1, error: { code: 'upstream_failure', step: 'fetch', upstreamStatus: 500 } },
      { nodeIndex: 2, value: '1.5' },
    ]);
    expect([body.data.wouldSign, body.data.reason?.code]).toEqual([null, 'no_quorum_value']);
  });

  it('never has a word of a node: a path that the caller did not write is left out', async () => {
    await reopen(ALL);
    const words = { error: 'NODE-WORDS', code: 'upstream_failure', step: 'select', rule: 'nothing_selected' };
    world.nodes[0]!.dryRun = { status: 502, body: { ...words, matched: '$.data' } };
    world.nodes[1]!.dryRun = { status: 502, body: { ...words, matched: '$.NODE-WORDS' } };
    world.nodes[2]!.dryRun = { status: 403, body: { error: 'NODE-WORDS', code: 'forbidden_source' } };
    const { body, text } = await ask({ apiConfig: PRICE_SOURCE }, signed(world.subscriber()));
    expect(text).not.toContain('NODE-WORDS');
    const errors = body.data.nodes.map((row) => ('error' in row ? row.error : null));
    expect(errors[0]).toMatchObject({ rule: 'nothing_selected', matched: '$.data' });
    expect(errors[1]).not.toHaveProperty('matched');
    // The source counts as one that does not answer: a name is not tried for what it resolves to.
    expect(errors[2]).toMatchObject({
      code: 'upstream_failure',
      step: 'fetch',
      rule: 'unreachable',
      detail: 'the source could not be reached, or gave no usable answer',
    });
  });

  it('names a node of a version without dry runs, and answers all the same', async () => {
    await reopen(ALL);
    world.nodes[0]!.fault = 'no-dry-runs';
    const authorization = signed(world.subscriber());
    const one = await ask({ apiConfig: PRICE_SOURCE }, authorization);
    expect(one.body.data.nodes[0]).toMatchObject({ error: { code: 'node_too_old' } });
    expect(one.body.data.wouldSign).toMatchObject({ value: '64628.31' });
    world.nodes[1]!.fault = 'no-dry-runs';
    expect((await ask({ apiConfig: PRICE_SOURCE }, authorization)).body.data.reason).toMatchObject({ code: 'nodes_too_old' });
  });

  it.each([
    ['down', 'node_unreachable'],
    ['garbage', 'node_bad_answer'],
    ['late-observe', 'node_timeout'],
    ['share-used', 'share_used'],
  ] as const)('of a node that is %s is %s, held against no node', async (fault, code) => {
    await reopen({ ...ALL, rounds: { observeDeadlineMs: 300 } });
    world.nodes[1]!.fault = fault;
    const { body } = await ask({ apiConfig: PRICE_SOURCE }, signed(world.subscriber()));
    expect(body.data.nodes[1]).toMatchObject({ error: { code } });
    expect(body.data.wouldSign).toMatchObject({ value: '64628.31' });
    expect(await world.metrics()).not.toMatch(/node_faults_total\{[^}]*step="simulate"/);
  });

  it('of tolerance mode gives the median that a round signs', async () => {
    setPrices(world, ['100', '100.1', '100.2', '100.3', '100.4']);
    const request = { apiConfig: TOLERANCE_SOURCE, signaturesRequired: 3 };
    const { body } = await ask(request, signed(world.subscriber(), { apiConfig: TOLERANCE_SOURCE }));
    expect(body.data).toMatchObject({ mode: 'tolerance', decimals: 2, wouldSign: { quorum: 3 } });
    expect(Number(body.data.wouldSign?.value)).toBeGreaterThanOrEqual(100);
    setPrices(world, ['1', '20', '300', '4000', '50000']);
    const apart = await ask(request, signed(world.subscriber(), { apiConfig: TOLERANCE_SOURCE }));
    expect(apart.body.data.reason?.code).toBe('no_quorum_value');
  });
});

describe('the places of dry runs', () => {
  it('are not those of rounds: slow ones leave every round its place, and one more is told when to come again', async () => {
    await reopen({ simulate: { maxConcurrent: 1 }, rounds: { maxConcurrent: 1 } });
    const release = holdNodes(world);
    const arrived = Promise.race(world.nodes.map((node) => node.arrival('/v1/simulate')));
    const slow = ask();
    await arrived;
    expect(await ask({ apiConfig: PRICE_SOURCE }, signed(world.subscriber()))).toMatchObject({
      status: 503,
      body: { code: 'at_capacity' },
    });
    const observing = Promise.race(world.nodes.map((node) => node.arrival('/v1/observe')));
    const round = post(world.url, world.subscriber().request());
    await observing;
    release();
    expect([(await slow).status, (await round).status]).toEqual([200, 200]);
  });

  it('are given back by a caller who leaves', async () => {
    await reopen({ simulate: { maxConcurrent: 1 } });
    const release = holdNodes(world);
    const leaving = new AbortController();
    const arrived = Promise.race(world.nodes.map((node) => node.arrival('/v1/simulate')));
    const left = fetch(`${world.url}/v1/simulate`, {
      method: 'POST',
      body: JSON.stringify({ apiConfig: PRICE_SOURCE }),
      signal: leaving.signal,
    });
    await arrived;
    leaving.abort();
    await expect(left).rejects.toThrow();
    release();
    await expect.poll(async () => (await ask()).status).toBe(200);
  });
});

it('a gateway that leaves them off says so, here and in its info', async () => {
  await reopen({ simulate: { enabled: false } });
  expect((await ask()).status).toBe(404);
  const info = await world.http.call(operations.getInfo);
  expect(info.body).toMatchObject({ data: { simulate: false } });
});

function now(): number {
  return Math.floor(Date.now() / 1_000);
}
function withOwner(authorization: string): string {
  const [key, ...rest] = authorization.split('.');
  return [key, formatAddress(world.gatewayPda), ...rest].join('.');
}
