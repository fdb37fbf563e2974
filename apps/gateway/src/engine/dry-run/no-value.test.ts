import { sourceSubject } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import type { NodeCallContext } from '../nodes/node-call-error.js';
import type { NodeSight } from './ask-nodes.js';
import { nodeTrouble } from './node-trouble.js';
import { noValue } from './no-value.js';

const deps = { nowMs: () => 0 };

function node(index: number) {
  return { index, publicKey: new Uint8Array(64), origin: '', encryptionKey: null };
}
function failed(index: number, changes: Partial<NodeCallContext> = {}): NodeSight {
  const failure: NodeCallContext = { nodeIndex: index, step: 'simulate', fault: 'upstream', code: 'upstream_failure', ...changes };
  return { node: node(index), latencyMs: 1, failure, trouble: nodeTrouble(failure) };
}
function saw(index: number, value = '0x01'): NodeSight {
  return {
    node: node(index),
    latencyMs: 1,
    values: [{ value, receivedAtMs: 0 }],
    observed: [],
    arrivedAtMs: 0,
  };
}
function reason(sights: readonly NodeSight[], quorum = 2): string {
  return noValue(sights, { subject: sourceSubject({ url: 'https://api.example.com/', method: 'GET' }), quorum }, deps).code;
}

describe('why nothing would be signed', () => {
  it('is that one node was asked, of a stranger', () => {
    expect(reason([saw(0)])).toBe('one_node_asked');
  });

  it('is the refusal of such a round: the source fails', () => {
    expect(reason([failed(0), failed(1), failed(2)])).toBe('upstream_failure');
  });

  it('is the refusal of such a round: no two values are alike', () => {
    expect(reason([saw(0, '0x01'), saw(1, '0x02'), saw(2, '0x03')])).toBe('no_quorum_value');
  });

  it('is that nodes are too old where a round may still be served', () => {
    const tooOld = { fault: 'refused', code: 'not_found' } as const;
    expect(reason([saw(0), failed(1, tooOld), failed(2, tooOld)])).toBe('nodes_too_old');
    // Too few would be left even if they could.
    expect(reason([failed(0), failed(1), failed(2, tooOld)])).not.toBe('nodes_too_old');
  });
});
