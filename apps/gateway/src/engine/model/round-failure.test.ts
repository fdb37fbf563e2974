import { describe, expect, it } from 'vitest';
import type { NodeErrorCode } from '@oracle-gateway/node-api';
import { listSubject, sourceSubject } from '@oracle-gateway/protocol/internal';
import type { SourceRefusal } from './path-policy.js';
import { GatewayError } from '../../errors/gateway-error.js';
import type { NodeCallContext, NodeFault } from '../nodes/node-call-error.js';
import { observeFailure as failureOfTally, type ObserveTally, signFailure } from './round-failure.js';

const subject = sourceSubject({ url: 'https://api.example.com/', method: 'GET', responseParser: '$.data.amount' });

function observeFailure(tally: Omit<ObserveTally, 'subject' | 'isSponsored' | 'lacking'> & Partial<ObserveTally>): GatewayError {
  return failureOfTally({ subject, isSponsored: false, lacking: [], ...tally });
}

function faults(...kinds: NodeFault[]): NodeCallContext[] {
  return kinds.map((fault, nodeIndex) => ({ nodeIndex, step: 'observe', fault }));
}
function tally(arrived: number, ...kinds: NodeFault[]) {
  return observeFailure({ quorum: 3, asked: 4, arrived, unfit: 0, outstanding: 0, failures: faults(...kinds), kind: 'equal values' });
}

describe('observeFailure', () => {
  it.each([
    ['values differ', tally(4), 'no_quorum_value'],
    ['values differ and one node is late', tally(3, 'timeout'), 'no_quorum_value'],
    ['the source fails', tally(1, 'upstream', 'upstream', 'timeout'), 'upstream_failure'],
    ['nodes are late', tally(1, 'timeout', 'timeout', 'refused'), 'node_timeout'],
    ['what is sealed is refused', tally(0, 'sealed', 'sealed', 'timeout', 'upstream'), 'secrets_refused'],
    ['nodes refuse', tally(0, 'refused', 'bad_answer', 'timeout', 'unreachable'), 'node_failure'],
  ])('when %s', (_case, error, code) => {
    expect(error.code).toBe(code);
  });

  it('is disagreement as soon as what has arrived differs too much for a quorum, however few have arrived', () => {
    const early = { quorum: 3, asked: 4, arrived: 2, unfit: 0, outstanding: 1, failures: faults('timeout'), kind: 'equal values' };
    expect(observeFailure(early).code).toBe('no_quorum_value');
    expect(observeFailure({ ...early, asked: 3, failures: [] }).code).toBe('no_quorum_value');
  });

  it('reports no disagreement where values are equal and some of their nodes cannot sign', () => {
    const spoiled = { quorum: 3, asked: 4, arrived: 3, unfit: 1, outstanding: 0, failures: faults('upstream'), kind: 'equal values' };
    expect(observeFailure(spoiled).code).toBe('upstream_failure');
    expect(observeFailure({ ...spoiled, arrived: 4, unfit: 2, failures: [] }).code).toBe('node_failure');
  });

  it('names the step of the source in words', () => {
    const failures: NodeCallContext[] = [{ nodeIndex: 0, step: 'observe', fault: 'upstream', sourceStep: 'select', upstreamStatus: 200 }];
    expect(observeFailure({ quorum: 3, asked: 4, arrived: 2, unfit: 0, outstanding: 0, failures, kind: 'equal values' }).message).toBe(
      'the source failed: the answer of the source fails at the step select; 2 of 4 nodes observed a value, 3 equal values are needed',
    );
  });
});

it.each([
  ['most nodes', ['share_used', 'share_used', 'overloaded'], 'node_share_used'],
  ['fewer nodes than fail otherwise', ['share_used', 'overloaded', 'not_ready'], 'node_failure'],
] as const)("observeFailure tells that the requester's share is used when %s say so", (_case, codes, expected) => {
  const failures = codes.map((code, nodeIndex): NodeCallContext => ({
    nodeIndex,
    step: 'observe',
    fault: code === 'share_used' ? 'excused' : 'refused',
    code,
  }));
  expect(observeFailure({ quorum: 3, asked: 4, arrived: 1, unfit: 0, outstanding: 0, failures, kind: 'equal values' }).code).toBe(expected);
});

