import { fromHex, signersOf } from '@oracle-gateway/protocol';
import { afterEach, describe, expect, it } from 'vitest';
import type { TestNodeFault } from './fakes/faults.js';
import { post } from './fakes/post.js';
import { startWorld, type World } from './fakes/world.js';

const QUORUM = 4;
const BAD = 2;
/** Short enough that a node which never answers is named within the test, long enough for an honest one on a busy machine. */
const SHORT = { observeDeadlineMs: 1_500, signDeadlineMs: 1_500, deadlineMs: 8_000 };
const MAX_ROUNDS = 60;

let world: World;
afterEach(() => world.close());

/** Rounds served so far, by exchanges. */
async function served(exchanges: 1 | 2): Promise<number> {
  const line = new RegExp(`oracle_gateway_signed_rounds_total\\{exchanges="${exchanges}"\\} (\\d+)`).exec(await world.metrics());
  return Number(line?.[1] ?? 0);
}

/** Serves one round; its signers. */
async function serve(signaturesRequired = QUORUM): Promise<readonly number[]> {
  const { status, body } = await post(world.url, world.subscriber().request({ signaturesRequired }));
  expect([status, body['error']]).toEqual([200, undefined]);
  return signersOf(fromHex((body['data'] as { signersBitmap: string }).signersBitmap, 32));
}

/** The stock is filled behind the first rounds; serves until it is there. */
async function serveUntilInOne(signaturesRequired = QUORUM): Promise<void> {
  const before = await served(1);
  for (let round = 0; round < MAX_ROUNDS && (await served(1)) === before; round += 1) await serve(signaturesRequired);
  expect(await served(1)).toBeGreaterThan(before);
}

/** Whether the log names the bad node for this. */
function isNamed(fault: RegExp): boolean {
  return world.log
    .text()
    .split('\n')
    .some((line) => line.includes(`"nodeIndex":${BAD}`) && fault.test(line));
}

function bad(): World['nodes'][number] {
  const node = world.nodes[BAD];
  if (node === undefined) throw new Error('the world has five nodes');
  return node;
}

function signCalls(): number {
  return world.nodes.reduce((sum, { calls }) => sum + (calls['/v1/sign'] ?? 0), 0);
}

describe('one exchange', () => {
  it('serves a round without any call to sign, as soon as nodes have given commitments in advance', async () => {
    world = await startWorld();
    await serveUntilInOne(5);
    const [signed, inOne] = [signCalls(), await served(1)];
    for (let round = 0; round < 5; round += 1) expect(await serve(5)).toEqual([0, 1, 2, 3, 4]);
    expect([signCalls(), await served(1)]).toEqual([signed, inOne + 5]);
  });

  it('is asked of the named signers alone while nothing is known against them: the source is not asked for a spare', async () => {
    world = await startWorld();
    await serveUntilInOne();
    const asked = (): number => world.nodes.reduce((sum, { calls }) => sum + (calls['/v1/observe'] ?? 0), 0);
    const before = asked();
    for (let round = 0; round < 5; round += 1) await serve();
    expect(asked() - before).toBe(5 * QUORUM);
  });

  it('is not asked of nodes that give no commitments in advance: their rounds take two', async () => {
    world = await startWorld({ commitsInAdvance: false });
    for (let round = 0; round < 3; round += 1) await serve();
    expect(world.nodes.every(({ observed }) => observed.every(({ signers }) => signers === undefined))).toBe(true);
    expect([await served(1), await served(2)]).toEqual([0, 3]);
  });

  it.each<[TestNodeFault, RegExp]>([
    ['bad-partial', /"step":"observe".*"fault":"bad_partial"/],
    ['bad-group-commitment', /"step":"observe".*"fault":"bad_partial"/],
    ['lie', /"fault":"dissent"/],
    ['garbage', /"step":"observe".*"fault":"bad_answer"/],
    ['upstream', /"step":"observe".*"fault":"upstream"/],
    ['late-observe', /"step":"observe".*"fault":"timeout"/],
    ['down', /"step":"observe".*"fault":"unreachable"/],
  ])('is served without the node that spoils it (%s), which is named, over the observations in hand', async (fault, named) => {
    world = await startWorld({ rounds: SHORT });
    // All nodes have commitments in advance now: the gateway would not ask one without.
    await serveUntilInOne(5);
    bad().fault = fault;
    // It goes on giving commitments: without one it would not be asked, and not be named.
    bad().brokenAt = '/v1/observe';
    const observed = world.nodes.map(({ calls }) => calls['/v1/observe'] ?? 0);
    let rounds = 0;
    for (; rounds < MAX_ROUNDS && !isNamed(named); rounds += 1) expect(await serve()).not.toContain(BAD);
    await expect.poll(() => isNamed(named)).toBe(true);
    // No node was asked to observe twice in a round, whatever it took to sign.
    const asked = world.nodes.map(({ calls }, at) => (calls['/v1/observe'] ?? 0) - (observed[at] ?? 0));
    expect(Math.max(...asked)).toBeLessThanOrEqual(rounds);
  });

  it('goes on in two when no quorum of nodes sees one value, and blames no node for a moving price', async () => {
    world = await startWorld();
    await serveUntilInOne(5);
    bad().value = '2.5';
    const before = await served(2);
    for (let round = 0; round < 8; round += 1) expect(await serve()).not.toContain(BAD);
    expect(await served(2)).toBeGreaterThan(before);
    expect(world.log.text()).not.toMatch(/"fault":"(refused|bad_partial|timeout)"/);
  });
});

describe('commitments in advance', () => {
  it('of a node that has started anew are gone: the round is served in two, and the next ones in one again', async () => {
    world = await startWorld();
    await serveUntilInOne(5);
    const before = await served(2);
    bad().restart();
    expect(await serve(5)).toEqual([0, 1, 2, 3, 4]);
    expect(await served(2)).toBe(before + 1);
    await serveUntilInOne(5);
    expect(await served(2)).toBeLessThan(before + MAX_ROUNDS);
  });

  it.each<[TestNodeFault, string]>([
    ['no-commitments', 'refused'],
    ['bad-commitments', 'bad_answer'],
  ])('leave a node that gives none (%s) a node like any other, in two exchanges', async (fault, named) => {
    world = await startWorld();
    bad().fault = fault;
    for (let round = 0; round < 5; round += 1) expect(await serve(5)).toEqual([0, 1, 2, 3, 4]);
    expect([await served(1), await served(2)]).toEqual([0, 5]);
    expect(await world.metrics()).toContain(`oracle_gateway_node_faults_total{node="${BAD}",step="commit",fault="${named}"} `);
    // Four others are enough where a quorum is; the node stays the spare.
    await serveUntilInOne(4);
  });
});
