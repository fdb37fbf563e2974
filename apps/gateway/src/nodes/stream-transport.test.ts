import { type CallEnding, StreamCallError, type StreamReply } from '@oracle-gateway/node-stream';
import type { RoundId } from '@oracle-gateway/protocol';
import { roundTrace } from '@oracle-gateway/process';
import { describe, expect, it } from 'vitest';
import { nodeAt } from '../../tests/fakes/node-call.js';
import { type FakeStream, fakeStream } from '../../tests/fakes/node-streams.js';
import type { NodeStep } from '../errors/node-call-error.js';
import type { NodeCall, NodeReply } from './node-transport.js';
import { createStreamTransport } from './stream-transport.js';

const node = nodeAt('http://node-3');
const body = Buffer.from('{}');
const reply: StreamReply = { status: 200, body: Buffer.from('{"released":1}'), timeMs: 1_795_000_000_123 };
const httpReply: NodeReply = { status: 200, body: Buffer.from('{}'), timeMs: null };

function setUp(stream: FakeStream | null = fakeStream()) {
  const streams = { current: stream };
  const byHttp: NodeStep[] = [];
  const sent: string[] = [];
  const http = {
    call: (_node: unknown, { step }: NodeCall) => {
      byHttp.push(step);
      return Promise.resolve(httpReply);
    },
  };
  const events = { nodeCallSent: (transport: string) => void sent.push(transport) };
  const transport = createStreamTransport({ streams: { to: () => streams.current }, http, events });
  const call = (step: NodeStep, changes: Partial<NodeCall> = {}) =>
    transport.call(node, { step, body, deadlineMs: 5_000, signal: new AbortController().signal, ...changes });
  return { streams, byHttp, sent, call };
}

/** Calls whose end the test does not wait for. */
function ignore(calls: readonly Promise<unknown>[]): void {
  for (const call of calls) call.catch(() => undefined);
}

describe('createStreamTransport', () => {
  it('a call goes over the stream with its limits and the trace of its round', async () => {
    const stream = fakeStream();
    const { call, sent, byHttp } = setUp(stream);
    const { signal } = new AbortController();
    const roundId = '5LXF67aj3B2mbb3tramuJ7NWE24uAvvJHTUEJNWUjBf8' as RoundId;
    const answered = call('observe', { signal, deadlineMs: 700, roundId });
    const [got] = stream.calls;
    expect(got).toMatchObject({ operation: 'observe', body, options: { deadlineMs: 700, signal } });
    expect(got?.options.traceparent).toContain(roundTrace(roundId).traceId);
    got?.answer(reply);
    expect(await answered).toEqual(reply);
    expect([sent, byHttp]).toEqual([['stream'], []]);
  });

  it('while no stream is open a call goes by HTTP at once', async () => {
    const { call, sent } = setUp(null);
    expect(await call('sign')).toEqual(httpReply);
    expect(sent).toEqual(['http']);
  });

  it.each([
    ['timeout', 'timeout'],
    ['aborted', 'aborted'],
    ['overloaded', 'overloaded'],
    ['closed', 'unreachable'],
  ] satisfies [CallEnding, string][])('a call that ends by %s is %s, and is not sent again', async (endedBy, fault) => {
    const stream = fakeStream();
    const { call, byHttp } = setUp(stream);
    const failed = call('observe');
    stream.calls[0]?.fail(new StreamCallError(endedBy));
    await expect(failed).rejects.toMatchObject({ name: 'NodeCallError', context: { nodeIndex: 3, step: 'observe', fault } });
    expect(byHttp).toEqual([]);
  });

  it('a call that the stream did not take goes by HTTP', async () => {
    const stream = fakeStream();
    const { call, byHttp } = setUp(stream);
    stream.end('lost');
    expect(await call('observe')).toEqual(httpReply);
    expect(byHttp).toEqual(['observe']);
  });

  it('observations and dry runs leave an eighth of the places to the calls that finish rounds', async () => {
    const stream = fakeStream();
    const { call } = setUp(stream);
    ignore([call('observe')]);
    stream.room = 9;
    ignore([call('observe')]);
    stream.room = 8;
    await expect(call('observe')).rejects.toMatchObject({ context: { step: 'observe', fault: 'overloaded' } });
    await expect(call('simulate')).rejects.toMatchObject({ context: { step: 'simulate', fault: 'overloaded' } });
    ignore([call('sign'), call('release'), call('commit'), call('vouch')]);
    expect(stream.calls.map(({ operation }) => operation)).toEqual(['observe', 'observe', 'sign', 'release', 'commit', 'vouch']);
  });

  it('dry runs take few places of a stream; further ones go by HTTP until one has ended', async () => {
    const stream = fakeStream();
    const { call, byHttp } = setUp(stream);
    const first = call('simulate');
    ignore(Array.from({ length: 16 }, () => call('simulate')));
    expect([stream.calls.length, byHttp]).toEqual([16, ['simulate']]);
    stream.calls[0]?.answer(reply);
    await first;
    ignore([call('simulate')]);
    expect([stream.calls.length, byHttp]).toEqual([17, ['simulate']]);
  });

  it('the next stream of a node has its places for itself', () => {
    const first = fakeStream();
    const { call, streams, byHttp } = setUp(first);
    ignore(Array.from({ length: 16 }, () => call('simulate')));
    const second = fakeStream();
    streams.current = second;
    ignore([call('simulate')]);
    expect([second.calls.length, byHttp]).toEqual([1, []]);
  });
});
