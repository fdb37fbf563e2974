import { describe, expect, it } from 'vitest';
import type { NodeErrorCode } from '@oracle-gateway/node-api';
import type { SourceRefusal } from './path-policy.js';
import { GatewayError } from '../../errors/gateway-error.js';
import type { NodeCallContext, NodeFault } from '../nodes/node-call-error.js';
import { observeFailure, signFailure } from './round-failure.js';

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

  it('names the step and the status of the source', () => {
    const failures: NodeCallContext[] = [{ nodeIndex: 0, step: 'observe', fault: 'upstream', sourceStep: 'select', upstreamStatus: 200 }];
    expect(observeFailure({ quorum: 3, asked: 4, arrived: 2, unfit: 0, outstanding: 0, failures, kind: 'equal values' }).message).toBe(
      'the source failed: select failed with status 200; 2 of 4 nodes observed a value, 3 equal values are needed',
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
    expect(error.message).toBe('the source failed: fetch failed with status 402; 2 of 4 nodes observed a value, 3 equal values are needed');
    expect(error.details.members).toBeUndefined();
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
