import { operations } from '@oracle-gateway/gateway-api';
import { type RoundId, signersOf, fromHex } from '@oracle-gateway/protocol';
import { afterEach, describe, expect, it } from 'vitest';
import type { TestNodeFault } from './fakes/faults.js';
import { post } from './fakes/post.js';
import { streamsTo } from './fakes/streams-to.js';
import { startWorld, type World } from './fakes/world.js';

const BAD = 2;
/** Short enough that a node which never answers is named within the test, long enough for an honest one on a busy machine. */
const SHORT = { observeDeadlineMs: 1_500, signDeadlineMs: 1_500, deadlineMs: 8_000 };
/** So that every fault has its step; what becomes of them in one exchange is tested beside. */
const IN_TWO = { rounds: SHORT, commitsInAdvance: false };

let world: World;
afterEach(() => world.close());

function setFault(fault: TestNodeFault): void {
  const node = world.nodes[BAD];
  if (node === undefined) throw new Error('the world has five nodes');
  node.fault = fault;
}

const FAULTS = [
  { fault: 'bad-partial', step: 'sign', named: 'bad_partial' },
  { fault: 'refuse-sign', step: 'sign', named: 'refused' },
  { fault: 'late-sign', step: 'sign', named: 'timeout' },
  { fault: 'bad-nonces', step: 'observe', named: 'bad_answer' },
  { fault: 'lie', step: 'observe', named: 'dissent' },
  { fault: 'late-observe', step: 'observe', named: 'timeout' },
  { fault: 'declines', step: 'observe', named: 'declined' },
  { fault: 'garbage', step: 'observe', named: 'bad_answer' },
  { fault: 'upstream', step: 'observe', named: 'upstream' },
  { fault: 'down', step: 'observe', named: 'unreachable' },
] as const;

/** Over streams, the faults of the transport; what a node signs is the same over both. */
const FAULTS_OF = {
  http: FAULTS,
  stream: FAULTS.filter(({ fault }) => ['late-sign', 'late-observe', 'garbage', 'down'].includes(fault)),
} as const;

describe.each(['http', 'stream'] as const)('one bad node of five, over %s', (transport) => {
  it.each(FAULTS_OF[transport])('$fault: quorum 4 is served without it, and it is named ($step $named)', async ({ fault, step, named }) => {
    world = await startWorld({ transport, ...IN_TWO });
    setFault(fault);
    // A node that only signs badly is not always among the four fastest observers, hence more than one round.
    for (let round = 0; round < 20; round += 1) {
      const answer = await post(world.url, world.subscriber().request({ signaturesRequired: 4 }));
      expect([answer.status, answer.body['error']]).toEqual([200, undefined]);
      const { signersBitmap } = answer.body['data'] as { signersBitmap: string };
      expect(signersOf(fromHex(signersBitmap, 32))).not.toContain(BAD);
      if (world.log.text().includes('node fault')) break;
    }
    await world.log.line('node fault', `"nodeIndex":${BAD}`, `"step":"${step}"`, `"fault":"${named}"`);
    expect(await world.metrics()).toContain(`oracle_gateway_node_faults_total{node="${BAD}",step="${step}",fault="${named}"}`);
  });

  it.each(FAULTS_OF[transport])(
    '$fault: quorum 5 of 5 fails with 503, nothing is charged and the identity stays used',
    async ({ fault }) => {
      world = await startWorld({ transport, ...IN_TWO });
      setFault(fault);
      const consumer = world.subscriber({ roundsLeft: 1n });
      const request = consumer.request({ signaturesRequired: 5 });
      const failed = await post(world.url, request);
      expect(failed.status).toBe(503);
      const roundId = failed.headers.get('x-round-id') as RoundId;
      expect(await world.outbox.read(roundId)).toMatchObject({ state: 'failed', reason: failed.body['code'] });
      const replay = await post(world.url, request);
      expect([replay.status, replay.headers.get('x-round-id')]).toEqual([409, roundId]);

      setFault('none');
      if (transport === 'stream') await streamsTo(world.nodes, world.metricsUrl);
      const retry = await post(world.url, consumer.request({ signaturesRequired: 5, timestamp: request.timestamp - 1 }));
      expect(retry.status).toBe(200);
    },
  );
});

