import { agent, delegate, GatewayError, owner, session, type Account, type Client, type SimulatedNode } from '@oracle-gateway/client';
import { payPerRequest } from '@oracle-gateway/client/x402';
import { formatAddress } from '@oracle-gateway/protocol';
import { createKeyPairSignerFromBytes } from '@solana/kit';
import { beforeAll, describe, expect, it } from 'vitest';

import { addressOf, newKeypair } from '../../src/base/keypair.js';
import { clientWorld } from './client-world.js';
import {
  freshSource,
  freshToleranceSource,
  fundedAgent,
  keyOf,
  privateSource,
  PRIVATE_VALUE,
  testClient,
  TRUE_VALUE,
  watchedSigner,
} from './test-client.js';
import { control, type TestWorld } from './test-world.js';

const NODES = 5;
const QUORUM = 4;

let test: TestWorld;
beforeAll(() => {
  test = clientWorld();
});

function ownersClient(): Client {
  return testClient(test, { account: owner({ signer: watchedSigner(keyOf(test, 'subscriptionOwner')) }) });
}

const ACCOUNTS: Readonly<Record<string, () => Promise<Account> | Account>> = {
  owner: () => owner({ signer: watchedSigner(keyOf(test, 'subscriptionOwner')) }),
  delegate: () =>
    delegate({
      signer: watchedSigner(keyOf(test, 'delegate')),
      subscriptionOwner: formatAddress(addressOf(keyOf(test, 'subscriptionOwner'))),
    }),
  session: () => session({ signer: watchedSigner(keyOf(test, 'subscriptionOwner')) }),
  agent: async () => agent({ signer: watchedSigner(await fundedAgent(test, 100_000n)), maxAmount: 100_000n }),
};

/** All processes of the world have one clock. */
function expectWithin(
  node: SimulatedNode,
  { askedAtMs, answeredAtMs }: { readonly askedAtMs: number; readonly answeredAtMs: number },
): void {
  if (!('value' in node)) throw new Error(`node ${node.nodeIndex} found no value`);
  expect([askedAtMs <= node.receivedAtMs, node.receivedAtMs <= answeredAtMs]).toEqual([true, true]);
}

describe.each(Object.entries(ACCOUNTS))('a dry run of %s', (_name, accountOf) => {
  it('asks the eligible set, tells what each node saw and what a round costs, and names the feed', async () => {
    const account = await accountOf();
    const client = testClient(test, { account });
    const source = freshSource(test);
    const askedAtMs = Date.now();
    const simulation = await client.simulate(source, { quorum: QUORUM });
    const answeredAtMs = Date.now();
    expect(simulation).toMatchObject({ verified: false, mode: 'exact', decimals: 18, quorum: QUORUM, registryVersion: 1 });
    expect(simulation.wouldSign).toMatchObject({ value: TRUE_VALUE, quorum: QUORUM });
    expect(simulation.nodes.map((node) => [node.nodeIndex, 'value' in node && node.value])).toEqual(
      Array.from({ length: NODES }, (_, index) => [index, TRUE_VALUE]),
    );
    for (const node of simulation.nodes) expectWithin(node, { askedAtMs, answeredAtMs });
    const { agentRoundBase, agentRoundPerSig } = test.world.manifest.prices;
    expect(simulation.prices['agent']).toBe((BigInt(agentRoundBase) + BigInt(QUORUM) * BigInt(agentRoundPerSig)).toString());
    const round = await client.round(source, { quorum: QUORUM });
    expect([round.sourceId, round.feedId, round.value]).toEqual([simulation.sourceId, simulation.feedId, simulation.wouldSign?.value]);
  });

  it('opens sealed secrets at the nodes', async () => {
    const secrets = { token: test.world.manifest.secrets.privateSource };
    const client = testClient(test, { account: await accountOf() });
    const simulation = await client.simulate(privateSource(test), { quorum: QUORUM, secrets });
    expect(simulation.wouldSign?.value).toBe(PRIVATE_VALUE);
  });
});

