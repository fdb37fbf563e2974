import { sourceSubject } from '@oracle-gateway/protocol/internal';
import { describe, expect, it } from 'vitest';
import { hintText } from '../../errors/failure-words.js';
import type { NodeCallContext } from '../nodes/node-call-error.js';
import { isTooOld, nodeTrouble } from './node-trouble.js';

const TRIED = {
  subject: sourceSubject({ url: 'https://api.example.com/', method: 'GET', responseParser: '$.data.amount' }),
  isSponsored: false,
};

function failure(changes: Partial<NodeCallContext>): NodeCallContext {
  return { nodeIndex: 1, step: 'simulate', fault: 'refused', ...changes };
}

describe('what a caller is told of a node without a value', () => {
  it('is the step of the source that failed, with its rule and the part of the path that matched', () => {
    const context = failure({
      code: 'upstream_failure',
      sourceStep: 'select',
      sourceRule: 'nothing_selected',
      matched: '$.data',
    });
    expect(nodeTrouble(context, TRIED)).toEqual({
      code: 'upstream_failure',
      detail: 'responseParser selects nothing in the answer of the source',
      step: 'select',
      rule: 'nothing_selected',
      matched: '$.data',
      hint: hintText('nothing_selected'),
    });
  });

  it.each(['$.secret', '$.data.amount.more', 'words of the node'])('never repeats what the caller did not write: %s', (matched) => {
    const context = failure({
      code: 'upstream_failure',
      sourceStep: 'select',
      sourceRule: 'nothing_selected',
      matched,
    });
    expect(nodeTrouble(context, TRIED)).not.toHaveProperty('matched');
    expect(nodeTrouble({ ...context, matched: '$.data' }, { ...TRIED, isSponsored: true })).not.toHaveProperty('matched');
  });

  it('of a source that may not be fetched is what it is of one that does not answer', () => {
    const silent = nodeTrouble(failure({ code: 'upstream_failure', sourceStep: 'fetch' }), TRIED);
    expect(nodeTrouble(failure({ code: 'forbidden_source' }), TRIED)).toEqual(silent);
  });

  it.each([
    [500, 'the source answered with status 500'],
    [402, 'the source asks for payment'],
  ])('names the status of the source: %d', (upstreamStatus, detail) => {
    const context = failure({
      code: 'upstream_failure',
      sourceStep: 'fetch',
      upstreamStatus,
    });
    expect(nodeTrouble(context, TRIED)).toMatchObject({
      detail,
      upstreamStatus,
    });
  });

  it.each([
    ['unreachable', 'node_unreachable'],
    ['timeout', 'node_timeout'],
    ['overloaded', 'overloaded'],
    ['bad_answer', 'node_bad_answer'],
    ['refused', 'node_refused'],
  ] as const)('of the fault %s has the code %s', (fault, code) => {
    expect(nodeTrouble(failure({ fault }), TRIED)).toMatchObject({ code });
  });

  it('of a node of a version without dry runs says so', () => {
    const context = failure({ code: 'not_found' });
    expect([isTooOld(context), nodeTrouble(context, TRIED).code]).toEqual([true, 'node_too_old']);
    expect(isTooOld(failure({}))).toBe(false);
  });

  it('is a refusal as it stands where the caller can act on it', () => {
    expect(nodeTrouble(failure({ code: 'secrets_expired' }), TRIED)).toMatchObject({ code: 'secrets_expired' });
    expect(nodeTrouble(failure({ code: 'unauthorized' }), TRIED)).toMatchObject({ code: 'node_refused' });
  });
});
