import { type NodeErrorCode, parseVouchResponse, type SignersHex, type VouchRequest } from '@oracle-gateway/node-api';
import { fromHex, type RegistrySnapshot, registrySnapshotMessage, signersBitmap, toHex, unixSeconds } from '@oracle-gateway/protocol';
import type { RegistryAccount } from '@oracle-gateway/protocol/accounts';
import { verifyRegistrySnapshot } from '@oracle-gateway/schnorr';
import { publicKeyOf, sumAsTold } from '@oracle-gateway/schnorr/signing';
import { afterEach, describe, expect, it } from 'vitest';
import {
  call,
  Cleanup,
  commitmentOf,
  expectRefusal,
  newLedger,
  NODE_KEYS,
  type NodeReply,
  observeRequest,
  OTHER_GATEWAY_KEY,
  SECOND,
  startNode,
  startNodes,
  type TestNode,
} from './fixture.js';
import { changeRegistry, DEPLOYMENT_ID, type FakeLedger } from './ledger-fake.js';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

const KEYS = NODE_KEYS.map(publicKeyOf);
const STRANGERS = [6, 7, 8].map((fill) => publicKeyOf(new Uint8Array(32).fill(fill)));

function nowSeconds(): number {
  return Math.floor(Date.now() / SECOND);
}

/** What a ledger says now, for the nodes of a version. */
function snapshotOf(ledger: FakeLedger, changed: Partial<RegistrySnapshot> = {}): RegistrySnapshot {
  const { version, minSigners, keys } = ledger.registry;
  const { oldestAcceptedVersion } = ledger.config;
  const signedAtSeconds = unixSeconds(nowSeconds());
  return {
    deploymentId: DEPLOYMENT_ID,
    signerVersion: version,
    version,
    oldestAcceptedVersion,
    signedAtSeconds,
    minSigners,
    keys,
    ...changed,
  };
}

function signersOf(nodes: readonly TestNode[]): Promise<SignersHex> {
  return Promise.all(nodes.map(async (node) => ({ index: node.index, ...(await commitmentOf(node)) })));
}

function vouchRequest(snapshot: RegistrySnapshot, signers: SignersHex, changed: Partial<VouchRequest> = {}): VouchRequest {
  const { signerVersion, version, signedAtSeconds } = snapshot;
  const message = toHex(registrySnapshotMessage(snapshot));
  return { signerVersion: Number(signerVersion), version: Number(version), signedAtSeconds, message, signers, ...changed };
}

async function ask(nodes: readonly TestNode[], snapshot: RegistrySnapshot, changed: Partial<VouchRequest> = {}): Promise<NodeReply[]> {
  const request = vouchRequest(snapshot, await signersOf(nodes), changed);
  return Promise.all(nodes.map((node) => call(node, 'vouch', request)));
}

/** The verdict of a third party over what the nodes answered. */
function verdictOf(replies: readonly NodeReply[], nodes: readonly TestNode[], snapshot: RegistrySnapshot, registry: RegistryAccount) {
  const answers = replies.map(({ status, text }) => {
    expect(status, text).toBe(200);
    const { partial, groupCommitment } = parseVouchResponse(JSON.parse(text));
    return { partial: fromHex(partial, 32), groupCommitment: fromHex(groupCommitment, 33) };
  });
  const sum = sumAsTold(answers);
  if (sum === null) return 'different nonces';
  const bitmap = signersBitmap(nodes.map(({ index }) => index));
  return verifyRegistrySnapshot({ deploymentId: DEPLOYMENT_ID, registry, signed: { snapshot, signersBitmap: bitmap, ...sum } });
}

function change(ledger: FakeLedger, keys: readonly (Uint8Array | null)[], isEmergency = false): RegistryAccount {
  const before = ledger.registry;
  changeRegistry(ledger, keys, { isEmergency });
  const { version } = ledger.registry;
  ledger.config = { ...ledger.config, registryVersion: version, ...(isEmergency ? { oldestAcceptedVersion: version } : {}) };
  return before;
}

function expectAll(replies: readonly NodeReply[], status: number, code: NodeErrorCode): void {
  expect(replies.length).toBeGreaterThan(0);
  for (const reply of replies) expectRefusal(reply, status, code);
}

