import { generateKeyPairSync } from 'node:crypto';
import { once, setMaxListeners } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readKeypair } from '@oracle-gateway/app-config';
import { NODE_HEADERS, nodeOperations, type ObserveRequest, verifyNodeRequest } from '@oracle-gateway/node-api';
import { type DeploymentId, MAX_REQUEST_SKEW_MS, unixMs } from '@oracle-gateway/protocol';
import { afterEach, describe, expect, it } from 'vitest';
import { startSilentHost } from '../../tests/fakes/silent-host.js';
import type { ClockReading } from './clock-watch.js';
import { createNodeClient, type NodeClient } from './node-client.js';
import { createLastCalls } from './last-calls.js';

const deploymentId = new Uint8Array(32).fill(5) as DeploymentId;
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const keypair = readKeypair({
  name: 'keypair',
  text: JSON.stringify([
    ...privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32),
    ...publicKey.export({ format: 'der', type: 'spki' }).subarray(-32),
  ]),
});
const request = { sessionIds: [`0x${'ab'.repeat(32)}`] };
const observation: ObserveRequest = {
  requester: '11111111111111111111111111111111',
  feedOwner: '11111111111111111111111111111111',
  timeRule: 'nested',
  apiConfig: { url: 'https://prices.example/', method: 'GET' },
  signaturesRequired: 2,
  registryVersion: 1,
  timestampMs: 1_795_000_000_000,
  eligible: [2, 3],
  gatewayNonce: `0x${'cd'.repeat(16)}`,
};
const open = new AbortController().signal;

const readings: ClockReading[] = [];
const lastCalls = createLastCalls({ nowMs: Date.now });
let server: Server | undefined;
let client: NodeClient | undefined;
afterEach(async () => {
  await client?.close();
  server?.closeAllConnections();
  server?.close();
});

async function nodeThat(listener: RequestListener) {
  server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  client = createNodeClient({
    deploymentId,
    keypair,
    events: { nodeAnswered: () => undefined },
    clocks: { note: (_, reading) => readings.push(reading) },
    lastCalls,
    nowMs: Date.now,
    monotonicMs: performance.now.bind(performance),
  });
  return { client, node: { index: 3, publicKey: new Uint8Array(64), origin: `http://127.0.0.1:${port}` } };
}

function answering(status: number, body: string): RequestListener {
  return (_request, response) => void response.writeHead(status).end(body);
}

