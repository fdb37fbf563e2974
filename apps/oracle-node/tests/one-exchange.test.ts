import { MAX_COMMITMENTS, type ObserveResponse, type SignersHex } from '@oracle-gateway/node-api';
import { COMMITMENT_LIFE_MS } from '@oracle-gateway/protocol/internal';
import { IN_ADVANCE } from '@oracle-gateway/schnorr/signing';
import { afterEach, describe, expect, it } from 'vitest';
import { exactVerdict } from './exact-verdict.js';
import {
  Cleanup,
  commitmentOf,
  commitOk,
  newLedger,
  noncesOf,
  observeOk,
  observeRequest,
  signOk,
  startNode,
  startNodes,
  type TestNode,
  seenValue,
} from './fixture.js';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

function signersAt(nodes: readonly TestNode[], indices: readonly number[]): Promise<SignersHex> {
  const named = nodes.filter(({ index }) => indices.includes(index));
  return Promise.all(named.map(async (node) => ({ index: node.index, ...(await commitmentOf(node)) })));
}

function partialOf({ partial }: ObserveResponse): string {
  if (partial === undefined) throw new TypeError('no partial signature');
  return partial;
}

describe('a round in one exchange', () => {
  it.each([
    ['two of three', 2, [0, 2]],
    ['three of four', 3, [0, 1, 3]],
    ['five of five', 5, [0, 1, 2, 3, 4]],
  ])('%s nodes, named in advance, make one attestation that anyone can verify', async (_, signaturesRequired, indices) => {
    const { source, nodes } = await startNodes(cleanup, Math.max(...indices) + 1);
    const request = observeRequest(source, { signaturesRequired, eligible: nodes.map(({ index }) => index) });
    const signers = await signersAt(nodes, indices);
    const observations = await Promise.all(
      nodes.map((node) => observeOk(node, indices.includes(node.index) ? { ...request, signers } : request)),
    );
    const named = observations.filter(({ index }) => indices.includes(index));
    const spare = observations.filter(({ index }) => !indices.includes(index));
    expect(spare.map(({ partial }) => partial)).toEqual(spare.map(() => undefined));
    const value = seenValue(named[0]).value;
    const verdict = exactVerdict({ request, value, signers, attempt: IN_ADVANCE, partials: named.map(partialOf) });
    expect(verdict).toMatchObject({ ok: true, signers: indices });
    expect(source.requests.length).toBe(nodes.length);
  });

  it('goes on in two where it fails, over the observations in hand: a node that has signed does so with a pair that it gave in advance', async () => {
    const { source, nodes } = await startNodes(cleanup, 3);
    const request = observeRequest(source);
    const signers = await signersAt(nodes, [0, 1]);
    const [first, second, spare] = await Promise.all(
      nodes.map((node) => observeOk(node, node.index === 2 ? request : { ...request, signers })),
    );
    const [node0, node1, node2] = nodes;
    if (!first || !second || !spare || !node0 || !node1 || !node2) throw new TypeError('three nodes');
    expect([first, second, spare].map(({ nonces }) => nonces?.length)).toEqual([undefined, undefined, 2]);
    const fetched = source.requests.length;
    const { sessionId } = first;
    const { value } = seenValue(first);
    const verdict = async (by: readonly TestNode[], named: SignersHex, attempt: 0 | 1) => {
      const partials = await Promise.all(by.map((node) => signOk(node, { sessionId, attempt, value, signers: named })));
      return exactVerdict({ request, value, signers: named, attempt, partials });
    };
    const again = await signersAt(nodes, [0, 1]);
    expect(await verdict([node0, node1], again, 0)).toMatchObject({ ok: true, signers: [0, 1] });
    const withSpare = [...(await signersAt(nodes, [0])), { index: 2, ...noncesOf(spare)[1] }];
    expect(await verdict([node0, node2], withSpare, 1)).toMatchObject({ ok: true, signers: [0, 2] });
    expect(source.requests.length).toBe(fetched);
  });
});

describe('commitments in advance', () => {
  it('are as many as asked for, each another, with their life and the process they live in', async () => {
    const { nodes } = await startNodes(cleanup, 1);
    const [node] = nodes;
    if (node === undefined) throw new TypeError('a node');
    const batches = [await commitOk(node, MAX_COMMITMENTS), await commitOk(node, 3)];
    expect(batches.map(({ nonces }) => nonces.length)).toEqual([MAX_COMMITMENTS, 3]);
    const points = batches.flatMap(({ nonces }) => nonces.flatMap(({ d, e }) => [d, e]));
    expect(new Set(points).size).toBe(2 * (MAX_COMMITMENTS + 3));
    expect(new Set(batches.map(({ bootId }) => bootId)).size).toBe(1);
    expect(batches[0]?.lifeMs).toBe(COMMITMENT_LIFE_MS);
  });

  it('name another process after a restart', async () => {
    const ledger = newLedger();
    const before = await startNode(cleanup, { ledger });
    const { bootId } = await commitOk(before);
    await before.close();
    expect((await commitOk(await startNode(cleanup, { ledger }))).bootId).not.toBe(bootId);
  });
});
