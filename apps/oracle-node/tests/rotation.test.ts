import { publicKeyOf } from '@oracle-gateway/schnorr/signing';
import { afterEach, describe, expect, it } from 'vitest';
import { exactVerdict } from './exact-verdict.js';
import {
  call,
  Cleanup,
  expectRefusal,
  newLedger,
  NODE_KEYS,
  noncesOf,
  observeOk,
  observeRequest,
  priceSource,
  SECOND,
  signOk,
  signRequest,
  startNode,
  startNodes,
  startNodeWithSource,
  startSource,
  seenValue,
} from './fixture.js';
import { changeRegistry } from './ledger-fake.js';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

const KEYS = NODE_KEYS.map(publicKeyOf);
const WITHOUT_FIRST = KEYS.map((key, index) => (index === 0 ? null : key));

describe('while the registry changes', () => {
  it('nodes that know the new version and nodes that do not make one attestation under the old one', async () => {
    const [early, late, source] = [newLedger(), newLedger(), await startSource(cleanup, priceSource)];
    const nodes = await Promise.all([early, late].map((ledger, index) => startNode(cleanup, { ledger, index, allowed: [source.name] })));
    changeRegistry(early, KEYS);
    const [knowing] = nodes;
    if (knowing === undefined) throw new TypeError('two nodes');
    await observeOk(knowing, observeRequest(source, { registryVersion: 2 }));

    const request = observeRequest(source, { eligible: [0, 1] });
    const observations = await Promise.all(nodes.map((node) => observeOk(node, request)));
    const partials = await Promise.all(nodes.map((node) => signOk(node, signRequest(observations))));
    const signers = observations.map((observation) => ({ index: observation.index, ...noncesOf(observation)[0] }));
    const value = seenValue(observations[0]).value;
    expect(exactVerdict({ request, value, signers, attempt: 0, partials })).toMatchObject({ ok: true, signers: [0, 1] });
  });

  it('a removed node finishes rounds of the version that has its key, and takes part in none of the next', async () => {
    const { node, source, ledger } = await startNodeWithSource(cleanup);
    changeRegistry(ledger, WITHOUT_FIRST);
    expectRefusal(await call(node, 'observe', observeRequest(source, { registryVersion: 2 })), 503, 'not_ready');
    await observeOk(node, observeRequest(source, { registryVersion: 1 }));
  });

  it('a node that an emergency removed names the version that has ended as stale, so that its gateway searches for the next', async () => {
    const { node, source, ledger } = await startNodeWithSource(cleanup);
    changeRegistry(ledger, WITHOUT_FIRST, { isEmergency: true });
    expectRefusal(await call(node, 'observe', observeRequest(source, { registryVersion: 2 })), 503, 'not_ready');
    expectRefusal(await call(node, 'observe', observeRequest(source, { registryVersion: 1 })), 409, 'stale_registry');
  });

  it('a version that was replaced longer ago than ten minutes is stale', async () => {
    const { node, source, ledger } = await startNodeWithSource(cleanup);
    changeRegistry(ledger, KEYS, { atSeconds: Math.floor(Date.now() / SECOND) - 605 });
    await observeOk(node, observeRequest(source, { registryVersion: 2 }));
    expectRefusal(await call(node, 'observe', observeRequest(source, { registryVersion: 1 })), 409, 'stale_registry');
  });

  it.each([
    ['is finished under the version it began with', false],
    ['is not when an emergency has ended that version', true],
  ])('a round that was observed before %s', async (_, isEmergency) => {
    const { nodes, source, ledger } = await startNodes(cleanup, 2);
    const request = observeRequest(source, { eligible: [0, 1] });
    const observations = await Promise.all(nodes.map((node) => observeOk(node, request)));
    changeRegistry(ledger, KEYS, { isEmergency });
    for (const node of nodes) await observeOk(node, observeRequest(source, { registryVersion: 2, eligible: [0, 1] }));
    for (const node of nodes) {
      const reply = await call(node, 'sign', signRequest(observations));
      if (isEmergency) expectRefusal(reply, 409, 'stale_registry');
      else expect(reply.status, reply.text).toBe(200);
    }
  });
});

it('a node whose server lags behind the gateway waits for the version that the gateway names', async () => {
  const ledger = newLedger();
  let lagging = 2;
  const reader: typeof ledger.reader = {
    ...ledger.reader,
    readCurrentRegistry: async () => {
      const registry = await ledger.reader.readCurrentRegistry();
      lagging -= 1;
      return lagging >= 0 ? { ...registry, version: 1n } : registry;
    },
  };
  const { node, source } = await startNodeWithSource(cleanup, { ledger, overrides: { reader } });
  changeRegistry(ledger, KEYS);
  await observeOk(node, observeRequest(source, { registryVersion: 2 }));
  expect(lagging).toBe(-1);
});
