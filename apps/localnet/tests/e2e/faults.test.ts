import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

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

/** Quorum 4 of 5 with a buffer of one asks every node: the faulty one is always among them. */
const QUORUM = 4;
const FAULTY = 2;
/** Four of five answers make the set, and the gateway asks four of five nodes first. So some rounds are without the faulty node. */
const MAX_ROUNDS = 30;

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

  it('no round waits for a late node, and it is named timeout once its deadline has passed', { timeout: 60_000 }, async () => {
    await control(test, '/node', { index: FAULTY, fault: 'late' });
    const startedAtMs = performance.now();
    const served = await serve(test, { quorum: QUORUM });
    expect(await expectSettled(test, served)).not.toContain(FAULTY);
    // The node holds its answer back for longer than the observe deadline of 12 s.
    expect(performance.now() - startedAtMs).toBeLessThan(12_000);
    await expect.poll(() => namedFaults('timeout'), { timeout: 20_000 }).toBeGreaterThan(0);
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