describe('more than two thirds of the nodes', () => {
  it('sign the current version again', async () => {
    const { nodes, ledger } = await startNodes(cleanup, 4);
    const snapshot = snapshotOf(ledger);
    expect(verdictOf(await ask(nodes, snapshot), nodes, snapshot, ledger.registry)).toEqual({ ok: true, signers: [0, 1, 2, 3] });
  });

  it.each([
    ['the next version', false],
    ['the version that an emergency made', true],
  ])('of a replaced version sign %s, those whose keys are removed among them', async (_, isEmergency) => {
    const { nodes, ledger } = await startNodes(cleanup, 5);
    const before = change(ledger, [null, null, ...STRANGERS, ...KEYS.slice(2)], isEmergency);
    const snapshot = snapshotOf(ledger, { signerVersion: before.version });
    expect(snapshot.oldestAcceptedVersion).toBe(isEmergency ? 2n : 0n);
    expect(verdictOf(await ask(nodes, snapshot), nodes, snapshot, before)).toEqual({ ok: true, signers: [0, 1, 2, 3, 4] });
  });

  it('must be named: two thirds are too few', async () => {
    const ledger = newLedger();
    ledger.registry = { ...ledger.registry, keys: KEYS.slice(0, 3), active: 3 };
    const nodes = await Promise.all([0, 1].map((index) => startNode(cleanup, { ledger, index })));
    expectAll(await ask(nodes, snapshotOf(ledger)), 400, 'signers_mismatch');
  });
});

describe('a gateway that asks for another set is refused', () => {
  it.each<[string, (snapshot: RegistrySnapshot) => Partial<RegistrySnapshot>]>([
    ['a key of its own', ({ keys }) => ({ keys: [...keys.slice(0, 4), STRANGERS[0] ?? null] })],
    ['a key left out', ({ keys }) => ({ keys: keys.slice(0, 4) })],
    ['a smaller quorum', () => ({ minSigners: 1 })],
    ['an emergency that was none', () => ({ oldestAcceptedVersion: 1n })],
    ['another deployment', () => ({ deploymentId: new Uint8Array(32).fill(9) as typeof DEPLOYMENT_ID })],
  ])('%s', async (_, lie) => {
    const { nodes, ledger } = await startNodes(cleanup, 4);
    const honest = snapshotOf(ledger);
    expectAll(await ask(nodes, { ...honest, ...lie(honest) }), 409, 'snapshot_mismatch');
  });

  it('a version that the ledger does not have', async () => {
    const { nodes, ledger } = await startNodes(cleanup, 4);
    expectAll(await ask(nodes, snapshotOf(ledger, { version: 2n, keys: STRANGERS })), 409, 'stale_registry');
  });

  // The clock goes on between the request and its check, so only a time in the past can be near the limit of 10 s.
  it.each([-11, 60])('a time %d s from the clock of the node', async (seconds) => {
    const { nodes, ledger } = await startNodes(cleanup, 4);
    const signedAtSeconds = unixSeconds(nowSeconds() + seconds);
    expectAll(await ask(nodes, snapshotOf(ledger, { signedAtSeconds })), 409, 'clock_skew');
  });
});

describe('mixed versions', () => {
  it('nodes sign for no version that does not have their key', async () => {
    const { nodes, ledger } = await startNodes(cleanup, 4);
    change(ledger, [...STRANGERS, ...KEYS.slice(3)]);
    const replies = await ask(nodes, snapshotOf(ledger));
    expectAll(replies.slice(0, 3), 409, 'not_eligible');
  });

  it('an index without a key in the version of the signers is refused', async () => {
    const { nodes, ledger } = await startNodes(cleanup, 5);
    const before = change(ledger, [...KEYS, ...STRANGERS]);
    const [fifth] = (await signersOf(nodes)).slice(4);
    const signers = [...(await signersOf(nodes)), { ...fifth, index: 5 }];
    const reply = await call(nodes[0] as TestNode, 'vouch', {
      ...vouchRequest(snapshotOf(ledger, { signerVersion: before.version }), []),
      signers,
    });
    expectRefusal(reply, 400, 'signers_mismatch');
  });

  it('the partial signatures of two versions make no signature of either', async () => {
    const { nodes, ledger } = await startNodes(cleanup, 4);
    const before = change(ledger, KEYS);
    const signers = await signersOf(nodes);
    const [old, present] = [snapshotOf(ledger, { signerVersion: before.version }), snapshotOf(ledger)];
    const replies = await Promise.all(nodes.map((node) => call(node, 'vouch', vouchRequest(node.index < 2 ? old : present, signers))));
    expect(verdictOf(replies, nodes, old, before)).toBe('different nonces');
  });

  it('a retired quorum does not vouch for itself, nor for what was current once', async () => {
    const { nodes, ledger } = await startNodes(cleanup, 4);
    const first = snapshotOf(ledger);
    change(ledger, [...KEYS.slice(0, 4), ...STRANGERS]);
    expectAll(await ask(nodes, { ...first, signedAtSeconds: unixSeconds(nowSeconds()) }), 409, 'stale_registry');
    const second = snapshotOf(ledger, { signerVersion: 1n });
    change(ledger, STRANGERS);
    expectAll(await ask(nodes, second), 409, 'stale_registry');
  });

  it('nodes sign for no version that the ledger no longer has', async () => {
    const { nodes, ledger } = await startNodes(cleanup, 4);
    const before = change(ledger, STRANGERS);
    ledger.former.delete(before.version);
    expectAll(await ask(nodes, snapshotOf(ledger, { signerVersion: before.version })), 409, 'stale_registry');
  });
});

