import {
  deriveDeploymentId,
  deriveFeedId,
  deriveSourceId,
  fromHex,
  parseApiConfig,
  signersOf,
  toUnixMs,
  unixMs,
  unixSeconds,
  SOURCE_FORM,
} from '@oracle-gateway/protocol';
import type { RegistryAccount } from '@oracle-gateway/protocol/accounts';
import { verifyAttestation } from '@oracle-gateway/schnorr';
import { afterEach, expect, it } from 'vitest';
import type { Consumer } from './fakes/consumer.js';
import { PRICE_SOURCE } from './fakes/consumer.js';
import { post, type RawAnswer } from './fakes/post.js';
import { changeRegistry, holdNodes, PROGRAM_ID, startWorld, type World } from './fakes/world.js';

const NODES = 4;
const QUORUM = 3;
const ROUNDS = 3;
/** This node has no key any more in the second version. */
const REMOVED = 0;
const UNTIL_ASKED = { interval: 10 };

let world: World;
afterEach(() => world.close());

interface Asked {
  readonly consumer: Consumer;
  readonly signaturesRequired: number;
  readonly timestamp: number;
  readonly answer: Promise<RawAnswer>;
}

function ask(registryVersion: number, signaturesRequired = QUORUM): Asked {
  const consumer = world.subscriber();
  const request = consumer.request({ signaturesRequired, registryVersion });
  return { consumer, signaturesRequired, timestamp: request.timestamp, answer: post(world.url, request) };
}

/** The signers, when the answer verifies under this version and no other. */
async function signersUnder(
  registry: RegistryAccount,
  { consumer, signaturesRequired, timestamp, answer }: Asked,
): Promise<readonly number[]> {
  const { data } = (await answer).body as {
    data: Record<'valuePacked' | 'signersBitmap' | 's' | 'commitmentAddr', string> & Record<'registryVersion' | 'observedAt', number>;
  };
  expect(data.registryVersion).toBe(Number(registry.version));
  const sourceId = deriveSourceId(parseApiConfig(PRICE_SOURCE));
  const verdict = verifyAttestation({
    deploymentId: deriveDeploymentId({ programId: PROGRAM_ID, network: world.config.network }),
    registry,
    attestation: {
      feedId: deriveFeedId({ owner: consumer.address, sourceId, signaturesRequired }),
      sourceId,
      value: fromHex(data.valuePacked, 32),
      registryVersion: registry.version,
      signaturesRequired,
      form: SOURCE_FORM,
      timestampMs: toUnixMs(unixSeconds(timestamp)),
      observedAtMs: unixMs(data.observedAt),
      signersBitmap: fromHex(data.signersBitmap, 32),
      s: fromHex(data.s, 32),
      commitment: fromHex(data.commitmentAddr, 20),
    },
  });
  expect(verdict.ok).toBe(true);
  return signersOf(fromHex(data.signersBitmap, 32));
}

function without(index: number): Pick<RegistryAccount, 'keys'> {
  return { keys: world.ledger.registry.keys.map((key, other) => (other === index ? null : key)) };
}

function setStale(...versions: readonly number[]): void {
  for (const node of world.nodes) node.stale = new Set(versions);
}

function asks(): number {
  return world.nodes.reduce((sum, { observed }) => sum + observed.length, 0);
}

