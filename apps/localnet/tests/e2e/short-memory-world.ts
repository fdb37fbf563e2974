import { afterAll } from 'vitest';

import { openRpcGate, type RpcGate } from './rpc-gate.js';
import { shareTestWorld, startTestWorld } from './test-world.js';

let gate: RpcGate | undefined;
// What is registered first runs last: the world is closed by then.
afterAll(() => gate?.close());

/** How long the gateway goes by what it read of protocol, registry and nodes; 30 s by default. */
export const PROTOCOL_TTL_SECONDS = 1;

/** One world that soon forgets what it read of the ledger, with a gate as the first of its two RPC servers. */
export const shortMemoryWorld = shareTestWorld(() =>
  startTestWorld({
    protocolTtlSeconds: PROTOCOL_TTL_SECONDS,
    async rpcUrls(rpcUrl) {
      gate = await openRpcGate(rpcUrl);
      return [gate.url, rpcUrl];
    },
  }),
);

/** The first RPC server of every app. */
export function firstRpcServer(): RpcGate {
  if (gate === undefined) throw new Error('the world has not been started');
  return gate;
}
