import { parseApiConfig, sourceSubject, toHex } from '@oracle-gateway/protocol';
import { describe, expect, expectTypeOf, it } from 'vitest';
import vector from '@oracle-gateway/vectors/attested-result.json' with { type: 'json' };
import type { VerifiedValue } from '../verify/verify-answer.js';
import { readSimulation } from './read-simulation.js';
import type { SimulatedNode, SimulatedValue, Simulation } from './simulation.js';

const source = parseApiConfig(vector.apiConfig);
const asked = { subject: sourceSubject(source), quorum: 2 };
const { value, valuePacked } = vector.result.data;
const seen = { latencyMs: 84, value, valuePacked, receivedAtMs: 1_795_000_000_123 };
const failure = { code: 'upstream_failure', detail: 'nothing is selected', step: 'select', rule: 'nothing_selected', matched: '$.data' };
const DATA = {
  sourceId: toHex(asked.subject.sourceId),
  feedId: `0x${'1'.repeat(64)}`,
  mode: 'tolerance',
  decimals: 2,
  signaturesRequired: 2,
  registryVersion: 1,
  wouldSign: { value, valuePacked, quorum: 2 },
  nodes: [
    { nodeIndex: 0, ...seen },
    { nodeIndex: 2, latencyMs: 7, error: failure },
    { nodeIndex: 4, ...seen },
  ],
  prices: { subscription: '2000', x402: '18446744073709551615' },
};

function read(change: object = {}) {
  return readSimulation({ ...DATA, ...change }, asked);
}

function withNode(change: object) {
  return { nodes: [{ ...DATA.nodes[0], ...change }, ...DATA.nodes.slice(1)] };
}

function withFailure(change: object) {
  return { nodes: [DATA.nodes[0], { nodeIndex: 2, latencyMs: 7, error: { ...failure, ...change } }, DATA.nodes[2]] };
}

describe('readSimulation', () => {
  it('answers a row for each node, the value that would be signed, and the prices', () => {
    expect(read()).toEqual({
      verified: false,
      sourceId: DATA.sourceId,
      mode: 'exact',
      decimals: 18,
      quorum: 2,
      registryVersion: 1,
      wouldSign: DATA.wouldSign,
      nodes: DATA.nodes,
      prices: DATA.prices,
    });
  });

  it('answers the reason where nothing would be signed, and no reason otherwise', () => {
    const reason = { code: 'one_node_asked', detail: 'one node was asked' };
    expect(read({ wouldSign: null, reason, nodes: DATA.nodes.slice(0, 1) })).toMatchObject({ wouldSign: null, reason });
    expect(read({ reason })).not.toHaveProperty('reason');
  });

  it('passes on no member that it does not know, and no text that could be of the source', () => {
    const read_ = JSON.stringify(read({ body: 'of the source', ...withFailure({ matched: 'of the source', text: 'of the source' }) }));
    expect(read_).not.toContain('of the source');
  });

  it.each([
    ['another source', 'other_source', { sourceId: `0x${'1'.repeat(64)}` }],
    ['no source', 'other_source', { sourceId: undefined }],
    ['another quorum', 'other_quorum', { signaturesRequired: 3 }],
    ['a value beside other bytes', 'inconsistent', { wouldSign: { ...DATA.wouldSign, value: '1' } }],
    ['a node with a value beside other bytes', 'inconsistent', withNode({ value: '1' })],
    ['a value that too few nodes saw', 'inconsistent', { nodes: DATA.nodes.slice(0, 2) }],
    ['no value and no reason', 'malformed', { wouldSign: null }],
    ['no word of what would be signed', 'malformed', { wouldSign: undefined }],
    ['bytes that are none', 'malformed', withNode({ valuePacked: '0x1' })],
    ['nodes that are no list', 'malformed', { nodes: {} }],
    ['more nodes than a registry has', 'malformed', { nodes: Array.from({ length: 257 }, (_, nodeIndex) => ({ nodeIndex, ...seen })) }],
    ['one node twice', 'malformed', withNode({ nodeIndex: 2 })],
    ['a time before time', 'malformed', withNode({ latencyMs: -1 })],
    ['a failure without a code', 'malformed', withFailure({ code: 'Not A Code' })],
    ['a failure of many words', 'malformed', withFailure({ detail: 'a'.repeat(1_025) })],
    ['a step that is no code', 'malformed', withFailure({ step: '<b>' })],
    ['a status that is none', 'malformed', withFailure({ upstreamStatus: 600 })],
    ['a price that is a number', 'malformed', { prices: { x402: 3_000 } }],
    ['a price of a path that has no name', 'malformed', { prices: { '<b>': '1' } }],
    ['a thousand prices', 'malformed', { prices: Object.fromEntries(Array.from({ length: 1_000 }, (_, path) => [`path${path}`, '1'])) }],
  ])('refuses %s', (_what, reason, change) => {
    expect(() => read(change)).toThrow(expect.objectContaining({ name: 'VerificationError', reason }));
  });

  it.each([null, [], 'text', 7])('refuses %j in place of an object', (data) => {
    expect(() => readSimulation(data, asked)).toThrow(expect.objectContaining({ name: 'VerificationError' }));
  });
});

it('nothing in a dry run is taken for a verified value', () => {
  expectTypeOf<Simulation>().not.toExtend<VerifiedValue>();
  expectTypeOf<SimulatedNode>().not.toExtend<VerifiedValue>();
  expectTypeOf<SimulatedValue>().not.toExtend<VerifiedValue>();
  expectTypeOf<Simulation['verified']>().toEqualTypeOf<false>();
  expect(['value', 'signers', 'timestampMs'].filter((name) => name in read())).toEqual([]);
});