it.each([
  // Where all nodes must sign, all are asked at once in either.
  ['one exchange', { commitsInAdvance: true, quorum: NODES }],
  ['two exchanges', { commitsInAdvance: false, quorum: QUORUM }],
])(
  'rounds under way while the registry rotates are signed under the version they asked for, those after it under the new one, in %s',
  async (_, { commitsInAdvance, quorum }) => {
    world = await startWorld({ nodeCount: NODES, rounds: { signDeadlineMs: 6_000 }, commitsInAdvance });
    const before = world.ledger.registry;
    const open = holdNodes(world);
    const old = Array.from({ length: ROUNDS }, () => ask(1, quorum));
    await expect.poll(() => world.nodes.map((node) => node.observing()), UNTIL_ASKED).toEqual(world.nodes.map(() => ROUNDS));
    const after = changeRegistry(world, without(REMOVED));
    const fresh = Array.from({ length: ROUNDS }, () => ask(2));
    open();
    for (const round of fresh) {
      const { status, body } = await round.answer;
      expect([status, body['error']]).toEqual([200, undefined]);
      expect(await signersUnder(after, round)).not.toContain(REMOVED);
    }
    for (const round of old) {
      expect((await round.answer).status).toBe(200);
      await signersUnder(before, round);
    }
    const stale = await ask(1).answer;
    expect([stale.status, stale.body['code'], stale.body['registryVersion']]).toEqual([400, 'stale_registry_version', 2]);
  },
);

it.each([
  ['one exchange', true],
  ['two exchanges', false],
])(
  'nodes refuse the version that the gateway still knows: the ledger is read, and the same round goes on under its version, in %s',
  async (_, commitsInAdvance) => {
    world = await startWorld({ commitsInAdvance });
    const known = world.ledger.registry;
    const first = ask(1);
    expect((await first.answer).status).toBe(200);
    const after = changeRegistry(world, without(REMOVED));
    world.ledger.cachedRegistry = known;
    setStale(1);
    // All of them are admitted before one of them has the ledger read.
    const open = holdNodes(world);
    const rounds = Array.from({ length: ROUNDS }, () => ask(1));
    await expect.poll(() => world.metrics(), UNTIL_ASKED).toMatch(new RegExp(`^oracle_gateway_rounds_in_flight ${ROUNDS}$`, 'm'));
    open();
    for (const round of rounds) {
      const { status, body } = await round.answer;
      expect([status, body['error']]).toEqual([200, undefined]);
      expect(await signersUnder(after, round)).not.toContain(REMOVED);
    }
    expect((await ask(1).answer).body['code']).toBe('stale_registry_version');
  },
);

it('nodes that refuse the ledger’s only version are asked once more, then the round fails and has used up its identity', async () => {
  // All eligible nodes are asked at once in two exchanges: their refusals are held against none of them.
  world = await startWorld({ commitsInAdvance: false });
  setStale(1);
  const before = asks();
  const round = ask(1);
  expect((await round.answer).status).toBe(503);
  const once = 4;
  expect(asks() - before).toBe(2 * once);
});

it('one node that refuses the current version as stale neither ends a round nor has it begin anew', async () => {
  world = await startWorld();
  const [liar] = world.nodes;
  if (liar === undefined) throw new TypeError('a world of nodes');
  liar.stale = new Set([1]);
  for (let count = 0; count < ROUNDS; count += 1) {
    const round = ask(1);
    expect((await round.answer).status).toBe(200);
    await signersUnder(world.ledger.registry, round);
  }
});

it('a round whose quorum the new version does not serve fails as it would have: no other quorum is signed in its place', async () => {
  world = await startWorld();
  const known = world.ledger.registry;
  changeRegistry(world, { minSigners: QUORUM + 1 });
  world.ledger.cachedRegistry = known;
  setStale(1);
  const before = asks();
  expect((await ask(1).answer).status).toBe(503);
  expect(asks() - before).toBe(4);
});

it('a node that is removed while a round is under way still signs it, where all are needed', async () => {
  world = await startWorld({ nodeCount: QUORUM });
  const open = holdNodes(world);
  const arrived = Promise.all(world.nodes.map((node) => node.arrival('/v1/observe')));
  const before = world.ledger.registry;
  const round = ask(1);
  await arrived;
  changeRegistry(world, without(REMOVED));
  open();
  expect((await round.answer).status).toBe(200);
  expect(await signersUnder(before, round)).toContain(REMOVED);
});
