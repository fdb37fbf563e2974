import type { EngineEvents } from '../../src/engine/index.js';
import type { NodeCalls } from '../../src/engine/testing.js';

/** Calls of nodes. A call that the test does not answer throws. */
export function nodeCalls(answered: Partial<NodeCalls>): NodeCalls {
  return { commit: unasked, observe: unasked, sign: unasked, release: unasked, simulate: unasked, vouch: unasked, ...answered };
}

function unasked(): never {
  throw new Error('this is not asked in the test');
}

/** Events of the engine: the test hears some, and the others are lost. */
export function engineEvents(heard: Partial<EngineEvents> = {}): EngineEvents {
  return {
    nodeFault: unheard,
    clockJudged: unheard,
    nodeAnswered: unheard,
    nodesCheckedAt: unheard,
    stockNotFilled: unheard,
    streamOpened: unheard,
    streamEnded: unheard,
    streamNotOpened: unheard,
    streamFailed: unheard,
    nodesNotRead: unheard,
    nodeCallSent: unheard,
    sweepFailed: unheard,
    shareRefused: unheard,
    roundBeganAnew: unheard,
    roundCompleted: unheard,
    roundFailed: unheard,
    outboxTrouble: unheard,
    notVouched: unheard,
    snapshotMade: unheard,
    snapshotKept: unheard,
    ...heard,
  };
}

function unheard(): void {}
