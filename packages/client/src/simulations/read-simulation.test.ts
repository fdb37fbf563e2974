import { packTolerance, parseApiConfig, parseDecimal, toHex } from '@oracle-gateway/protocol';
import { listSubject, sourceSubject } from '@oracle-gateway/protocol/internal';
import { describe, expect, expectTypeOf, it } from 'vitest';
import vector from '@oracle-gateway/vectors/attested-result.json' with { type: 'json' };
import type { VerifiedValue, VerifiedValues } from '../verify/verify-answer.js';
import { readListSimulation, readSimulation } from './read-simulation.js';
import type { ListSimulation, SimulatedListNode, SimulatedNode, SimulatedValue, SimulatedValues, Simulation } from './simulation.js';

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

describe('readListSimulation', () => {
  const tolerance = parseApiConfig({
    ...{ url: 'https://tolerance.test/price', method: 'GET', responseParser: '$.price' },
    aggregation: { mode: 'tolerance', rule: 'median', maxDeviationBps: 50, maxAgeMs: 30_000, numeric: { type: 'int256', decimals: 4 } },
  });
  const dead = parseApiConfig({ url: 'https://dead.test/price', method: 'GET', responseParser: '$.price' });
  const askedList = { subject: listSubject([source, tolerance, dead], 2), quorum: 2 };
  const second = { value: '-133.07', valuePacked: toHex(packTolerance(parseDecimal('-133.07'), 4)) };
  const first = { value, valuePacked };
  const [receivedAtMs, latencyMs] = [1_795_000_000_123, 84];
  const reason = { code: 'upstream_failure', detail: 'the source answered with status 503', step: 'fetch', upstreamStatus: 503 };
  const nothing = { ...reason, rule: 'nothing_selected', matched: '$' };
  const values = [{ ...first, receivedAtMs }, { ...second, receivedAtMs }, { error: nothing }];
  const wouldSign = { values: [first, second, { reason }], quorum: 2 };
  const LIST = {
    sourceId: toHex(askedList.subject.sourceId),
    sources: [{ onChain: true }, { onChain: false }, {}],
    signaturesRequired: 2,
    registryVersion: 1,
    wouldSign,
    nodes: [
      { nodeIndex: 0, latencyMs, values },
      { nodeIndex: 2, latencyMs, error: { code: 'node_timeout', detail: 'no answer came in time' } },
      { nodeIndex: 4, latencyMs, values },
    ],
    prices: { subscription: '6000' },
  };

  function readList(change: object = {}) {
    return readListSimulation({ ...LIST, ...change }, askedList);
  }

  function signing(place: number, entry: object) {
    return { wouldSign: { ...wouldSign, values: wouldSign.values.with(place, entry as typeof first) } };
  }

  /** The last node got this from one source. */
  function observing(place: number, entry: object) {
    return { nodes: [...LIST.nodes.slice(0, 2), { nodeIndex: 4, latencyMs, values: values.with(place, entry as (typeof values)[0]) }] };
  }

  it('answers the sources in order, what each node got from each, and the values that would be signed', () => {
    expect(readList()).toEqual({
      verified: false,
      sourceId: LIST.sourceId,
      quorum: 2,
      registryVersion: 1,
      sources: [
        { source, sourceId: toHex(askedList.subject.sources[0]!.sourceId), mode: 'exact', decimals: 18, onChain: true },
        { source: tolerance, sourceId: toHex(askedList.subject.sources[1]!.sourceId), mode: 'tolerance', decimals: 4, onChain: false },
        { source: dead, sourceId: toHex(askedList.subject.sources[2]!.sourceId), mode: 'exact', decimals: 18, onChain: false },
      ],
      wouldSign,
      nodes: LIST.nodes,
      prices: LIST.prices,
    });
  });

  it('answers the reason where nothing would be signed, and no reason otherwise', () => {
    const tooFew = { code: 'no_quorum_value', detail: 'one source has a value' };
    expect(readList({ wouldSign: null, reason: tooFew, nodes: LIST.nodes.slice(1, 2) })).toMatchObject({ wouldSign: null, reason: tooFew });
    expect(readList({ reason: tooFew })).not.toHaveProperty('reason');
  });

  it('passes on no member that it does not know, and of a failure the beginning of the own path of its source alone', () => {
    const text = 'of the source';
    const lies = [
      { sources: LIST.sources.map((one) => ({ ...one, source: text, mode: text, decimals: text })) },
      observing(2, { error: { ...nothing, matched: text, text } }),
      observing(2, { error: { ...nothing, matched: source.responseParser } }),
      { nodes: [...LIST.nodes.slice(0, 1), { nodeIndex: 2, latencyMs, error: { ...nothing, matched: text } }, ...LIST.nodes.slice(2)] },
      signing(2, { reason: { ...reason, text } }),
    ];
    for (const lie of lies) {
      const read_ = readList(lie);
      expect(JSON.stringify(read_)).not.toContain(text);
      for (const { error } of read_.nodes.flatMap((node) => ('values' in node ? node.values.filter((one) => 'error' in one) : [])))
        expect(['$', undefined]).toContain(error.matched);
    }
  });

  it.each([
    ['another list', 'other_source', { sourceId: toHex(listSubject([tolerance, source, dead], 2).sourceId) }],
    ['another quorum', 'other_quorum', { signaturesRequired: 3 }],
    ['a value beside other bytes', 'inconsistent', signing(0, { ...first, value: '1' })],
    ['a value in the scale of another source', 'inconsistent', signing(1, { ...second, value: '-0.00000000000133' })],
    ['two values in each other’s place', 'inconsistent', { wouldSign: { ...wouldSign, values: [second, first, { reason }] } }],
    ['a node with a value beside other bytes', 'inconsistent', observing(0, { ...values[0], value: '1' })],
    ['a value that too few nodes saw', 'inconsistent', observing(1, { error: reason })],
    ['a value that no node saw', 'inconsistent', signing(2, first)],
    ['fewer values than minValues', 'inconsistent', signing(1, { reason })],
    ['values of too few nodes', 'inconsistent', { nodes: LIST.nodes.slice(0, 2) }],
    ['no value and no reason', 'malformed', { wouldSign: null }],
    ['no word of what would be signed', 'malformed', { wouldSign: undefined }],
    ['a value too few', 'malformed', { wouldSign: { ...wouldSign, values: wouldSign.values.slice(1) } }],
    ['a value too many', 'malformed', { wouldSign: { ...wouldSign, values: [...wouldSign.values, first] } }],
    ['an absent value whose reason is none', 'malformed', signing(2, { reason: { code: 'Not A Code', detail: '' } })],
    ['sources that are no list', 'malformed', { sources: undefined }],
    ['a source too few', 'malformed', { sources: LIST.sources.slice(1) }],
    ['a node with a value too few', 'malformed', { nodes: [{ nodeIndex: 0, latencyMs, values: values.slice(1) }, ...LIST.nodes.slice(1)] }],
    ['a node with neither values nor a failure', 'malformed', { nodes: [{ nodeIndex: 0, latencyMs }, ...LIST.nodes.slice(1)] }],
    ['an observation without a time', 'malformed', observing(0, first)],
    ['one node twice', 'malformed', { nodes: [LIST.nodes[0], LIST.nodes[0]] }],
  ])('refuses %s', (_what, reason_, change) => {
    expect(() => readList(change)).toThrow(expect.objectContaining({ name: 'VerificationError', reason: reason_ }));
  });

  it('refuses the dry run of one of its sources', () => {
    expect(() => readListSimulation(DATA, askedList)).toThrow(expect.objectContaining({ name: 'VerificationError' }));
  });
});

it('nothing in a dry run is taken for a verified value', () => {
  expectTypeOf<ListSimulation>().not.toExtend<VerifiedValues>();
  expectTypeOf<SimulatedListNode>().not.toExtend<VerifiedValues>();
  expectTypeOf<SimulatedValues>().not.toExtend<VerifiedValues>();
  expectTypeOf<Simulation>().not.toExtend<VerifiedValue>();
  expectTypeOf<SimulatedNode>().not.toExtend<VerifiedValue>();
  expectTypeOf<SimulatedValue>().not.toExtend<VerifiedValue>();
  expectTypeOf<Simulation['verified']>().toEqualTypeOf<false>();
  expect(['value', 'signers', 'timestampMs'].filter((name) => name in read())).toEqual([]);
});