describe('a node behind the ledger', () => {
  it('signs nothing that it does not read, and signs once it reads it', async () => {
    const [ahead, behind] = [newLedger(), newLedger()];
    const node = await startNode(cleanup, { ledger: behind, index: 0 });
    const others = await Promise.all([1, 2, 3].map((index) => startNode(cleanup, { ledger: ahead, index })));
    const nodes = [node, ...others];
    const before = change(ahead, [...KEYS, ...STRANGERS]);
    const snapshot = snapshotOf(ahead, { signerVersion: before.version });
    const [late] = await ask(nodes, snapshot);
    expectRefusal(late as NodeReply, 409, 'stale_registry');
    change(behind, [...KEYS, ...STRANGERS]);
    await expect.poll(async () => (await ask(nodes, snapshot)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it('whose ledger cannot be read signs nothing', async () => {
    const { nodes, ledger } = await startNodes(cleanup, 4);
    const request = vouchRequest(snapshotOf(ledger), await signersOf(nodes));
    ledger.failure = new Error('down');
    expectAll(await Promise.all(nodes.map((node) => call(node, 'vouch', request))), 503, 'not_ready');
  });
});

describe('a session', () => {
  it('is answered once: a replay finds the pair burnt', async () => {
    const { nodes, ledger } = await startNodes(cleanup, 4);
    const request = vouchRequest(snapshotOf(ledger), await signersOf(nodes));
    const node = nodes[0] as TestNode;
    expect((await call(node, 'vouch', request)).status).toBe(200);
    expectRefusal(await call(node, 'vouch', request), 409, 'nonce_spent');
  });

  it('that is refused has burnt the pair too', async () => {
    const { nodes, ledger } = await startNodes(cleanup, 4);
    const request = vouchRequest(snapshotOf(ledger), await signersOf(nodes));
    const node = nodes[0] as TestNode;
    expectRefusal(await call(node, 'vouch', { ...request, version: 2 }), 409, 'stale_registry');
    expectRefusal(await call(node, 'vouch', request), 409, 'nonce_spent');
  });

  it('takes one pair for two calls at once', async () => {
    const { nodes, ledger } = await startNodes(cleanup, 4);
    const request = vouchRequest(snapshotOf(ledger), await signersOf(nodes));
    const node = nodes[0] as TestNode;
    const statuses = (await Promise.all([1, 2, 3].map(() => call(node, 'vouch', request)))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 409, 409]);
  });

  it('burns no pair of another gateway', async () => {
    const { nodes, ledger } = await startNodes(cleanup, 4);
    const request = vouchRequest(snapshotOf(ledger), await signersOf(nodes));
    const node = nodes[0] as TestNode;
    expectRefusal(await call(node, 'vouch', request, { gatewayKey: OTHER_GATEWAY_KEY }), 409, 'nonce_spent');
    expect((await call(node, 'vouch', request)).status).toBe(200);
  });

  it('needs this node among the signers, and points of the curve', async () => {
    const { nodes, ledger } = await startNodes(cleanup, 5);
    const node = nodes[0] as TestNode;
    const others = await signersOf(nodes.slice(1));
    expectRefusal(await call(node, 'vouch', vouchRequest(snapshotOf(ledger), others)), 400, 'signers_mismatch');
    const [own] = await signersOf([node]);
    const twice = others.map((signer) => ({ ...signer, d: own?.d ?? '' }));
    const signers = [...(own === undefined ? [] : [own]), ...twice];
    expectRefusal(await call(node, 'vouch', vouchRequest(snapshotOf(ledger), signers)), 400, 'signers_mismatch');
  });

  it('is no session of a round: a pair signs one or the other', async () => {
    const { nodes, ledger, source } = await startNodes(cleanup, 4);
    const node = nodes[0] as TestNode;
    const signers = await signersOf(nodes);
    const observed = await call(node, 'observe', observeRequest(source, { signers: signers.slice(0, 2) }));
    expect(observed.status, observed.text).toBe(200);
    expectRefusal(await call(node, 'vouch', vouchRequest(snapshotOf(ledger), signers)), 409, 'nonce_spent');
  });

  it('is one of sixty a minute', async () => {
    const { nodes, ledger } = await startNodes(cleanup, 1);
    const node = nodes[0] as TestNode;
    const snapshot = snapshotOf(ledger);
    const replies: NodeReply[] = [];
    for (let count = 0; count < 61; count += 1) replies.push(...(await ask([node], snapshot)));
    expectAll(replies.slice(0, 30), 400, 'signers_mismatch');
    expectAll(replies.slice(-1), 503, 'overloaded');
  });
});
