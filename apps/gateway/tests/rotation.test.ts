import {
  deriveDeploymentId,
  deriveFeedId,
  deriveSourceId,
  fromHex,
  parseApiConfig,
  signersOf,
  toUnixMs,
  unixSeconds,
} from '@oracle-gateway/protocol';
import type { RegistryAccount } from '@oracle-gateway/protocol/accounts';
import { verifyAttestation } from '@oracle-gateway/schnorr';
import { afterEach, expect, it } from 'vitest';
import type { Consumer } from './fakes/consumer.js';
import { PRICE_SOURCE } from './fakes/consumer.js';
import { post, type RawAnswer } from './fakes/post.js';
import { holdNodes, PROGRAM_ID, startWorld, type World } from './fakes/world.js';

const QUORUM = 3;
const ROUNDS = 3;
/** In the second version this one has no key any more. */
const REMOVED = 0;

let world: World;
afterEach(() => world.close());

interface Asked {
  readonly consumer: Consumer;
  readonly timestamp: number;
  readonly answer: Promise<RawAnswer>;
}

function ask(registryVersion: number): Asked {
  const consumer = world.subscriber();
  const request = consumer.request({ signaturesRequired: QUORUM, registryVersion });
  return { consumer, timestamp: request.timestamp, answer: post(world.url, request) };
}

/** The signers, when the answer verifies under this version and no other. */
async function signersUnder(registry: RegistryAccount, { consumer, timestamp, answer }: Asked): Promise<readonly number[]> {
  const { data } = (await answer).body as {
    data: Record<'valuePacked' | 'signersBitmap' | 's' | 'commitmentAddr', string> & { registryVersion: number };
  };
  expect(data.registryVersion).toBe(Number(registry.version));
  const sourceId = deriveSourceId(parseApiConfig(PRICE_SOURCE));
  const verdict = verifyAttestation({
    deploymentId: deriveDeploymentId({ programId: PROGRAM_ID, network: world.config.network }),
    registry,
    attestation: {
      feedId: deriveFeedId({ owner: consumer.address, sourceId, signaturesRequired: QUORUM }),
      sourceId,
      value: fromHex(data.valuePacked, 32),
      registryVersion: registry.version,
      signaturesRequired: QUORUM,
      timestampMs: toUnixMs(unixSeconds(timestamp)),
      signersBitmap: fromHex(data.signersBitmap, 32),
      s: fromHex(data.s, 32),
      commitment: fromHex(data.commitmentAddr, 20),
    },
  });
  expect(verdict.ok).toBe(true);
  return signersOf(fromHex(data.signersBitmap, 32));
}

it('rounds under way while the registry rotates are signed under the version they asked for, or fail; those after it under the new one', async () => {
  world = await startWorld({ rounds: { sign_deadline_ms: 6_000 } });
  const before = world.ledger.registry;
  const after: RegistryAccount = {
    ...before,
    version: 2n,
    active: before.active - 1,
    keys: before.keys.map((key, index) => (index === REMOVED ? null : key)),
  };
  const arrived = Promise.all(world.nodes.map((node) => node.arrival('/v1/observe')));
  const open = holdNodes(world);
  const old = Array.from({ length: ROUNDS }, () => ask(1));
  await arrived;
  world.ledger.registry = after;
  world.ledger.config = { ...world.ledger.config, registryVersion: 2n };
  const asked = (world.nodes[REMOVED]?.calls['/v1/observe'] ?? 0) + (world.nodes[REMOVED]?.calls['/v1/sign'] ?? 0);
  const fresh = Array.from({ length: ROUNDS }, () => ask(2));
  open();
  for (const round of fresh) {
    const { status, body } = await round.answer;
    expect([status, body['error']]).toEqual([200, undefined]);
    expect(await signersUnder(after, round)).not.toContain(REMOVED);
  }
  for (const round of old) {
    const { status } = await round.answer;
    if (status === 200) await signersUnder(before, round);
    else expect(status).toBe(503);
  }
  const stale = await ask(1).answer;
  expect([stale.status, stale.body['code'], stale.body['registryVersion']]).toEqual([400, 'stale_registry_version', 2]);
  expect(asked).toBeGreaterThan(0);
});
