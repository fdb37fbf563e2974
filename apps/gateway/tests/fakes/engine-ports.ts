import type { EngineEvents } from '../../src/engine/index.js';
import type { NodeCalls } from '../../src/engine/testing.js';
import { silentEvents } from './silent-events.js';

/** Calls of nodes. A call that the test does not answer throws. */
export function nodeCalls(answered: Partial<NodeCalls>): NodeCalls {
  return { commit: unasked, observe: unasked, sign: unasked, release: unasked, simulate: unasked, vouch: unasked, ...answered };
}

function unasked(): never {
  throw new Error('this is not asked in the test');
}

/** Events of the engine: the test hears some, and the others are lost. */
export function engineEvents(heard: Partial<EngineEvents> = {}): EngineEvents {
  return { ...silentEvents, ...heard };
}
