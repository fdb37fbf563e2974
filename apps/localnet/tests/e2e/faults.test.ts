import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { steadyPrice } from '../../src/demo/asked-price.js';
import { DemoFailure } from '../../src/demo/demo-failure.js';
import { runDemo } from '../../src/demo/run-demo.js';
import {
  control,
  execute,
  expectSettled,
  metric,
  prepareRound,
  serve,
  startTestWorld,
  type ServedRound,
  type TestWorld,
} from './test-world.js';

/** The gateway asks four of five nodes first, so one round in five is without the faulty node. */
const QUORUM = 4;
const FAULTY = 2;
const MAX_ROUNDS = 30;
/** All of these rounds miss the late node in one run of ten million. */
const LATE_ROUNDS = 10;

/** Callers at once while a node is away, and rounds of each at most. */
const LANES = 4;
const MAX_ROUNDS_OF_LANE = 500;
const PATIENTLY = { interval: 50 };

let test: TestWorld;
beforeAll(async () => {
  test = await startTestWorld();
});
afterAll(() => test.close());
afterEach(async () => {
  await control(test, '/restart', { what: 'node', index: FAULTY });
  // It remembers for a while who was faulty, and does without that node where it can.
  await control(test, '/restart', { what: 'gateway' });
});

function namedFaults(kind: string): Promise<number> {
  return metric(
    test.world.manifest.metricsUrls.gateway,
    new RegExp(`^oracle_gateway_node_faults_total\\{.*node="${FAULTY}".*fault="${kind}"`),
  );
}

/** Serves rounds, and each must succeed, until the gateway's metrics name the faulty node. All of them settle. */
async function serveUntilNamed(kind: string): Promise<void> {
  const rounds: ServedRound[] = [];
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    rounds.push(await serve(test, { quorum: QUORUM }));
    if ((await namedFaults(kind)) > 0) break;
  }
  for (const served of rounds) expect(await expectSettled(test, served)).toHaveLength(QUORUM);
  await expect.poll(() => namedFaults(kind)).toBeGreaterThan(0);
}

describe('one faulty node of five, at quorum 4: every round is served, and the node is named', () => {
  it.each([
    ['bad-partial', 'bad_partial'],
    ['lie', 'dissent'],
    ['garbage', 'bad_answer'],
  ])('fault %s is named %s', async (fault, kind) => {
    await control(test, '/node', { index: FAULTY, fault });
    await serveUntilNamed(kind);
  });

  it('a killed node is named unreachable', async () => {
    process.kill(test.world.manifest.pids.nodes[FAULTY]!, 'SIGKILL');
    await serveUntilNamed('unreachable');
  });

  it('a node that dies between its observation and its signature is replaced', async () => {
    await control(test, '/node', { index: FAULTY, fault: 'die-between' });
    await serveUntilNamed('unreachable');
  });

  it('no round waits for a late node, and it is named timeout once its deadline has passed', async () => {
    await control(test, '/node', { index: FAULTY, fault: 'late' });
    const rounds: ServedRound[] = [];
    for (let round = 0; round < LATE_ROUNDS; round += 1) {
      rounds.push(await serve(test, { quorum: QUORUM }));
    }
    for (const served of rounds) expect(await expectSettled(test, served)).not.toContain(FAULTY);
    await expect.poll(() => namedFaults('timeout')).toBeGreaterThan(0);
  });
});

function gatewayMetric(name: string, labels: string): Promise<number> {
  return metric(test.world.manifest.metricsUrls.gateway, new RegExp(`^${name}\\{.*${labels}`));
}

describe('streams to the nodes', () => {
  it('carry every call, and a node that is killed under load has one again once it is back: every round is served', async () => {
    const isOpen = () => gatewayMetric('oracle_gateway_node_streams', `node="${FAULTY}"`);
    const handshakes = () => gatewayMetric('oracle_gateway_node_stream_handshakes_total', `node="${FAULTY}",outcome="opened"`);
    const callsBy = (transport: string) => gatewayMetric('oracle_gateway_node_calls_total', `transport="${transport}"`);
    const allOpen = () => gatewayMetric('oracle_gateway_node_streams', '');
    await expect.poll(allOpen, PATIENTLY).toBe(test.world.manifest.pids.nodes.length);
    const before = { http: await callsBy('http'), stream: await callsBy('stream'), handshakes: await handshakes() };
    await serve(test, { quorum: QUORUM });
    expect(await callsBy('stream')).toBeGreaterThanOrEqual(before.stream + QUORUM);
    expect(await callsBy('http')).toBe(before.http);

    let isOver = false;
    const lane = async (_: unknown, number: number): Promise<void> => {
      for (let round = 0; round < MAX_ROUNDS_OF_LANE && !isOver; round += 1) {
        // A source of its own, so that many rounds share one second.
        const source = steadyPrice(test.world.manifest.sources.price);
        const apiConfig = { ...source, url: `${source.url}?lane=${number}&round=${round}` };
        await serve(test, { quorum: 3, apiConfig, timestampSeconds: Math.floor(Date.now() / 1_000) });
      }
    };
    const lanes = Promise.all(Array.from({ length: LANES }, lane));
    // One that fails is reported at the end.
    lanes.catch(() => undefined);
    process.kill(test.world.manifest.pids.nodes[FAULTY]!, 'SIGKILL');
    await expect.poll(isOpen, PATIENTLY).toBe(0);
    await control(test, '/restart', { what: 'node', index: FAULTY });
    await expect.poll(isOpen, PATIENTLY).toBe(1);
    isOver = true;
    await lanes;
    expect(await handshakes()).toBeGreaterThan(before.handshakes);
    const served = await serve(test, { quorum: 5 });
    expect(await expectSettled(test, served)).toContain(FAULTY);
  });
});

describe('without a spare node', () => {
  it('a lie at quorum 5 of 5 fails the round, which uses up its identity', async () => {
    await control(test, '/node', { index: FAULTY, fault: 'lie' });
    const round = prepareRound(test, { quorum: 5 });
    expect((await execute(test, round)).status).toBe(503);
    expect((await execute(test, round)).status).toBe(409);
  });
});

describe('the demo', () => {
  it('fails, naming the reason, when too few nodes are left for its quorum', async () => {
    const { nodes } = test.world.manifest.pids;
    for (const pid of nodes.slice(FAULTY)) process.kill(pid, 'SIGKILL');
    const printed: string[] = [];
    const error = await runDemo(test.world, (text) => printed.push(text), { staysUp: true }).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(DemoFailure);
    expect(String(error)).toContain('503');
    expect(printed.join('\n')).not.toContain('The answer');
    for (const index of [3, 4]) await control(test, '/restart', { what: 'node', index });
  });
});
