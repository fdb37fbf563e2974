import { randomBytes } from 'node:crypto';
import type { CommitResponse, VouchRequest, VouchResponse } from '@oracle-gateway/node-api';
import { type DeploymentId, type RegistrySnapshot, signersOf, unixSeconds } from '@oracle-gateway/protocol';
import { createCurveVerify, enoughToVouch, type RegistryKeys, verifyRegistrySnapshot } from '@oracle-gateway/schnorr';
import { createFastCurve } from '@oracle-gateway/schnorr/native';
import { describe, expect, it } from 'vitest';
import { createFailureMemory } from './failure-memory.js';
import { createSigningNode, type SigningNode } from './fixtures.js';
import { fewestToVouch, GATHERING_MS, gatherSnapshot, TooFewVouchersError, type VoucherCalls } from './gather-snapshot.js';

const { curve } = await createFastCurve({ installedBy: import.meta.url });
const DEPLOYMENT_ID = new Uint8Array(32).fill(1) as DeploymentId;
/** A gateway waits as long for one answer. An attempt has two. */
const CALL_MS = 2_000;

function nodesOf(count: number, first = 1): SigningNode[] {
  return Array.from({ length: count }, (_, index) =>
    createSigningNode({ index, secretKey: new Uint8Array(32).fill(first + index) }, { randomBytes, curve }),
  );
}

function registryOf(nodes: readonly SigningNode[], version: bigint): RegistryKeys {
  return { version, keys: nodes.map(({ publicKey }) => publicKey), minSigners: 1 };
}

function toVouchOf(nodes: readonly SigningNode[], changed: Partial<RegistrySnapshot> = {}) {
  const signers = registryOf(nodes, 7n);
  const versions = { signerVersion: 7n, version: 8n, oldestAcceptedVersion: 0n };
  const snapshot = { deploymentId: DEPLOYMENT_ID, ...versions, signedAtSeconds: unixSeconds(100), minSigners: 1, keys: signers.keys };
  return { signers, snapshot: { ...snapshot, ...changed } };
}

interface Fault {
  commit?: (answer: CommitResponse) => CommitResponse | null;
  vouch?: (answer: VouchResponse) => VouchResponse | null;
}

/** Draws the nodes in the order in which they gave commitments. */
function ascending(): (length: number) => Uint8Array {
  let count = 0;
  return (length) => {
    const bytes = Buffer.alloc(length);
    bytes.writeUInt32BE((count += 1), length - 4);
    return bytes;
  };
}

/** Asks nodes, some of them at fault. Keeps every call to sign and every blame. */
function asking(registry: RegistryKeys, faults: Readonly<Record<number, Fault>> = {}) {
  const blamed: string[] = [];
  const vouched: VouchRequest[] = [];
  const calls: VoucherCalls<SigningNode> = {
    commit: (node, request) => Promise.resolve((faults[node.index]?.commit ?? same)(node.commit(request))),
    vouch: (node, request) => {
      vouched.push(request);
      return Promise.resolve((faults[node.index]?.vouch ?? same)(node.vouch(request, registry)));
    },
    blame: (nodeIndex, step, fault) => blamed.push(`${nodeIndex} ${step} ${fault}`),
  };
  const clock = { ms: 200_000 };
  const nowMs = (): number => clock.ms;
  const parts = { curve, verify: createCurveVerify(curve), randomBytes: ascending(), nowMs, monotonicMs: nowMs };
  return { blamed, vouched, clock, deps: { calls, memory: createFailureMemory(), ...parts } };
}

function same<T>(answer: T): T {
  return answer;
}

it('the smallest number of signers is more than two thirds, and one fewer is not', () => {
  for (let total = 1; total <= 64; total += 1) {
    const fewest = fewestToVouch(total);
    expect([fewest <= total, enoughToVouch(fewest, total), enoughToVouch(fewest - 1, total)]).toEqual([true, true, false]);
  }
});

