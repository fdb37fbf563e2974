import { randomBytes } from 'node:crypto';
import {
  type NodeErrorCode,
  parseCommitResponse,
  parseObserveResponse,
  parseVouchResponse,
  type SignersHex,
  type VouchRequest,
} from '@oracle-gateway/node-api';
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
  priceSource,
  OTHER_GATEWAY_KEY,
  SECOND,
  startNode,
  startNodes,
  startSource,
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

/** Present state of a ledger, for the nodes of a version. */
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

  // The clock goes on between the request and its check, so a time ahead is far ahead. `vouched-times.test.ts` has the rest.
  it.each([-11, 60])('a time %d s from the clock of the node', async (seconds) => {
    const { nodes, ledger } = await startNodes(cleanup, 4);
    const signedAtSeconds = unixSeconds(nowSeconds() + seconds);
    expectAll(await ask(nodes, snapshotOf(ledger, { signedAtSeconds })), 409, 'clock_skew');
  });

  it('a time ahead of the clock of the node by the least that can be told', async () => {
    const clock = { ms: Date.now() };
    const ledger = newLedger();
    const nodes = await Promise.all(
      [0, 1, 2, 3].map((index) => startNode(cleanup, { ledger, index, overrides: { nowMs: () => clock.ms } })),
    );
    // The clock stands, a millisecond before the next second.
    const ahead = nowSeconds() + 1;
    clock.ms = ahead * SECOND - 1;
    const snapshot = snapshotOf(ledger, { signedAtSeconds: unixSeconds(ahead) });
    expectAll(await ask(nodes, snapshot), 409, 'clock_skew');
    clock.ms += 1;
    expect(verdictOf(await ask(nodes, snapshot), nodes, snapshot, ledger.registry)).toMatchObject({ ok: true });
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

describe('the order of times', () => {
  it('is the order of what was signed: a successor is named only later than the version itself was signed', async () => {
    const { nodes, ledger } = await startNodes(cleanup, 4);
    const itself = snapshotOf(ledger, { signedAtSeconds: unixSeconds(nowSeconds() - 1) });
    expect(verdictOf(await ask(nodes, itself), nodes, itself, ledger.registry)).toMatchObject({ ok: true });
    const before = change(ledger, [...KEYS, ...STRANGERS]);
    const { signedAtSeconds } = itself;
    const successor = (seconds: number): RegistrySnapshot =>
      snapshotOf(ledger, { signerVersion: before.version, signedAtSeconds: unixSeconds(seconds) });
    expectAll(await ask(nodes, successor(signedAtSeconds)), 409, 'already_signed');
    expectAll(await ask(nodes, successor(signedAtSeconds - 1)), 409, 'already_signed');
    const later = successor(signedAtSeconds + 1);
    expect(verdictOf(await ask(nodes, later), nodes, later, before)).toMatchObject({ ok: true });
  });

  it('does not hold between two gateways that have the same signed at once', async () => {
    const { nodes, ledger } = await startNodes(cleanup, 4);
    for (const secondsAgo of [1, 2, 1]) {
      const snapshot = snapshotOf(ledger, { signedAtSeconds: unixSeconds(nowSeconds() - secondsAgo) });
      expect(verdictOf(await ask(nodes, snapshot), nodes, snapshot, ledger.registry)).toMatchObject({ ok: true });
    }
  });
});

describe('a key that was replaced', () => {
  /** The first two nodes have new keys in version 2, and keep the old ones. */
  async function replaced(options: { readonly allowed?: readonly string[] } = {}) {
    const ledger = newLedger();
    const before = ledger.registry;
    const fresh = [0, 1].map((index) => new Uint8Array(32).fill(40 + index));
    const secretsOf = (index: number) => {
      const [old, secretKey] = [NODE_KEYS[index], fresh[index]];
      return old === undefined || secretKey === undefined ? {} : { secrets: { secretKey, previousSecretKeys: [old] } };
    };
    const nodes = await Promise.all([0, 1, 2, 3].map((index) => startNode(cleanup, { ledger, index, ...options, ...secretsOf(index) })));
    change(
      ledger,
      KEYS.map((key, index) => (fresh[index] === undefined ? key : publicKeyOf(fresh[index]))),
    );
    return { ledger, before, nodes };
  }
  const nonceOf = async (node: TestNode, publicKey?: Uint8Array) => {
    const reply = await call(node, 'commit', {
      count: 1,
      gatewayNonce: toHex(randomBytes(16)),
      ...(publicKey === undefined ? {} : { publicKey: toHex(publicKey) }),
    });
    expect(reply.status, reply.text).toBe(200);
    const [nonce] = parseCommitResponse(JSON.parse(reply.text)).nonces;
    if (nonce === undefined) throw new TypeError('a nonce');
    return { index: node.index, ...nonce };
  };

  it('signs for the version that has it, where the process has kept it, and the new key signs for the new version', async () => {
    const { ledger, before, nodes } = await replaced();
    const [old, present] = [snapshotOf(ledger, { signerVersion: before.version }), snapshotOf(ledger)];
    const signers = await Promise.all(nodes.map((node) => nonceOf(node, KEYS[node.index])));
    const replies = await Promise.all(nodes.map((node) => call(node, 'vouch', vouchRequest(old, signers))));
    expect(verdictOf(replies, nodes, old, before)).toEqual({ ok: true, signers: [0, 1, 2, 3] });
    expect(verdictOf(await ask(nodes, present), nodes, present, ledger.registry)).toEqual({ ok: true, signers: [0, 1, 2, 3] });
  });

  it('has nonce pairs of its own: one made for another key signs nothing, and is used up', async () => {
    const { ledger, before, nodes } = await replaced();
    const [old, present] = [snapshotOf(ledger, { signerVersion: before.version }), snapshotOf(ledger)];
    const forPresent = await Promise.all(nodes.map((node) => nonceOf(node)));
    expectRefusal(await call(nodes[0] as TestNode, 'vouch', vouchRequest(old, forPresent)), 409, 'not_eligible');
    expectRefusal(await call(nodes[0] as TestNode, 'vouch', vouchRequest(present, forPresent)), 409, 'nonce_spent');
    const forOld = await Promise.all(nodes.map((node) => nonceOf(node, KEYS[node.index])));
    expectRefusal(await call(nodes[0] as TestNode, 'vouch', vouchRequest(present, forOld)), 409, 'not_eligible');
  });

  it('signs no round', async () => {
    const source = await startSource(cleanup, priceSource);
    const { nodes } = await replaced({ allowed: [source.name] });
    const signers = await Promise.all(nodes.slice(0, 2).map((node) => nonceOf(node, KEYS[node.index])));
    const observed = await call(nodes[0] as TestNode, 'observe', observeRequest(source, { registryVersion: 2, signers }));
    expect(observed.status, observed.text).toBe(200);
    expect(Object.keys(parseObserveResponse(JSON.parse(observed.text)))).not.toContain('partial');
  });

  it('of another node gets no commitment', async () => {
    const { nodes } = await startNodes(cleanup, 1);
    const asked = { count: 1, gatewayNonce: toHex(randomBytes(16)), publicKey: toHex(STRANGERS[0] as Uint8Array) };
    expectRefusal(await call(nodes[0] as TestNode, 'commit', asked), 409, 'not_eligible');
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

  it('signs nothing where its ledger cannot be read', async () => {
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

  it('has burnt the pair too where it is refused', async () => {
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

  it('never serves a round: a pair signs one or the other', async () => {
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
