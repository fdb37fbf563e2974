import { unixMs } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import { stageRound, withPorts } from '../../../tests/fakes/staged-round.js';
import { createNodeHealth } from '../nodes/node-health.js';
import { createPeerRecord, createUnstableSources, type PeerOutcome, vantageOf } from '../nodes/peer-record.js';
import type { NodeCallContext } from '../nodes/node-call-error.js';
import type { RoundNode } from '../nodes/node-directory.js';
import type { RoundSigner } from '../observing/round-run.js';
import { askedFirst, designateSigners } from './one-exchange.js';

const QUORUM = 3;

/**
 * A round of five nodes. The gateway has commitments of all five in stock, and no fault against any.
 *
 * @param points by node index; of any other node points of its own
 */
function setUp(points: Readonly<Record<number, { readonly d?: string; readonly e?: string }>> = {}) {
  const { round, nodes, ports: staged } = stageRound({ quorum: QUORUM, nodes: Array.from({ length: 5 }, () => ({})) });
  const monotonicMs = (): number => 0;
  const dropped: number[] = [];
  const stock = {
    has: () => true,
    take: ({ index }: { readonly index: number }) => ({ d: `d${index}`, e: `e${index}`, ...points[index] }),
    drop: ({ index }: { readonly index: number }) => void dropped.push(index),
    forgotten: () => 'started_anew' as const,
    close: () => undefined,
  };
  const blamed: string[] = [];
  const ports = withPorts(staged, {
    nodes: {
      stock,
      unstable: createUnstableSources({ monotonicMs }),
      health: createNodeHealth({ monotonicMs }),
      peers: createPeerRecord({ monotonicMs }),
    },
  });
  const reportFault = ({ nodeIndex, step, fault }: NodeCallContext): void => void blamed.push(`${nodeIndex} ${step} ${fault}`);
  const designate = () => designateSigners({ round, eligible: nodes, reportFault }, ports);
  const vantage = vantageOf(round);
  const note = (index: number, outcome: PeerOutcome): void => {
    const { sourceId } = round.subject;
    const ofNodes = new Map([[index, outcome]]);
    for (const stampMs of [0, 100]) {
      ports.nodes.peers.note(vantage.tenant, [{ sourceId, observedAtMs: unixMs(stampMs), hosts: vantage.hosts, ofNodes }]);
    }
  };
  return { round, nodes, ports, designate, blamed, dropped, note, vantage, designated: designate() };
}

describe('the designated signers', () => {
  it.each([
    ['one D', { 0: { d: 'x' }, 1: { d: 'x' } }, [0, 1]],
    ['one E', { 1: { e: 'x' }, 2: { e: 'x' } }, [1, 2]],
    ['a D and an E', { 0: { d: 'x' }, 2: { e: 'x' } }, [0, 2]],
  ] as const)('are never nodes that committed to one point together (%s): all of those are blamed, and no other', (_case, points, bad) => {
    for (let times = 0; times < 50; times += 1) {
      const { designated, blamed, dropped } = setUp(points);
      const indices = designated?.map(({ node }) => node.index) ?? [];
      expect(indices).toHaveLength(QUORUM);
      expect(bad.every((index) => indices.includes(index))).toBe(false);
      if (blamed.length === 0) continue;
      expect([blamed.sort(), dropped.sort()]).toEqual([bad.map((index) => `${index} commit bad_answer`), bad]);
      expect(bad.some((index) => indices.includes(index))).toBe(false);
    }
  });

  it('are missing, and the round takes two exchanges, where too few nodes are left without them', () => {
    const shared = { d: 'x' };
    const { designated, blamed } = setUp({ 0: shared, 1: shared, 2: shared, 3: shared, 4: shared });
    expect(designated).toBeNull();
    expect(blamed).toHaveLength(QUORUM);
  });

  it.each(['lacked', 'declined'] as const)('hold a node that %s again and again only when the others do not suffice', (outcome) => {
    const { designate, note } = setUp();
    for (const index of [0, 3]) note(index, outcome);
    expect(designate()?.map(({ node }) => node.index)).toEqual([1, 2, 4]);
    note(4, outcome);
    expect(designate()?.map(({ node }) => node.index)).toEqual(expect.arrayContaining([1, 2]));
  });
});

/** All nodes, the designated signers first: a source that is asked one after the other gives a spare no turn before them. */
function signersFirst(nodes: readonly RoundNode[], designated: readonly RoundSigner[]): RoundNode[] {
  const signers = designated.map(({ node }) => node);
  return [...signers, ...nodes.filter((node) => !signers.includes(node))];
}

describe('the nodes to ask first', () => {
  it('are the designated signers and, once in a while, a spare that lacked the value lately', () => {
    const { round, nodes, ports, designate, note } = setUp();
    note(2, 'lacked');
    const designated = designate();
    expect(designated?.map(({ node }) => node.index)).not.toContain(2);
    expect(askedFirst({ round, eligible: nodes, designated }, ports)).toEqual([...designated!.map(({ node }) => node), nodes[2]]);
    expect(askedFirst({ round, eligible: nodes, designated }, ports)).toEqual(designated!.map(({ node }) => node));
  });

  it('are the designated signers alone', () => {
    const { round, nodes, ports, designated } = setUp();
    expect(designated).toHaveLength(QUORUM);
    expect(askedFirst({ round, eligible: nodes, designated }, ports)).toEqual(designated?.map(({ node }) => node));
  });

  it('are all eligible ones in two exchanges', () => {
    const { round, nodes, ports } = setUp();
    expect(askedFirst({ round, eligible: nodes, designated: null }, ports)).toEqual(nodes);
  });

  it('are all eligible ones where the source gave nodes different values lately', () => {
    const { round, nodes, ports, designated } = setUp();
    ports.nodes.unstable.record(round.subject.sourceId);
    expect(askedFirst({ round, eligible: nodes, designated }, ports)).toEqual(signersFirst(nodes, designated!));
  });

  it.each(['failed', 'was late'] as const)('are all eligible ones where a designated signer %s lately', (what) => {
    const { round, nodes, ports, designated, vantage } = setUp();
    const remember = (index: number): void => {
      if (what === 'failed') ports.nodes.health.recordFailure(index);
      else ports.nodes.peers.notePunctuality(vantage, new Map([[index, true]]));
    };
    const spare = nodes.find((node) => designated?.every((signer) => signer.node !== node) === true);
    remember(spare!.index);
    expect(askedFirst({ round, eligible: nodes, designated }, ports)).toHaveLength(QUORUM);
    remember(designated![0]!.node.index);
    expect(askedFirst({ round, eligible: nodes, designated }, ports)).toEqual(signersFirst(nodes, designated!));
  });
});
