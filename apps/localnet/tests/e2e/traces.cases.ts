import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFile } from 'node:fs/promises';
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

/** Spans of every traced round, by the process that sent them. */
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
  await expect.poll(missing).toEqual([]);
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

/** A line of a log, as docs/telemetry.md describes it. */
interface LogLine {
  readonly level: number;
  readonly time: number;
  readonly app: string;
  readonly msg: string;
  readonly node?: number;
  readonly roundId?: string;
  readonly requestId?: string;
  readonly traceId?: string;
  readonly sessionId?: string;
}

const APPS: ReadonlySet<string> = new Set(['gateway', 'oracle-node', 'settlement-worker']);
/** info, warn, error: debug lines are off. */
const LEVELS: ReadonlySet<number> = new Set([30, 40, 50]);

async function logLines(): Promise<readonly LogLine[]> {
  const names = ['gateway', 'worker-0', ...test.world.manifest.nodes.map((_, index) => `node-${index}`)];
  const texts = await Promise.all(names.map((name) => readFile(test.world.stateFolder.logOf(name), 'utf8')));
  return texts.flatMap((text) => text.trimEnd().split('\n')).map((line) => JSON.parse(line) as LogLine);
}

it('every log line has the form that is documented, and every line of a round names its trace', async () => {
  const served = await serve(test, { quorum: 3 });
  await expectSettled(test, served);
  const { traceId } = roundTrace(served.roundId);
  const ofRound = async () => (await logLines()).filter((line) => line.traceId === traceId);
  const told = async () => (await ofRound()).map(({ app, msg }) => `${app}: ${msg}`);
  await expect
    .poll(told)
    .toEqual(
      expect.arrayContaining(['gateway: round completed', 'oracle-node: observed', 'oracle-node: signed', 'settlement-worker: settled']),
    );
  const lines = await logLines();
  const malformed = lines.filter(({ level, time, app, msg, node }) => {
    const isWhole = typeof time === 'number' && typeof msg === 'string' && LEVELS.has(level) && APPS.has(app);
    return !isWhole || (node !== undefined) !== (app === 'oracle-node');
  });
  const unnamed = lines.filter(({ roundId, sessionId, traceId: named }) =>
    roundId === undefined ? sessionId !== undefined && named === undefined : named !== roundTrace(roundId).traceId,
  );
  expect([malformed, unnamed]).toEqual([[], []]);
  const completed = (await ofRound()).find(({ msg }) => msg === 'round completed');
  expect(completed?.requestId).toMatch(/^[0-9a-f-]{36}$/);
});