describe('a round whose nodes have no room for the answer', () => {
  const tooLarge = (nodeIndex: number): NodeCallContext => ({
    nodeIndex,
    step: 'observe',
    fault: 'excused',
    code: 'upstream_failure',
    sourceStep: 'fetch',
    sourceRule: 'too_large_here',
  });
  const fail = (...failures: NodeCallContext[]) =>
    observeFailure({ quorum: 3, asked: 4, arrived: 1, unfit: 0, outstanding: 0, failures, kind: 'equal values' });

  it('is told why, and is no failure of its source or its tenant', () => {
    const error = fail(tooLarge(0), tooLarge(1), { nodeIndex: 2, step: 'observe', fault: 'unreachable' });
    expect([error.code, error.rule.isChargedToTenant, error.rule.status]).toEqual(['node_failure', undefined, 503]);
    expect(error.details.failure).toMatchObject({
      step: 'fetch',
      rule: 'too_large_here',
      hint: 'too_large_here',
      nodes: { agree: 2, failed: 2 },
    });
    expect(error.message).toContain('too many nodes read no answer of the size that maxBytes allows');
  });

  it('is one of its source where more nodes say so', () => {
    const upstream = (nodeIndex: number): NodeCallContext => ({ ...tooLarge(nodeIndex), fault: 'upstream', sourceRule: 'too_large' });
    const error = fail(tooLarge(0), upstream(1), upstream(2));
    expect([error.code, error.details.failure?.rule]).toEqual(['upstream_failure', 'too_large']);
  });
});

describe('a round that its tenant may have made fail', () => {
  const isCharged = (error: GatewayError): boolean => error.rule.isChargedToTenant === true;

  it.each<[string, GatewayError, boolean]>([
    ['more nodes than the buffer holds got no answer in time', tally(1, 'timeout', 'timeout', 'timeout'), true],
    ['as many broke the contract', tally(2, 'bad_answer', 'bad_answer'), true],
    ['they failed in different ways', tally(1, 'timeout', 'bad_answer', 'upstream'), true],
    ['one of them failed alone', tally(1, 'timeout', 'unreachable', 'unreachable'), false],
    ['they cannot be reached', tally(0, 'unreachable', 'unreachable', 'unreachable', 'unreachable'), false],
    ['they have no room', tally(0, 'overloaded', 'overloaded', 'overloaded', 'overloaded'), false],
    ['they refuse its registry version', tally(0, 'declined', 'declined', 'declined', 'declined'), false],
  ])('is charged to it, or not, when %s', (_case, error, expected) => {
    expect(isCharged(error)).toBe(expected);
  });

  it.each<[NodeErrorCode, NodeFault, boolean]>([
    ['share_used', 'excused', true],
    ['internal', 'refused', true],
    ['not_enabled', 'excused', false],
    ['not_ready', 'refused', false],
  ])('is charged to it, or not, when nodes refuse (%s)', (code, fault, expected) => {
    const failures: NodeCallContext[] = [0, 1].map((nodeIndex) => ({ nodeIndex, step: 'sign', fault, code }));
    const observed = observeFailure({ quorum: 3, asked: 4, arrived: 2, unfit: 0, outstanding: 0, failures, kind: 'equal values' });
    expect([isCharged(observed), isCharged(signFailure('attempts_used', failures))]).toEqual([expected, expected]);
    expect(isCharged(signFailure('no_spare', failures.slice(0, 1)))).toBe(false);
  });

  it('is not charged for what a node has proven against itself', () => {
    const failures: NodeCallContext[] = [0, 1].map((nodeIndex) => ({ nodeIndex, step: 'observe', fault: 'bad_answer', isProven: true }));
    const error = observeFailure({ quorum: 3, asked: 4, arrived: 2, unfit: 0, outstanding: 0, failures, kind: 'equal values' });
    expect(isCharged(error)).toBe(false);
  });
});

describe('a source that asks for payment', () => {
  const met = (nodeIndex: number, sourceTerms?: string): NodeCallContext => ({
    nodeIndex,
    step: 'observe',
    fault: 'upstream',
    sourceStep: 'fetch',
    upstreamStatus: 402,
    ...(sourceTerms === undefined ? {} : { sourceTerms }),
  });
  const refuseForSource = ({ status, terms }: SourceRefusal): GatewayError =>
    new GatewayError('source_payment_required', { members: { told: `${status} ${terms}` } });
  const failureOf = (arrived: number, failures: readonly NodeCallContext[]): GatewayError =>
    observeFailure({ quorum: 3, asked: 4, arrived, unfit: 0, outstanding: 0, failures, kind: 'equal values', refuseForSource });

  it.each([
    ['one 402 among faults of other kinds', [...faults('timeout', 'timeout', 'refused'), met(3, 'T')], '402 T'],
    ['the terms that most nodes tell, not those of one node', [met(0, 'mine'), met(1, 'T'), met(2, 'T')], '402 T'],
    ['terms that no node could tell', [met(0), met(1)], '402 402, terms unreadable'],
  ])('is told to a caller who can pay it: %s', (_case, failures, told) => {
    expect(failureOf(2, failures)).toMatchObject({ code: 'source_payment_required', details: { members: { told } } });
  });

  it('is not told where a quorum saw values, nor where another fault has that status', () => {
    expect(failureOf(3, [met(3, 'T')]).code).toBe('no_quorum_value');
    expect(failureOf(2, [{ ...met(3), fault: 'refused' }]).code).toBe('node_failure');
  });

  it('is a source that fails, and keeps its words, where no caller can pay it', () => {
    const error = observeFailure({
      quorum: 3,
      asked: 4,
      arrived: 2,
      unfit: 0,
      outstanding: 0,
      failures: [met(0, 'WORDS'), met(1, 'WORDS')],
      kind: 'equal values',
    });
    expect(error.message).toBe('the source failed: the source asks for payment; 2 of 4 nodes observed a value, 3 equal values are needed');
    expect(error.details.members).toBeUndefined();
  });
});