describe('one late signer of five', () => {
  it('is overtaken by the spare and then asked last: no round waits for the deadline of its answer', async () => {
    world = await startWorld({ rounds: { observeDeadlineMs: 2_000, signDeadlineMs: 60_000, deadlineMs: 20_000 } });
    setFault('late-sign');
    for (let round = 0; round < 10; round += 1) {
      const answer = await post(world.url, world.subscriber().request({ signaturesRequired: 4 }));
      expect([answer.status, answer.body['error']]).toEqual([200, undefined]);
    }
    await world.log.line('node fault', `"nodeIndex":${BAD}`, '"step":"sign"', '"fault":"overtaken"');
    expect(world.nodes[BAD]?.calls['/v1/sign']).toBeLessThan(6);
  });
});

describe('what a 503 says', () => {
  it('names the step and the status when the source fails everywhere, never what it answered', async () => {
    world = await startWorld();
    for (const node of world.nodes) node.fault = 'upstream';
    const { status, body } = await post(world.url, world.subscriber().request({ signaturesRequired: 3 }));
    expect([status, body['code']]).toEqual([503, 'upstream_failure']);
    expect(body['error']).toMatch(/the source answered with status 500/);
  });

  it('reports a source that asks for payment, on a path that cannot pay it: its terms reach neither caller nor log', async () => {
    world = await startWorld();
    for (const node of world.nodes) node.fault = 'paywalled';
    const { status, body } = await post(world.url, world.subscriber().request({ signaturesRequired: 3 }));
    expect([status, body['code']]).toEqual([503, 'upstream_failure']);
    expect(body['error']).toMatch(/the source asks for payment/);
    await world.log.line('node fault', '"upstreamStatus":402');
    for (const text of [JSON.stringify(body), world.log.text()]) expect(text).not.toContain('pay the source');
  });

  it('says so when no value is seen by a quorum', async () => {
    world = await startWorld();
    for (const node of world.nodes) node.value = `${node.index + 1}.5`;
    const { status, body } = await post(world.url, world.subscriber().request({ signaturesRequired: 3 }));
    expect([status, body['code']]).toEqual([503, 'no_quorum_value']);
  });

  it('says so as soon as that is certain, though a node has not answered, and does not speak of time', async () => {
    world = await startWorld({ nodeCount: 3, ...IN_TWO });
    const [first, second, third] = world.nodes;
    if (first === undefined || second === undefined || third === undefined) throw new Error('the world has three nodes');
    first.value = '1.5';
    second.value = '2.5';
    third.fault = 'late-observe';
    const { status, body } = await post(world.url, world.subscriber().request({ signaturesRequired: 3 }));
    expect([status, body['code']]).toEqual([503, 'no_quorum_value']);
  });

  it('says so when the nodes take too long', async () => {
    world = await startWorld({ rounds: SHORT });
    for (const node of world.nodes) node.fault = 'late-observe';
    const { status, body } = await post(world.url, world.subscriber().request());
    expect([status, body['code']]).toEqual([503, 'node_timeout']);
  });

  it('does not use up the identity when too few nodes have a usable endpoint', async () => {
    world = await startWorld();
    const nodes = world.ledger.nodes;
    world.ledger.nodes = nodes.map((node) => ({ ...node, endpoint: 'ftp://nowhere' }));
    const request = world.subscriber().request();
    const refused = await post(world.url, request);
    expect([refused.status, refused.body['code']]).toEqual([503, 'too_few_nodes']);
    world.ledger.nodes = nodes;
    expect((await post(world.url, request)).status).toBe(200);
  });
});

