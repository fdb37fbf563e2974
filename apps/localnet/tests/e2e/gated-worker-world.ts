import { afterAll } from 'vitest';

import { openRpcGate, type RpcGate } from './rpc-gate.js';
import { shareTestWorld, startTestWorld } from './test-world.js';

let gate: RpcGate | undefined;
// The hook that is registered first runs last: the world is closed by then.
afterAll(() => gate?.close());

/** One world whose worker reaches the ledger through a gate. */
export const gatedWorkerWorld = shareTestWorld(() =>
  startTestWorld({
    async workerRpcUrl(rpcUrl) {
      gate = await openRpcGate(rpcUrl);
      return gate.url;
    },
  }),
);

/** Gate between the worker and the ledger. */
export function workerGate(): RpcGate {
  if (gate === undefined) throw new Error('the world has not been started');
  return gate;
}
