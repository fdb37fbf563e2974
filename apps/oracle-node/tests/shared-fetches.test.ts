import { freePort } from '@oracle-gateway/dev-servers';
import type { ServerResponse } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import {
  call,
  Cleanup,
  expectRefusal,
  newLedger,
  observeOk,
  observeRequest,
  OTHER_GATEWAY_KEY,
  startNode,
  startSource,
} from './fixture.js';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

/** A node, and a source that holds each request until the test answers it. */
async function start() {
  const held: ServerResponse[] = [];
  const source = await startSource(cleanup, (_, response) => void held.push(response));
  const config = { metrics: { host: '127.0.0.1', port: await freePort() } };
  const node = await startNode(cleanup, { ledger: newLedger(), allowed: [source.name], config });
  /** Resolves once so many rounds wait for so many fetches. */
  const areWaiting = async (rounds: number, fetches: number): Promise<void> => {
    for (;;) {
      const metrics = await (await fetch(`${node.metricsUrl}/metrics`)).text();
      if (metrics.includes(`oracle_node_open_sessions ${rounds}\n`) && held.length === fetches) return;
    }
  };
  const observedAtMs = Date.now();
  /** Requests of rounds that come together: each has a nonce of its gateway's own. */
  const rounds = Array.from({ length: 16 }, (_, number) =>
    observeRequest(source, { observedAtMs, gatewayNonce: `0x${(number + 16).toString(16).repeat(16)}` }),
  );
  return { node, held, areWaiting, rounds };
}

it('rounds of one gateway and source are observed by one fetch, and each has a session and nonces of its own', async () => {
  const { node, held, areWaiting, rounds } = await start();
  const answers = rounds.map((round) => observeOk(node, round));
  const stranger = observeOk(node, rounds[0]!, { gatewayKey: OTHER_GATEWAY_KEY });
  await areWaiting(17, 2);
  for (const response of held) response.end('{"price":"64628.31"}');
  const seen = await Promise.all(answers);
  await stranger;
  expect(held).toHaveLength(2);
  expect(new Set(seen.map(({ sessionId }) => sessionId)).size).toBe(16);
  expect(new Set(seen.flatMap(({ nonces }) => nonces?.map(({ d }) => d))).size).toBe(32);
  expect(new Set(seen.map(({ values }) => JSON.stringify(values))).size).toBe(1);
});

it('rounds of one fetch that fails are each refused, and a later stamp is another fetch', async () => {
  const { node, held, areWaiting, rounds } = await start();
  const replies = rounds.map((round) => call(node, 'observe', round));
  await areWaiting(16, 1);
  held[0]?.writeHead(503).end();
  for (const reply of await Promise.all(replies)) expectRefusal(reply, 502, 'upstream_failure');
  const again = observeOk(node, { ...rounds[0]!, observedAtMs: Date.now() });
  await areWaiting(1, 2);
  held[1]?.end('{"price":"64628.31"}');
  expect((await again).values).toHaveLength(1);
});
