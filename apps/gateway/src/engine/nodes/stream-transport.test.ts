import { type CallEnding, StreamCallError, type StreamReply } from '@oracle-gateway/node-api/stream';
import { roundTrace } from '@oracle-gateway/process';
import type { RoundId } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import { nodeAt } from '../../../tests/fakes/node-call.js';
import { type FakeStream, fakeStream } from '../../../tests/fakes/node-streams.js';
import type { NodeStep } from './node-call-error.js';
import type { RoundNode } from './node-directory.js';
import type { NodeCall, NodeReply } from './node-transport.js';
import { createStreamTransport } from './stream-transport.js';
import { engineEvents } from '../../../tests/fakes/engine-ports.js';

const node = nodeAt('https://node-3');
/** It is called in no other way. */
const plainNode = { ...nodeAt('http://node-3'), encryptionKey: new Uint8Array(32).fill(1) };
const body = Buffer.from('{}');
const reply: StreamReply = { status: 200, body: Buffer.from('{"released":1}'), timeMs: 1_795_000_000_123 };
const httpReply: NodeReply = { status: 200, body: Buffer.from('{}'), timeMs: null };

function setUp(stream: FakeStream | null = fakeStream(), called: RoundNode = node) {
  const streams = { current: stream };
  const clock = { ms: 0 };
  const waits: number[] = [];
  /** Outcome of a handshake that is near. */
  const soon = { stream: null as FakeStream | null, takesMs: 0 };
  const byHttp: NodeStep[] = [];
  const sent: string[] = [];
  const http = {
    call: (_node: unknown, { step }: NodeCall) => {
      byHttp.push(step);
      return Promise.resolve(httpReply);
    },
  };
  const events = engineEvents({ nodeCallSent: (transport: string) => void sent.push(transport) });
  const transport = createStreamTransport({
    streams: {
      to: () => streams.current,
      soon: (_, { waitMs }) => {
        waits.push(waitMs);
        clock.ms += soon.takesMs;
        return Promise.resolve(soon.stream);
      },
    },
    http,
    events,
    monotonicMs: () => clock.ms,
  });
  const call = (step: NodeStep, changes: Partial<NodeCall> = {}) =>
    transport.call(called, { step, body, deadlineMs: 5_000, signal: new AbortController().signal, ...changes });
  return { streams, byHttp, sent, call, soon, waits };
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

  const unauthorized: StreamReply = { ...reply, status: 401 };

  it('a call that is refused for the key of its stream goes once more, over the next stream in the time that is left', async () => {
    const [old, next] = [fakeStream(), fakeStream()];
    const { call, streams, soon } = setUp(old, plainNode);
    const answered = call('sign', { deadlineMs: 900 });
    old.drain();
    Object.assign(streams, { current: null });
    Object.assign(soon, { stream: next, takesMs: 200 });
    old.calls[0]?.answer(unauthorized);
    await expect.poll(() => next.calls).toMatchObject([{ operation: 'sign', body, options: { deadlineMs: 700 } }]);
    next.calls[0]?.answer(reply);
    expect(await answered).toEqual(reply);
  });

  it('a call that is refused while its stream stays open is not repeated: the gateway is not active', async () => {
    const stream = fakeStream();
    const { call, byHttp } = setUp(stream);
    const answered = call('sign');
    stream.calls[0]?.answer(unauthorized);
    expect(await answered).toEqual(unauthorized);
    expect([stream.calls.length, byHttp]).toEqual([1, []]);
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

  it('a node over http:// whose key the ledger names is never called by HTTP: it is unreachable until its stream opens', async () => {
    const stream = fakeStream();
    const { call, streams, byHttp, sent, waits, soon } = setUp(null, plainNode);
    for (const step of ['commit', 'observe', 'sign', 'release', 'simulate', 'vouch'] as const) {
      await expect(call(step)).rejects.toMatchObject({ context: { step, fault: 'unreachable' } });
    }
    soon.takesMs = 2_000;
    soon.stream = stream;
    await expect(call('sign', { deadlineMs: 500 })).rejects.toMatchObject({ context: { fault: 'unreachable' } });
    await expect(call('sign', { signal: AbortSignal.abort() })).rejects.toMatchObject({ context: { fault: 'aborted' } });
    streams.current = stream;
    stream.end('lost');
    await expect(call('sign')).rejects.toMatchObject({ context: { fault: 'unreachable' } });
    // The last was meant for the stream that was gone.
    expect([byHttp, sent, waits]).toEqual([[], ['stream'], [...Array<number>(6).fill(1_000), 500, 1_000]]);
  });

  it('a call to such a node goes over the stream that opens while it waits, in the time that is left', async () => {
    const { call, byHttp, soon } = setUp(null, plainNode);
    const stream = fakeStream();
    soon.stream = stream;
    soon.takesMs = 300;
    const answered = call('sign', { deadlineMs: 1_000 });
    await expect.poll(() => stream.calls.length).toBe(1);
    expect(stream.calls[0]?.options.deadlineMs).toBe(700);
    stream.calls[0]?.answer(reply);
    expect([await answered, byHttp]).toEqual([reply, []]);
  });

  it('dry runs of such a node that find no place fail as overloaded', async () => {
    const { call, byHttp } = setUp(fakeStream(), plainNode);
    ignore(Array.from({ length: 16 }, () => call('simulate')));
    await expect(call('simulate')).rejects.toMatchObject({ context: { step: 'simulate', fault: 'overloaded' } });
    expect(byHttp).toEqual([]);
  });
});
