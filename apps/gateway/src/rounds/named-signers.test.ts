import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { stageRound } from '../../tests/fakes/staged-round.js';
import { createNodeHealth } from '../nodes/node-health.js';
import { askedFirst, createInAdvance, nameSigners } from './named-signers.js';

const QUORUM = 3;
const STOCKED = {
  has: () => true,
  take: () => ({ d: '', e: '' }),
  drop: () => undefined,
  forgotten: () => 'started_anew' as const,
  close: () => undefined,
};

/** A round of five nodes, all of which have commitments in stock and nothing against them. */
function setUp() {
  const { round, nodes } = stageRound({ quorum: QUORUM, nodes: Array.from({ length: 5 }, () => ({})) });
  const monotonicMs = (): number => 0;
  const inAdvance = createInAdvance(STOCKED, { monotonicMs });
  const deps = { inAdvance, health: createNodeHealth({ monotonicMs }), randomBytes };
  return { round, nodes, deps, named: nameSigners(round, nodes, deps) };
}

describe('the nodes to ask first', () => {
  it('are the named signers alone', () => {
    const { round, nodes, deps, named } = setUp();
    expect(named).toHaveLength(QUORUM);
    expect(askedFirst(round, nodes, named, deps)).toEqual(named?.map(({ node }) => node));
  });

  it('are all eligible ones in two exchanges', () => {
    const { round, nodes, deps } = setUp();
    expect(askedFirst(round, nodes, null, deps)).toEqual(nodes);
  });

  it('are all eligible ones where the source gave nodes different values lately', () => {
    const { round, nodes, deps, named } = setUp();
    deps.inAdvance.restless.record(round.sourceId);
    expect(askedFirst(round, nodes, named, deps)).toEqual(nodes);
  });

  it.each(['failed', 'was late'] as const)('are all eligible ones where a named signer %s lately', (what) => {
    const { round, nodes, deps, named } = setUp();
    const memory = what === 'failed' ? deps.health : deps.inAdvance.punctuality;
    const spare = nodes.find((node) => named?.every((signer) => signer.node !== node) === true);
    memory.recordFailure(spare!.index);
    expect(askedFirst(round, nodes, named, deps)).toHaveLength(QUORUM);
    memory.recordFailure(named![0]!.node.index);
    expect(askedFirst(round, nodes, named, deps)).toEqual(nodes);
  });
});