describe('a dry run', () => {
  it('of a stranger, and of one who pays per request, asks one node, which cannot be a quorum', async () => {
    const signer = await createKeyPairSignerFromBytes(keyOf(test, 'x402Payer'));
    for (const client of [testClient(test), testClient(test, { account: payPerRequest({ signer, maxAmount: 1n }) })]) {
      const simulation = await client.simulate(freshSource(test), { quorum: QUORUM });
      expect(simulation).toMatchObject({ wouldSign: null, reason: { code: 'one_node_asked' }, nodes: [{ value: TRUE_VALUE }] });
      expect(simulation).not.toHaveProperty('feedId');
    }
  });

  it('tells of one node that does not answer, and what would be signed with it and without it', async () => {
    const stopped = test.world.manifest.pids.nodes[2]!;
    process.kill(stopped, 'SIGSTOP');
    try {
      const simulate = (quorum: number) => ownersClient().simulate(freshSource(test), { quorum });
      const [without, withIt] = await Promise.all([simulate(QUORUM), simulate(NODES)]);
      expect(without.wouldSign).toMatchObject({ value: TRUE_VALUE, quorum: QUORUM });
      expect(withIt.wouldSign).toBeNull();
      expect(withIt.reason?.code).toMatch(/^[a-z_]+$/);
      for (const { nodes } of [without, withIt]) {
        expect(nodes).toHaveLength(NODES);
        expect(nodes.filter((node) => 'error' in node)).toEqual([
          { nodeIndex: 2, latencyMs: expect.any(Number) as number, error: { code: 'node_timeout', detail: expect.any(String) as string } },
        ]);
      }
    } finally {
      process.kill(stopped, 'SIGCONT');
    }
  });

  it('has a row for each node with its value, its time and its latency, and the error of a node that is gone', async () => {
    const gone = 3;
    process.kill(test.world.manifest.pids.nodes[gone]!, 'SIGKILL');
    try {
      const askedAtMs = Date.now();
      const { nodes, wouldSign } = await ownersClient().simulate(freshSource(test), { quorum: QUORUM });
      const answeredAtMs = Date.now();
      expect(nodes.map(({ nodeIndex }) => nodeIndex)).toEqual(Array.from({ length: NODES }, (_, index) => index));
      for (const node of nodes) {
        expect(node.latencyMs).toBeGreaterThanOrEqual(0);
        expect(node.latencyMs).toBeLessThanOrEqual(answeredAtMs - askedAtMs);
        if (node.nodeIndex === gone) {
          expect(node).toMatchObject({ error: { code: 'node_unreachable', detail: expect.any(String) as string } });
          expect(node).not.toHaveProperty('value');
        } else {
          expect(node).toMatchObject({ value: TRUE_VALUE });
          expectWithin(node, { askedAtMs, answeredAtMs });
        }
      }
      expect(wouldSign).toMatchObject({ value: TRUE_VALUE, quorum: QUORUM });
    } finally {
      await control(test, '/restart', { what: 'node', index: gone });
    }
  });

  it('tells where the source broke the rule, by the beginning of the path that it matches', async () => {
    const source = freshSource(test);
    const { responseParser } = source;
    const simulation = await ownersClient().simulate({ ...source, responseParser: `${responseParser}.nothing` }, { quorum: QUORUM });
    expect(simulation.nodes.map((node) => 'error' in node && [node.error.rule, node.error.matched])).toEqual(
      Array(NODES).fill(['nothing_selected', responseParser]),
    );
  });

  it('is of the median in tolerance mode', async () => {
    const simulation = await ownersClient().simulate(freshToleranceSource(test), { quorum: QUORUM });
    expect(simulation).toMatchObject({ mode: 'tolerance', decimals: 8, wouldSign: { value: TRUE_VALUE } });
  });

  it('of a key that may ask for no round is refused, with nothing used up', async () => {
    const client = testClient(test, { account: owner({ signer: watchedSigner(newKeypair()) }) });
    const error: unknown = await client.simulate(freshSource(test)).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(GatewayError);
    expect(error).toMatchObject({ code: 'simulate_not_authorised', status: 403, authorization: 'unused' });
  });

  it('is signed by the ledger’s clock where the own clock is an hour off', async () => {
    const signer = watchedSigner(keyOf(test, 'subscriptionOwner'));
    const client = testClient(test, { account: owner({ signer }), clock: () => Date.now() - 3_600_000 });
    expect((await client.simulate(freshSource(test), { quorum: QUORUM })).wouldSign?.value).toBe(TRUE_VALUE);
    expect(signer.signed).toHaveLength(2);
  });
});