describe('a registry snapshot', () => {
  it('is signed by the fewest nodes that may, and verifies with the keys of their version', async () => {
    const nodes = nodesOf(5);
    const toVouch = toVouchOf(nodes);
    const { deps, blamed } = asking(toVouch.signers);
    const signed = await gatherSnapshot({ toVouch, nodes }, deps);
    expect(verifyRegistrySnapshot({ deploymentId: DEPLOYMENT_ID, registry: toVouch.signers, signed })).toEqual({
      ok: true,
      signers: [0, 1, 2, 3],
    });
    expect(blamed).toEqual([]);
  });

  it.each<[string, Fault, string[]]>([
    ['gives no commitment', { commit: () => null }, []],
    ['gives an empty answer', { commit: (answer) => ({ ...answer, nonces: [] }) }, ['1 commit bad_answer']],
    ['commits to no point', { commit: (answer) => withE(answer, `0x02${'ff'.repeat(32)}`) }, ['1 commit bad_answer']],
    ['shows one point twice', { commit: (answer) => withE(answer, answer.nonces[0]?.d ?? '') }, ['1 commit bad_answer']],
    ['does not sign', { vouch: () => null }, []],
    ['signs wrongly', { vouch: (answer) => ({ ...answer, partial: `0x${'01'.repeat(32)}` }) }, ['1 vouch bad_partial']],
    ['sums other nonces', { vouch: (answer) => ({ ...answer, groupCommitment: `0x02${'01'.repeat(32)}` }) }, ['1 vouch bad_partial']],
  ])('is signed without a node that %s', async (_what, fault, expected) => {
    const nodes = nodesOf(5);
    const toVouch = toVouchOf(nodes);
    const { deps, blamed } = asking(toVouch.signers, { 1: fault });
    const { signersBitmap } = await gatherSnapshot({ toVouch, nodes }, deps);
    expect([signersOf(signersBitmap), blamed]).toEqual([[0, 2, 3, 4], expected]);
  });

  it('is signed without a node that has the key of another version: versions do not mix', async () => {
    const nodes = nodesOf(5);
    const [, ofOther] = nodesOf(5, 40);
    if (ofOther === undefined) throw new TypeError('five nodes');
    const toVouch = toVouchOf(nodes);
    const { deps, blamed } = asking(toVouch.signers);
    const keys = toVouch.signers.keys.with(1, ofOther.publicKey);
    const stranger: SigningNode = { ...ofOther, publicKey: publicKeyOf(nodes, 1), vouch: (request) => ofOther.vouch(request, { keys }) };
    const asked = nodes.with(1, stranger);
    const { signersBitmap } = await gatherSnapshot({ toVouch, nodes: asked }, deps);
    expect([signersOf(signersBitmap), blamed]).toEqual([[0, 2, 3, 4], ['1 vouch bad_partial']]);
  });

  it('is not made by a retired quorum whose nodes are fewer than two thirds of their version', async () => {
    const nodes = nodesOf(5);
    const toVouch = toVouchOf(nodes);
    const { deps, vouched } = asking(toVouch.signers);
    await expect(gatherSnapshot({ toVouch, nodes: nodes.slice(0, 3) }, deps)).rejects.toThrow('it needs 4 of 5 nodes');
    expect(vouched).toEqual([]);
  });

  it('gets its fresh commitments at each attempt', async () => {
    const nodes = nodesOf(5);
    const toVouch = toVouchOf(nodes);
    const { deps, vouched } = asking(toVouch.signers, { 0: { vouch: () => null } });
    await gatherSnapshot({ toVouch, nodes }, deps);
    const points = [...new Set(vouched.map(({ signers }) => JSON.stringify(signers)))].flatMap((text) => {
      const signers = JSON.parse(text) as VouchRequest['signers'];
      return signers.map(({ d }) => d);
    });
    expect(new Set(points).size).toBe(points.length);
  });

  describe.each([13, 20, 40, 64])('of %i nodes', (count) => {
    const nodes = nodesOf(count);
    const toVouch = toVouchOf(nodes);
    const mayFail = count - fewestToVouch(count);

    /** So many hostile nodes. Each refuses exactly when it is the first that is asked, so an attempt costs one of them. */
    function refusingInTurn(hostile: number, latenessMs = 0) {
      const faults = Object.fromEntries(Array.from({ length: hostile }, (_, index) => [index, failsWhenFirst(index)]));
      const { deps, vouched, clock } = asking(toVouch.signers, faults);
      const attempts = (): number => new Set(vouched.map(({ signers }) => JSON.stringify(signers))).size;
      function failsWhenFirst(index: number): Fault {
        return {
          vouch(answer) {
            if (vouched.at(-1)?.signers[0]?.index !== index) return answer;
            clock.ms += latenessMs;
            return null;
          },
        };
      }
      return { deps, attempts };
    }

    it('is signed at each of three gatherings although as many as may fail refuse in turn', async () => {
      const { deps, attempts } = refusingInTurn(mayFail);
      for (const most of [mayFail + 1, 1, 1]) {
        const before = attempts();
        await gatherSnapshot({ toVouch, nodes }, deps);
        expect(attempts() - before).toBeLessThanOrEqual(most);
      }
    });

    it('is signed by the second gathering although each of them answers as late as it may', async () => {
      const { deps } = refusingInTurn(mayFail, 2 * CALL_MS);
      const signed = await gatherSnapshot({ toVouch, nodes }, deps).catch(() => gatherSnapshot({ toVouch, nodes }, deps));
      expect(verifyRegistrySnapshot({ deploymentId: DEPLOYMENT_ID, registry: toVouch.signers, signed }).ok).toBe(true);
    });

    it('is not signed where one node more fails', async () => {
      const silent = Object.fromEntries(Array.from({ length: mayFail + 1 }, (_, index) => [index, { commit: () => null }]));
      const { deps } = asking(toVouch.signers, silent);
      await expect(gatherSnapshot({ toVouch, nodes }, deps)).rejects.toBeInstanceOf(TooFewVouchersError);
    });
  });

  it('is asked of a node that failed before only where it is needed, and the blame ends when it has signed', async () => {
    const nodes = nodesOf(5);
    const toVouch = toVouchOf(nodes);
    const faults: Record<number, Fault> = { 1: { vouch: () => null } };
    const { deps } = asking(toVouch.signers, faults);
    const signers = async (): Promise<number[]> => signersOf((await gatherSnapshot({ toVouch, nodes }, deps)).signersBitmap);
    expect(await signers()).toEqual([0, 2, 3, 4]);
    delete faults[1];
    expect(await signers()).toEqual([0, 2, 3, 4]);
    faults[3] = { commit: () => null };
    expect(await signers()).toEqual([0, 1, 2, 4]);
    delete faults[3];
    expect(await signers()).toEqual([0, 1, 2, 4]);
  });

  it('has a later time at each attempt, a few seconds old, and never one before the time asked for', async () => {
    const nodes = nodesOf(5);
    const toVouch = toVouchOf(nodes, { signedAtSeconds: unixSeconds(197) });
    const { deps, clock, vouched } = asking(toVouch.signers, { 0: { vouch: () => ((clock.ms += 9_000), null) } });
    const { snapshot } = await gatherSnapshot({ toVouch, nodes }, deps);
    expect([...new Set(vouched.map(({ signedAtSeconds }) => signedAtSeconds))]).toEqual([197, 204]);
    expect(snapshot.signedAtSeconds).toBe(204);
  });

  it('is given up when its time is over, although nodes are left', async () => {
    const nodes = nodesOf(13);
    const toVouch = toVouchOf(nodes);
    const { deps, clock, vouched } = asking(toVouch.signers, { 0: { vouch: () => ((clock.ms += GATHERING_MS), null) } });
    await expect(gatherSnapshot({ toVouch, nodes }, deps)).rejects.toBeInstanceOf(TooFewVouchersError);
    expect(new Set(vouched.map(({ message }) => message)).size).toBe(1);
  });

  it('is a failure of the gateway, not of a node, where a call throws', async () => {
    const nodes = nodesOf(3);
    const toVouch = toVouchOf(nodes);
    const { deps } = asking(toVouch.signers);
    const calls = { ...deps.calls, commit: () => Promise.reject(new TypeError('a bug')) };
    await expect(gatherSnapshot({ toVouch, nodes }, { ...deps, calls })).rejects.toThrow('a bug');
  });
});

function publicKeyOf(nodes: readonly SigningNode[], index: number): Uint8Array {
  const node = nodes[index];
  if (node === undefined) throw new TypeError('a node of this index');
  return node.publicKey;
}

function withE(answer: CommitResponse, e: string): CommitResponse {
  return { ...answer, nonces: answer.nonces.map(({ d }) => ({ d, e })) };
}
