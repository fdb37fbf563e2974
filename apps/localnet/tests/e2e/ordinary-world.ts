import '../node-fetch.js';

import { afterAll, afterEach } from 'vitest';

import { openFacilitatorGate, type FacilitatorGate } from './facilitator-gate.js';
import { control, shareTestWorld, startTestWorld } from './test-world.js';

let gate: FacilitatorGate | undefined;
// The hook that is registered first runs last: the world is closed by then.
afterAll(() => gate?.close());

/** One world for all tests that leave their world as they found it: every process runs, and the facilitator is honest again. */
export const ordinaryWorld = shareTestWorld(() =>
  startTestWorld({
    async gatewayFacilitatorUrl(facilitatorUrl) {
      gate = await openFacilitatorGate(facilitatorUrl);
      return gate.url;
    },
  }),
);
afterEach(() => control(ordinaryWorld(), '/facilitator', { fault: 'none' }));

/** Gate between the gateway and the world's facilitator. */
export function facilitatorGate(): FacilitatorGate {
  if (gate === undefined) throw new Error('the world has not been started');
  return gate;
}
