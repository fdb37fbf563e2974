import { describe, expect, it } from 'vitest';
import { NodeCallError, type NodeCallContext } from '../nodes/node-call-error.js';
import { createObservationBoard, areAllRefusedBeforeFetch } from './observation-board.js';
import { exactRule } from './value-rule.js';
import type { NodeObservation } from './observation.js';

const SHARE: Partial<NodeCallContext> = { fault: 'declined', code: 'share_used' };
const TOO_LARGE: Partial<NodeCallContext> = {
  fault: 'excused',
  code: 'upstream_failure',
  sourceStep: 'fetch',
  sourceRule: 'too_large_here',
};
const OVERLOADED: Partial<NodeCallContext> = { fault: 'declined', code: 'overloaded' };
const SOURCE: Partial<NodeCallContext> = { fault: 'upstream', code: 'upstream_failure', sourceStep: 'fetch' };

function refuse(nodeIndex: number, context: Partial<NodeCallContext>): Promise<NodeObservation> {
  const refusal = new NodeCallError({ nodeIndex, step: 'observe', fault: 'refused', ...context });
  return Promise.reject(refusal);
}

async function ask(calls: readonly Promise<NodeObservation>[]): Promise<boolean> {
  const board = createObservationBoard(exactRule, 2);
  board.add(calls);
  return areAllRefusedBeforeFetch(calls, board);
}

describe('a round whose nodes have no room', () => {
  it.each<[string, readonly Partial<NodeCallContext>[], boolean]>([
    ['touches nothing where each refuses the requester', [SHARE, SHARE, SHARE], true],
    ['touches nothing where each has no room for the answer, or for the requester', [TOO_LARGE, SHARE, TOO_LARGE], true],
    ['may have shown a source something where one of them asked it', [TOO_LARGE, SOURCE, TOO_LARGE], false],
    ['may have shown a source something where one was full, perhaps after its fetch', [SHARE, OVERLOADED, SHARE], false],
    ['may have shown a source something where one asked it', [SHARE, SOURCE, SHARE], false],
    ['may have shown a source something where one fails otherwise', [SHARE, SHARE, { fault: 'timeout' }], false],
  ])('%s', async (_name, contexts, isUntouched) => {
    expect(await ask(contexts.map((context, index) => refuse(index, context)))).toBe(isUntouched);
  });

  it('waits for a node that has not refused yet, and no longer than a moment', async () => {
    let refuseNow: (error: unknown) => void = () => undefined;
    const later = new Promise<NodeObservation>((_resolve, reject) => {
      refuseNow = reject;
    });
    const asked = ask([refuse(0, SHARE), refuse(1, SHARE), later]);
    refuseNow(new NodeCallError({ nodeIndex: 2, step: 'observe', fault: 'declined', code: 'share_used' }));
    expect(await asked).toBe(true);
    expect(await ask([refuse(0, SHARE), refuse(1, SHARE), new Promise(() => undefined)])).toBe(false);
  });
});
