import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { afterAll } from 'vitest';

import { projectRoot } from '../../src/base/project-root.js';
import { openRpcGate, type RpcGate } from './rpc-gate.js';
import { shareTestWorld, startTestWorld } from './test-world.js';
import { openTraceCollector, type TraceCollector } from './trace-collector.js';

let gate: RpcGate | undefined;
let collector: TraceCollector | undefined;
// The hook that is registered first runs last: the world is closed by then.
afterAll(() => Promise.all([gate?.close(), collector?.close()]));

/** Seconds for which the gateway goes by what it read of protocol, registry and nodes; 30 s by default. */
export const PROTOCOL_TTL_SECONDS = 1;

/** Key in the path of the first RPC server's URL, as providers have it. */
export const RPC_KEY = 'planted-rpc-key';

/**
 * One world that soon forgets what it read of the ledger, with a gate as the first of its two RPC servers. Its processes send their spans to a
 * collector.
 */
export const shortMemoryWorld = shareTestWorld(async () => {
  collector = await openTraceCollector();
  return startTestWorld({
    protocolTtlSeconds: PROTOCOL_TTL_SECONDS,
    environment: {
      NODE_OPTIONS: `--import ${pathToFileURL(join(projectRoot(), 'packages/telemetry/dist/register.js')).href}`,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_BSP_SCHEDULE_DELAY: '100',
    },
    async rpcUrls(rpcUrl) {
      gate = await openRpcGate(rpcUrl);
      return [`${gate.url}/${RPC_KEY}`, rpcUrl];
    },
  });
});

/** Collector of the spans of all processes. */
export function traceCollector(): TraceCollector {
  if (collector === undefined) throw new Error('the world has not been started');
  return collector;
}

/** The first RPC server of every app. */
export function firstRpcServer(): RpcGate {
  if (gate === undefined) throw new Error('the world has not been started');
  return gate;
}