describe('eligible nodes', () => {
  it('a node that failed is asked for one place in turn with all others, and for the rest last', async () => {
    // All eligible nodes are asked at once in two exchanges.
    world = await startWorld({ nodeCount: 4, ...IN_TWO });
    const down = world.nodes[0];
    if (down === undefined) throw new Error('the world has four nodes');
    down.fault = 'down';
    while ((down.calls['/v1/observe'] ?? 0) === 0) await post(world.url, world.subscriber().request());
    const asked = down.calls['/v1/observe'] ?? 0;
    // Three of the four are needed at quorum 2 and buffer 1, and three are healthy: it is asked in a quarter of the rounds, a healthy one in more
    // than three quarters. Half of them lies beyond five standard deviations of either.
    const rounds = 80;
    for (let round = 0; round < rounds; round += 1) expect((await post(world.url, world.subscriber().request())).status).toBe(200);
    expect((down.calls['/v1/observe'] ?? 0) - asked).toBeLessThan(rounds / 2);
  });

  it('a caller whose share of the nodes is used is told so', async () => {
    world = await startWorld({ nodeCount: 4, rounds: SHORT });
    for (const node of world.nodes) node.fault = 'share-used';
    const refused = await post(world.url, world.subscriber().request());
    expect([refused.status, refused.body['code']]).toEqual([503, 'node_share_used']);
    expect([refused.body['scope'], refused.headers.get('retry-after')]).toEqual(['nodes', '2']);
  });

  it.each([true, false])(
    'a request that every node refused before it fetched may be sent again as it is (one exchange: %s)',
    async (commitsInAdvance) => {
      world = await startWorld({ nodeCount: 4, rounds: SHORT, commitsInAdvance });
      const request = world.subscriber({ roundsLeft: 1n }).request();
      for (const node of world.nodes) node.fault = 'share-used';
      for (let round = 0; round < 3; round += 1) {
        const { body } = await post(world.url, request);
        expect([body['code'], body['authorization']]).toEqual(['node_share_used', 'unused']);
      }
      for (const node of world.nodes) node.fault = 'none';
      expect((await post(world.url, request)).status).toBe(200);
    },
  );

  it('a request that one node may have fetched for is used up, although the others refuse before they fetch', async () => {
    world = await startWorld({ nodeCount: 3, ...IN_TWO });
    const [fetching, ...full] = world.nodes;
    for (const node of full) node.fault = 'share-used';
    if (fetching !== undefined) fetching.fault = 'late-observe';
    const request = world.subscriber().request();
    const { body } = await post(world.url, request);
    expect([body['code'], body['authorization']]).toEqual(['node_share_used', undefined]);
    for (const node of world.nodes) node.fault = 'none';
    expect((await post(world.url, request)).status).toBe(409);
  });

  it('nodes that have no share left for a caller are no failing nodes: callers after it find them all', async () => {
    world = await startWorld({ nodeCount: 4, ...IN_TWO });
    for (const node of world.nodes) node.fault = 'share-used';
    for (let round = 0; round < 5; round += 1) expect((await post(world.url, world.subscriber().request())).status).toBe(503);
    for (const node of world.nodes) node.fault = 'none';
    const before = world.nodes.map(({ calls }) => calls['/v1/observe'] ?? 0);
    for (let round = 0; round < 20; round += 1) expect((await post(world.url, world.subscriber().request())).status).toBe(200);
    // Three of the four are drawn each time.
    world.nodes.forEach(({ calls }, index) => expect((calls['/v1/observe'] ?? 0) - (before[index] ?? 0)).toBeGreaterThan(3));
  });

  it('a node that has recovered is asked again after a while, and serves', async () => {
    let laterMs = 0;
    world = await startWorld({ nodeCount: 3, overrides: { monotonicMs: () => performance.now() + laterMs } });
    const down = world.nodes[0];
    if (down === undefined) throw new Error('the world has three nodes');
    const signs = async (): Promise<boolean> => {
      const { status, body } = await post(world.url, world.subscriber().request());
      expect([status, body['error']]).toEqual([200, undefined]);
      return signersOf(fromHex((body['data'] as { signersBitmap: string }).signersBitmap, 32)).includes(0);
    };
    down.fault = 'down';
    await signs();
    await world.log.line('node fault', '"nodeIndex":0');
    down.fault = 'none';
    laterMs = 120_000;
    await expect.poll(signs).toBe(true);
  });

  it('a gateway to which too few nodes answer is not ready, says how many do, and is ready again by itself', async () => {
    let laterMs = 0;
    world = await startWorld({ nodeCount: 3, overrides: { monotonicMs: () => performance.now() + laterMs } });
    const ready = async () => {
      const { status, body } = await world.http.call(operations.getReady);
      return [status, 'reasons' in body ? body.reasons : []];
    };
    const sees = (line: string) => expect.poll(() => world.metrics()).toContain(line);
    await sees('oracle_gateway_nodes_answering 3');
    expect(await ready()).toEqual([200, []]);
    for (const node of world.nodes) node.fault = 'down';
    laterMs = 40_000;
    expect(await ready()).toEqual([503, ['0 nodes answer, 2 are needed']]);
    await sees('oracle_gateway_nodes_answering 0');
    await world.log.line('too few nodes answer', '"needed":2');
    for (const node of world.nodes) node.fault = 'none';
    await expect.poll(ready).toEqual([200, []]);
  });

  it('sessions that are over are released at every node', async () => {
    world = await startWorld();
    const released = world.nodes.map((node) => node.arrival('/v1/release'));
    expect((await post(world.url, world.subscriber().request({ signaturesRequired: 4 }))).status).toBe(200);
    await Promise.all(released);
    await expect.poll(() => world.nodes.map((node) => node.openSessions())).toEqual([0, 0, 0, 0, 0]);
  });
});
