import { describe, expect, it } from 'vitest';
import type { NodeCallContext, NodeFault } from '../nodes/node-call-error.js';
import { observeFailure, signFailure } from './round-failure.js';

function faults(...kinds: NodeFault[]): NodeCallContext[] {
  return kinds.map((fault, nodeIndex) => ({ nodeIndex, step: 'observe', fault }));
}
function tally(arrived: number, ...kinds: NodeFault[]) {
  return observeFailure({ quorum: 3, asked: 4, arrived, failures: faults(...kinds), kind: 'equal ones' });
}

describe('observeFailure', () => {
  it.each([
    ['values differ', tally(4), 'no_quorum_value'],
    ['values differ and one node is late', tally(3, 'timeout'), 'no_quorum_value'],
    ['the source fails', tally(1, 'upstream', 'upstream', 'timeout'), 'upstream_failure'],
    ['nodes are late', tally(1, 'timeout', 'timeout', 'refused'), 'node_timeout'],
    ['nodes refuse', tally(0, 'refused', 'bad_answer', 'timeout', 'unreachable'), 'node_failure'],
  ])('when %s', (_case, error, code) => {
    expect(error.code).toBe(code);
  });

  it('names the step and the status of the source', () => {
    const failures: NodeCallContext[] = [{ nodeIndex: 0, step: 'observe', fault: 'upstream', sourceStep: 'select', upstreamStatus: 200 }];
    expect(observeFailure({ quorum: 3, asked: 4, arrived: 2, failures, kind: 'equal ones' }).message).toBe(
      'the source failed: select failed with status 200; 2 of 4 nodes observed a value, 3 equal ones are needed',
    );
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