describe('createNodeClient', () => {
  it('signs what it sends, for this node and path', async () => {
    const received: { request: IncomingMessage; body: Buffer }[] = [];
    const { client, node } = await nodeThat((incoming, response) => {
      void incoming.toArray().then((chunks) => {
        received.push({ request: incoming, body: Buffer.concat(chunks as Buffer[]) });
        response.end('{"released":1}');
      });
    });
    expect(await client.release(node, request, { deadlineMs: 5_000, signal: open })).toEqual({ released: 1 });
    const [sent] = received;
    if (sent === undefined) throw new Error('nothing was sent');
    const verdict = verifyNodeRequest({
      headers: (name) => sent.request.headers[name]?.toString(),
      deploymentId,
      nodeIndex: 3,
      path: sent.request.url ?? '',
      body: sent.body,
      nowMs: unixMs(Date.now()),
      maxSkewMs: MAX_REQUEST_SKEW_MS,
    });
    const timeMs = Number(sent.request.headers[NODE_HEADERS.time]);
    expect(verdict).toEqual({ ok: true, gatewayAuthority: keypair.address, timeMs });
    expect(JSON.parse(sent.body.toString())).toEqual(request);
  });

  it.each([
    ['is no JSON', answering(200, 'hello'), { fault: 'bad_answer' }],
    ['does not fit the contract', answering(200, '{"released":"1"}'), { fault: 'bad_answer' }],
    ['is larger than the limit', answering(200, JSON.stringify({ released: 1, padding: 'x'.repeat(17_000) })), { fault: 'bad_answer' }],
    ['is a redirect', (_request, response) => void response.writeHead(302, { location: '/' }).end(), { fault: 'bad_answer' }],
    ['is an error outside the contract', answering(500, '{"error":"x"}'), { fault: 'bad_answer' }],
    ['is a refusal', answering(404, '{"error":"no","code":"session_unknown"}'), { fault: 'refused', code: 'session_unknown' }],
    [
      'tells of a failing source',
      answering(502, '{"error":"no","code":"upstream_failure","step":"select","upstreamStatus":200}'),
      { fault: 'upstream', sourceStep: 'select', upstreamStatus: 200 },
    ],
    [
      'tells what a source asks for',
      answering(502, '{"error":"no","code":"upstream_failure","step":"fetch","upstreamStatus":402,"terms":"{}"}'),
      { fault: 'upstream', sourceStep: 'fetch', upstreamStatus: 402, sourceTerms: '{}' },
    ],
    ['is no answer at all', (incoming) => void incoming.socket.destroy(), { fault: 'unreachable' }],
  ] satisfies [string, RequestListener, object][])('an answer that %s is named as such', async (_case, listener, context) => {
    const { client, node } = await nodeThat(listener);
    const failed = client.release(node, request, { deadlineMs: 5_000, signal: open });
    await expect(failed).rejects.toMatchObject({ name: 'NodeCallError', context: { nodeIndex: 3, step: 'release', ...context } });
  });

  it('a node that is not there is unreachable', async () => {
    const { client, node } = await nodeThat(answering(200, '{}'));
    server?.close();
    await once(server!, 'close');
    const failed = client.release(node, request, { deadlineMs: 5_000, signal: open });
    await expect(failed).rejects.toMatchObject({ context: { fault: 'unreachable' } });
  });

  it('the deadline counts for the whole answer, body included', async () => {
    const { client, node } = await nodeThat((_request, response) => void response.writeHead(200).write('{'));
    const failed = client.release(node, request, { deadlineMs: 100, signal: open });
    await expect(failed).rejects.toMatchObject({ context: { fault: 'timeout' } });
  });

  it("a call whose round is over is not the node's fault", async () => {
    const over = new AbortController();
    const { client, node } = await nodeThat(() => {
      over.abort();
    });
    const failed = client.release(node, request, { deadlineMs: 5_000, signal: over.signal });
    await expect(failed).rejects.toMatchObject({ context: { fault: 'aborted' } });
    const late = client.release(node, request, { deadlineMs: 5_000, signal: over.signal });
    await expect(late).rejects.toMatchObject({ context: { fault: 'aborted' } });
  });

  it('hangs up on a node when the round is over, which ends the fetch there', async () => {
    const over = new AbortController();
    let hungUp: Promise<unknown> = Promise.resolve();
    const { client, node } = await nodeThat((incoming) => {
      hungUp = once(incoming.socket, 'close');
      over.abort();
    });
    await expect(client.observe(node, observation, { deadlineMs: 5_000, signal: over.signal })).rejects.toThrow();
    await hungUp;
  });

  it('sign and release wait behind no observation, however many never end', async () => {
    const { client, node } = await nodeThat((incoming, response) => {
      if (incoming.url !== nodeOperations.observe.path) response.end('{"released":1}');
    });
    const over = new AbortController();
    setMaxListeners(0, over.signal);
    const never = Array.from({ length: 512 }, () => client.observe(node, observation, { deadlineMs: 20_000, signal: over.signal }));
    const settled = Promise.allSettled(never);
    expect(await client.release(node, request, { deadlineMs: 5_000, signal: open })).toEqual({ released: 1 });
    over.abort();
    await settled;
  });

  it('calls to one node are bounded', async () => {
    const { client, node } = await nodeThat(() => undefined);
    const over = new AbortController();
    setMaxListeners(0, over.signal);
    const calls = Array.from({ length: 513 }, () => client.release(node, request, { deadlineMs: 5_000, signal: over.signal }));
    const settled = Promise.allSettled(calls);
    await expect(calls[512]).rejects.toMatchObject({ context: { fault: 'overloaded' } });
    over.abort();
    await settled;
  });

  it('a host that accepts no connection is unreachable after a second, long before the deadline', async () => {
    const host = await startSilentHost();
    const { client, node } = await nodeThat(() => undefined);
    try {
      const call = client.release({ ...node, origin: host.origin }, request, { deadlineMs: 9_000, signal: open });
      await expect(call).rejects.toMatchObject({ context: { fault: 'unreachable' } });
    } finally {
      await host.close();
    }
  });

  it.each([
    ['an answer', 200, '{"released":1}'],
    ['a refusal', 401, '{"error":"no","code":"unauthorized"}'],
  ])("the node's clock is noted with %s that tells it", async (_, status, body) => {
    readings.length = 0;
    const { client, node } = await nodeThat((_request, response) => {
      response.writeHead(status, { 'x-svc-time': '1795000000123' }).end(body);
    });
    const before = Date.now();
    await client.release(node, request, { deadlineMs: 5_000, signal: open }).catch(() => undefined);
    const [{ timeMs, sentAtMs, answeredAtMs } = { timeMs: 0, sentAtMs: 0, answeredAtMs: 0 }] = readings;
    expect([readings.length, timeMs]).toEqual([1, 1_795_000_000_123]);
    expect([before, sentAtMs, answeredAtMs]).toEqual([before, sentAtMs, answeredAtMs].sort((a, b) => a - b));
  });

  it('an answer that tells no time is an answer all the same', async () => {
    readings.length = 0;
    const { client, node } = await nodeThat(answering(200, '{"released":1}'));
    expect(await client.release(node, request, { deadlineMs: 5_000, signal: open })).toEqual({ released: 1 });
    expect(readings).toEqual([]);
  });
});
