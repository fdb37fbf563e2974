import { fromHex, unixMs } from '@oracle-gateway/protocol';
import { listSubject, sourceSubject } from '@oracle-gateway/protocol/internal';
import { describe, expect, it } from 'vitest';
import type { NodeCallContext } from '../nodes/node-call-error.js';
import type { NodeSight } from './ask-nodes.js';
import { nodeTrouble } from './node-trouble.js';
import { noValue } from './no-value.js';

const deps = { nowMs: () => 0 };
const TRIED = { subject: sourceSubject({ url: 'https://api.example.com/', method: 'GET' }), isSponsored: false };

function node(index: number) {
  return { index, publicKey: new Uint8Array(64), origin: '', encryptionKey: null };
}
function failed(index: number, changes: Partial<NodeCallContext> = {}): NodeSight {
  const failure: NodeCallContext = { nodeIndex: index, step: 'simulate', fault: 'upstream', code: 'upstream_failure', ...changes };
  return { node: node(index), latencyMs: 1, failure, trouble: nodeTrouble(failure, TRIED) };
}
function saw(index: number, value = '0x01'): NodeSight {
  return {
    node: node(index),
    latencyMs: 1,
    values: [{ value, receivedAtMs: 0 }],
    answered: [{ value, receivedAtMs: 0 }],
    observed: [],
    arrivedAtMs: 0,
  };
}
function reason(sights: readonly NodeSight[], quorum = 2): string {
  return noValue(sights, { ...TRIED, quorum }, deps).code;
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

  it('names each source of a list without a value, as such a round does', () => {
    const subject = listSubject(
      ['a', 'b'].map((name) => ({ url: `https://${name}.example/`, method: 'GET' as const, responseParser: '$.v' })),
      2,
    );
    const absent = { reason: { code: 'upstream_failure', step: 'select', rule: 'several_selected' } } as const;
    const sights = [0, 1].map((index): NodeSight => {
      const value = `0x${'00'.repeat(31)}01`;
      const { answered, ...sight } = { ...saw(index, value), answered: [{ value, receivedAtMs: 0 }, absent] };
      return { ...sight, answered, observed: [{ value: fromHex(value, 32), receivedAtMs: unixMs(0) }, null] };
    });
    expect(noValue(sights, { subject, isSponsored: false, quorum: 2 }, deps)).toMatchObject({
      code: 'no_quorum_value',
      detail: expect.stringContaining('apiConfigs[1]: responseParser selects more than one place') as string,
      source: 'apiConfigs[1]',
      rule: 'several_selected',
      nodes: { agree: 2, failed: 2 },
    });
  });

  it('is that nodes are too old where a round may still be served', () => {
    const tooOld = { fault: 'refused', code: 'not_found' } as const;
    expect(reason([saw(0), failed(1, tooOld), failed(2, tooOld)])).toBe('nodes_too_old');
    // Too few would be left even if they could.
    expect(reason([failed(0), failed(1), failed(2, tooOld)])).not.toBe('nodes_too_old');
  });
});