describe('what a round says of its source', () => {
  const told = (nodeIndex: number, words: Partial<NodeCallContext>): NodeCallContext => ({
    nodeIndex,
    step: 'observe',
    fault: 'upstream',
    code: 'upstream_failure',
    ...words,
  });
  const empty = { sourceStep: 'select', sourceRule: 'nothing_selected', matched: '$.data' } as const;
  const late = { quorum: 3, asked: 4, arrived: 0, unfit: 0, outstanding: 0, kind: 'equal values' } as const;

  it('is what most of the failing nodes say, with how many they are', () => {
    const failures = [told(0, empty), told(1, empty), told(2, { sourceStep: 'fetch', upstreamStatus: 500 }), told(3, empty)];
    const error = observeFailure({ ...late, failures });
    expect(error.details.failure).toEqual({
      step: 'select',
      rule: 'nothing_selected',
      matched: '$.data',
      hint: 'nothing_selected',
      nodes: { agree: 3, failed: 4 },
    });
    expect(error.message).toBe(
      'the source failed: responseParser selects nothing in the answer of the source; 0 of 4 nodes observed a value, 3 equal values are needed',
    );
    expect(error.message).not.toContain('$.data');
  });

  it('is nothing where two nodes failed and each says another thing', () => {
    const error = observeFailure({
      ...late,
      arrived: 2,
      failures: [told(0, empty), told(1, { sourceStep: 'fetch', upstreamStatus: 500 })],
    });
    expect(error.details.failure).toBeUndefined();
    expect(error.message).toContain('the nodes give different reasons');
  });

  it('is the way to tolerance mode where values of exact mode differ', () => {
    expect(observeFailure({ ...late, arrived: 4, failures: [] }).details.failure).toEqual({ hint: 'exact_values' });
  });

  it('names the source of a list that most nodes say failed, and why each other one has no value', () => {
    const list = listSubject(
      ['a', 'b', 'c'].map((name) => ({ url: `https://${name}.example/`, method: 'GET' as const, responseParser: '$.v' })),
      3,
    );
    const lacking = [
      { place: 0, told: [] },
      { place: 1, told: [0, 1, 2].map(() => ({ code: 'envelope_undecryptable' as const })) },
      { place: 2, told: [0, 1, 2].map(() => ({ code: 'upstream_failure' as const, step: 'select' as const, rule: 'not_a_number' })) },
    ];
    const error = observeFailure({ ...late, subject: list, arrived: 4, failures: [], lacking });
    expect(error.message).toContain(
      'apiConfigs[0]: the nodes observed different values; apiConfigs[1]: envelope_undecryptable; apiConfigs[2]: ',
    );
    expect(error).toMatchObject({ code: 'no_quorum_value', details: { failure: { source: 'apiConfigs[2]', rule: 'not_a_number' } } });
  });
});

describe('observeFailure of sealed secrets', () => {
  function refused(...codes: NodeErrorCode[]) {
    const failures = codes.map((code, nodeIndex): NodeCallContext => ({ nodeIndex, step: 'observe', fault: 'sealed', code }));
    return observeFailure({ quorum: 3, asked: 4, arrived: 1, unfit: 0, outstanding: 0, failures, kind: 'equal values' });
  }

  it('names the nodes that cannot open their envelope', () => {
    const { code, message } = refused('envelope_undecryptable', 'envelope_undecryptable');
    expect([code, message]).toEqual([
      'envelope_undecryptable',
      'the nodes cannot open the sealed secrets: seal again for the keys of GET /v1/nodes (nodes 0, 1); observe: 1 of 4 nodes observed a value, 3 equal values are needed',
    ]);
  });

  it('names every reason, each once', () => {
    const { code, message } = refused('secrets_expired', 'envelope_undecryptable', 'secrets_expired');
    expect(code).toBe('secrets_refused');
    expect(message).toContain(': secrets_expired, envelope_undecryptable; observe:');
  });
});

describe('signFailure', () => {
  it('names every node that failed', () => {
    const error = signFailure('no_spare', faults('bad_partial', 'timeout'));
    expect([error.code, error.message]).toEqual([
      'signing_failed',
      'the nodes did not produce a signature: sign: no spare node with a fitting observation was left (node 0 bad_partial, node 1 timeout)',
    ]);
  });
});
