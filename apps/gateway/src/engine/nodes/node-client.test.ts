import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { nodeOverHttp, RELEASE } from '../../../tests/fakes/node-call.js';
import { createCallPace } from './call-pace.js';
import type { ClockReading } from './clock-watch.js';
import { createNodeClient } from './node-client.js';
import { createLastCalls } from './node-health.js';
import { engineEvents } from '../../../tests/fakes/engine-ports.js';

const open = new AbortController().signal;

const readings: ClockReading[] = [];
const lastCalls = createLastCalls({ nowMs: Date.now, monotonicMs: Date.now });
const clocks = {
  note: (_: unknown, reading: ClockReading) => void readings.push(reading),
  offsetMs: () => null,
  offsetToMs: () => 0,
  isOff: () => false,
  toAskAgain: () => [],
};
async function nodeThat(listener: RequestListener) {
  const { transport, node } = await nodeOverHttp(listener);
  const client = createNodeClient({
    transport,
    events: engineEvents({ nodeAnswered: () => undefined }),
    notes: { pace: createCallPace(), clocks, lastCalls },
    nowMs: Date.now,
    monotonicMs: performance.now.bind(performance),
  });
  return { client, node };
}

function answering(status: number, body: string): RequestListener {
  return (_request, response) => void response.writeHead(status).end(body);
}

describe('createNodeClient', () => {
  it('a request that several nodes get is encoded once', async () => {
    let encoded = 0;
    const counted = {
      toJSON: () => {
        encoded += 1;
        return RELEASE;
      },
      ...RELEASE,
    };
    const { client, node } = await nodeThat(answering(200, '{"released":1}'));
    const release = () => client.release(node, counted, { deadlineMs: 5_000, signal: open });
    await Promise.all([release(), release()]);
    expect(encoded).toBe(1);
  });

  it('sends the request of a call and gives the answer of the contract', async () => {
    let sent = '';
    const { client, node } = await nodeThat((incoming, response) => {
      void incoming.toArray().then((chunks) => {
        sent = Buffer.concat(chunks as Buffer[]).toString();
        response.end('{"released":1}');
      });
    });
    expect(await client.release(node, RELEASE, { deadlineMs: 5_000, signal: open })).toEqual({ released: 1 });
    expect(JSON.parse(sent)).toEqual(RELEASE);
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
    const failed = client.release(node, RELEASE, { deadlineMs: 5_000, signal: open });
    await expect(failed).rejects.toMatchObject({ name: 'NodeCallError', context: { nodeIndex: 3, step: 'release', ...context } });
  });

  it("a call whose round is over is not the node's fault", async () => {
    const over = new AbortController();
    const { client, node } = await nodeThat(() => {
      over.abort();
    });
    const failed = client.release(node, RELEASE, { deadlineMs: 5_000, signal: over.signal });
    await expect(failed).rejects.toMatchObject({ context: { fault: 'aborted' } });
    const late = client.release(node, RELEASE, { deadlineMs: 5_000, signal: over.signal });
    await expect(late).rejects.toMatchObject({ context: { fault: 'aborted' } });
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
    await client.release(node, RELEASE, { deadlineMs: 5_000, signal: open }).catch(() => undefined);
    const [{ timeMs, sentAtMs, answeredAtMs } = { timeMs: 0, sentAtMs: 0, answeredAtMs: 0 }] = readings;
    expect([readings.length, timeMs]).toEqual([1, 1_795_000_000_123]);
    expect([before, sentAtMs, answeredAtMs]).toEqual([before, sentAtMs, answeredAtMs].sort((a, b) => a - b));
  });

  it('an answer that tells no time is an answer all the same', async () => {
    readings.length = 0;
    const { client, node } = await nodeThat(answering(200, '{"released":1}'));
    expect(await client.release(node, RELEASE, { deadlineMs: 5_000, signal: open })).toEqual({ released: 1 });
    expect(readings).toEqual([]);
  });
});
