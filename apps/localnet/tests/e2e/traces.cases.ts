import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

import { operations } from '@oracle-gateway/gateway-api';
import { roundTrace } from '@oracle-gateway/process';
import { sealSecrets } from '@oracle-gateway/protocol/sealed';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { RPC_KEY, shortMemoryWorld, traceCollector } from './short-memory-world.js';
import { expectSettled, prepareRound, serve, type TestWorld } from './test-world.js';
import type { CollectedSpan } from './trace-collector.js';

let test: TestWorld;
/** Headers of every request that a server of this process was sent, its sample sources among them. */
const sentHeaders: { readonly port: number | undefined; readonly names: readonly string[] }[] = [];
function record(message: unknown): void {
  const { request } = message as { readonly request: IncomingMessage };
  sentHeaders.push({ port: request.socket.localPort, names: Object.keys(request.headers) });
}
beforeAll(() => {
  test = shortMemoryWorld();
  subscribe('http.server.request.start', record);
});
afterAll(() => void unsubscribe('http.server.request.start', record));

/** What every traced round has, by the process that sent it. */
const SPANS = [
  'gateway: round',
  'gateway: admit',
  'gateway: reserve',
  'gateway: redis',
  'gateway: node observe',
  'gateway: conclude',
  'oracle-node: observe',
  'oracle-node: fetch source',
  'settlement-worker: claim',
  'settlement-worker: redis',
  'settlement-worker: send',
  'settlement-worker: ledger sendTransaction',
  'settlement-worker: settle',
];

async function traceOf(roundId: string): Promise<readonly CollectedSpan[]> {
  const spans = () => traceCollector().spansOf(roundTrace(roundId).traceId);
  const missing = () => SPANS.filter((named) => !spans().some(({ service, name }) => `${service}: ${name}`.startsWith(named)));
  await expect.poll(missing, { timeout: 30_000 }).toEqual([]);
  return spans();
}

it('a round is one trace over gateway, nodes, Redis, worker and ledger', async () => {
  const served = await serve(test, { quorum: 3 });
  await expectSettled(test, served);
  const spans = await traceOf(served.roundId);
  const ids = new Set(spans.map(({ spanId }) => spanId));
  expect(spans.filter(({ parentSpanId }) => parentSpanId === undefined).map(({ name }) => name)).toEqual(['round']);
  expect(spans.filter(({ parentSpanId }) => parentSpanId !== undefined && !ids.has(parentSpanId))).toEqual([]);
});

it('no header of a trace reaches a source, and no secret a trace', async () => {
  const { sources, secrets } = test.world.manifest;
  const apiConfig = {
    url: `${sources.private}/balance?planted-query`,
    method: 'GET',
    headers: { Authorization: 'Bearer {{secret.token}}' },
    responseParser: '$.balance',
  } as const;
  const listed = await test.client.call(operations.getNodes);
  if (listed.status !== 200) throw new Error('the nodes are not listed');
  const { nodes } = listed.body.data;
  const round = prepareRound(test, { quorum: 3, apiConfig });
  const notAfter = Math.floor(Date.now() / 1_000) + 60;
  const encKeyBundle = sealSecrets({ apiConfig, nodes, secrets: { token: secrets.privateSource }, notAfter });
  const answer = await test.client.call(operations.executeRound, { body: { ...round.request, encKeyBundle } });
  expect(answer).toMatchObject({ status: 200 });
  await traceOf(answer.headers.get('x-round-id') ?? '');
  const port = Number(new URL(sources.private).port);
  const toSource = sentHeaders.filter((sent) => sent.port === port);
  expect(toSource.length).toBeGreaterThanOrEqual(3);
  expect(new Set(toSource.flatMap(({ names }) => names))).toEqual(
    new Set(['host', 'connection', 'accept', 'accept-encoding', 'user-agent', 'authorization']),
  );
  const planted = [secrets.privateSource, 'planted-query', RPC_KEY, String(round.request.authSig).slice(2)];
  expect(planted.filter((secret) => traceCollector().received().includes(secret))).toEqual([]);
});
