import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { body, bothHalves, NOW_MS, PATIENT, turn } from '../../tests/halves.js';
import { StreamCallError } from './errors.js';

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString();
}

describe('calls over one stream', () => {
  it('carry operation, trace and body, and bring back status, body and the time of the answer', async () => {
    const { gateway, calls, opened } = bothHalves();
    await opened;
    const traceparent = `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`;
    const reply = gateway.call('sign', body({ a: 1 }), { ...PATIENT, traceparent });
    await turn();
    expect(calls.map(({ call }) => [call.operation, call.traceparent, text(call.body)])).toEqual([['sign', traceparent, '{"a":1}']]);
    calls[0]?.answer({ status: 409, body: '{"code":"nonce_spent"}' });
    const { status, body: answered, timeMs } = await reply;
    expect([status, text(answered), timeMs]).toEqual([409, '{"code":"nonce_spent"}', NOW_MS]);
  });

  it('are answered in any order', async () => {
    const { gateway, calls, opened } = bothHalves();
    await opened;
    const replies = [1, 2, 3].map((n) => gateway.call('observe', body(n), PATIENT));
    await turn();
    for (const { call, answer } of calls.toReversed()) answer({ status: 200, body: text(call.body) });
    expect((await Promise.all(replies)).map((reply) => text(reply.body))).toEqual(['1', '2', '3']);
  });

  it('of one turn of the event loop leave in one message, and so do their answers', async () => {
    const { gateway, calls, opened, gatewayEnd, nodeEnd } = bothHalves();
    await opened;
    const sentBefore = [gatewayEnd.sent.length, nodeEnd.sent.length];
    const replies = Array.from({ length: 20 }, (_, n) => gateway.call('observe', body(n), PATIENT));
    await turn();
    for (const { answer } of calls) answer({ status: 200, body: '{}' });
    await Promise.all(replies);
    expect([gatewayEnd.sent.length, nodeEnd.sent.length]).toEqual(sentBefore.map((count) => count + 1));
  });

  it('leave in several messages where they do not fit into one', async () => {
    const { gateway, calls, opened } = bothHalves();
    await opened;
    const large = body('x'.repeat(80 * 1024));
    const replies = [1, 2, 3].map(() => gateway.call('observe', large, PATIENT));
    await turn();
    for (const { call, answer } of calls) answer({ status: 200, body: String(call.body.length) });
    expect((await Promise.all(replies)).map((reply) => text(reply.body))).toEqual(Array(3).fill(String(large.length)));
  });

  it('too large for a message are not sent, and the stream goes on', async () => {
    const { gateway, calls, opened } = bothHalves();
    await opened;
    await expect(gateway.call('observe', new Uint8Array(128 * 1024), PATIENT)).rejects.toThrow(RangeError);
    const reply = gateway.call('commit', body(1), PATIENT);
    await turn();
    calls[0]?.answer({ status: 200, body: '{}' });
    expect((await reply).status).toBe(200);
  });
});

describe('a call that the gateway ends', () => {
  it('by its signal tells the node to stop, and counts until the node has confirmed', async () => {
    const { gateway, calls, opened } = bothHalves({ limits: { maxCalls: 1 } });
    await opened;
    const ending = new AbortController();
    const reply = gateway.call('observe', body(1), { deadlineMs: 10_000, signal: ending.signal });
    await turn();
    expect(calls[0]?.call.signal.aborted).toBe(false);
    ending.abort();
    await expect(reply).rejects.toThrow(new StreamCallError('aborted'));
    await turn();
    expect([calls[0]?.call.signal.aborted, gateway.room]).toEqual([true, 0]);
    calls[0]?.answer({ status: 503, body: '{}' });
    await turn();
    expect(gateway.room).toBe(1);
  });

  it('by its deadline ends as timeout', async () => {
    const { gateway, calls, opened } = bothHalves();
    await opened;
    await expect(gateway.call('observe', body(1), { ...PATIENT, deadlineMs: 1 })).rejects.toThrow(new StreamCallError('timeout'));
    await expect.poll(() => calls[0]?.call.signal.aborted).toBe(true);
  });

  it('before it is sent is not sent', async () => {
    const { gateway, calls, opened } = bothHalves();
    await opened;
    await expect(gateway.call('observe', body(1), { deadlineMs: 1_000, signal: AbortSignal.abort() })).rejects.toThrow(
      new StreamCallError('aborted'),
    );
    await turn();
    expect(calls).toEqual([]);
  });

  it('and that the node never confirms costs the stream', async () => {
    // A tick is longer than a word takes between the halves, also on a busy machine.
    const { gateway, opened, ended } = bothHalves({ limits: { quietMs: 100 } });
    await opened;
    await expect(gateway.call('observe', body(1), { ...PATIENT, deadlineMs: 1 })).rejects.toThrow(StreamCallError);
    await expect.poll(() => ended.gateway).toBe('unconfirmed');
  });
});

describe('limits', () => {
  it('of calls are the smaller ones of both halves, and refuse without sending', async () => {
    const { gateway, calls, opened } = bothHalves({ limits: { maxCalls: 2 } });
    await opened;
    const replies = [1, 2].map((n) => gateway.call('observe', body(n), PATIENT));
    await expect(gateway.call('observe', body(3), PATIENT)).rejects.toThrow(new StreamCallError('overloaded'));
    await turn();
    for (const { answer } of calls) answer({ status: 200, body: '{}' });
    await Promise.all(replies);
    expect([calls.length, gateway.room]).toEqual([2, 2]);
  });

  it('of bytes that wait refuse calls at the gateway', async () => {
    const { gateway, gatewayEnd, opened } = bothHalves();
    await opened;
    gatewayEnd.buffered = 2 ** 21;
    await expect(gateway.call('observe', body(3), PATIENT)).rejects.toThrow(new StreamCallError('overloaded'));
    gatewayEnd.buffered = 0;
    expect(gateway.room).toBeGreaterThan(0);
  });

  it('of bytes that wait stop the reading at the node until half of them are sent', async () => {
    const { gateway, calls, nodeEnd, opened } = bothHalves();
    await opened;
    const reply = gateway.call('observe', body(1), PATIENT);
    await turn();
    nodeEnd.buffered = 2 ** 21;
    calls[0]?.answer({ status: 200, body: '{}' });
    await reply;
    expect(nodeEnd.isPaused).toBe(true);
    nodeEnd.buffered = 2 ** 19;
    nodeEnd.flushed();
    expect(nodeEnd.isPaused).toBe(false);
  });

  it('of messages under one key end with a drain notice before, and close the stream there', async () => {
    const { gateway, calls, opened, ended } = bothHalves({ limits: { maxMessages: 2 ** 16 + 1 } });
    await opened;
    const reply = gateway.call('observe', body(1), PATIENT);
    await turn();
    calls[0]?.answer({ status: 200, body: '{}' });
    await reply;
    await expect.poll(() => ended).toEqual({ draining: true, gateway: 'done', node: 'done' });
  });

  it('of silence ask for a sign of life, and end a stream that gives none', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const { opened, ended, nodeEnd, gatewayEnd } = bothHalves({ limits: { quietMs: 20_000 } });
    await opened;
    const quiet = async (): Promise<void> => {
      vi.advanceTimersByTime(20_000);
      await turn();
    };
    for (let times = 0; times < 6; times += 1) await quiet();
    expect(nodeEnd.sent.length).toBeGreaterThan(4);
    expect(ended).toEqual({});
    gatewayEnd.intercept = () => null;
    for (let times = 0; times < 3; times += 1) await quiet();
    expect(ended.node).toBe('idle');
  });
});

describe('the end of a stream', () => {
  it('by a drain notice lets calls under way end, and takes no further ones', async () => {
    const { gateway, node, calls, opened, ended } = bothHalves();
    await opened;
    const reply = gateway.call('observe', body(1), PATIENT);
    await turn();
    node.sendDrainNotice();
    node.sendDrainNotice();
    await turn();
    expect([ended, gateway.state, gateway.room]).toEqual([{ draining: true }, 'draining', 0]);
    await expect(gateway.call('sign', body(2), PATIENT)).rejects.toThrow(new StreamCallError('not_open'));
    calls[0]?.answer({ status: 200, body: '{}' });
    expect((await reply).status).toBe(200);
    await turn();
    expect([ended, gateway.state]).toEqual([{ draining: true, gateway: 'done', node: 'done' }, 'closed']);
  });

  it('by a lost connection ends the calls of both halves', async () => {
    const { gateway, calls, opened, ended, gatewayEnd } = bothHalves();
    await opened;
    const reply = gateway.call('observe', body(1), PATIENT);
    await turn();
    gatewayEnd.cut();
    await expect(reply).rejects.toThrow(new StreamCallError('closed'));
    await turn();
    expect([calls[0]?.call.signal.aborted, ended]).toEqual([true, { gateway: 'lost', node: 'lost' }]);
    await expect(gateway.call('sign', body(2), PATIENT)).rejects.toThrow(new StreamCallError('not_open'));
    await gateway.close();
  });

  it('by the gateway waits for the calls under way as long as it is told', async () => {
    const { gateway, calls, opened } = bothHalves();
    await opened;
    const reply = gateway.call('observe', body(1), PATIENT);
    const closed = gateway.close(10_000);
    await turn();
    calls[0]?.answer({ status: 200, body: '{}' });
    expect((await reply).status).toBe(200);
    await closed;
    const { gateway: hasty, opened: ready } = bothHalves();
    await ready;
    const lost = hasty.call('observe', body(1), PATIENT);
    const left = expect(lost).rejects.toThrow(new StreamCallError('closed'));
    await hasty.close();
    await left;
  });

  it('says why to the other half', async () => {
    const { node, opened, ended } = bothHalves();
    await opened;
    node.close('not_active');
    await turn();
    expect(ended).toEqual({ gateway: 'not_active', node: 'not_active' });
  });

  it('by a failure of a callback is told, and ends no process', async () => {
    const { node, opened, ended, failures } = bothHalves({
      gateway: {
        onPush: () => {
          throw new Error('a callback failed');
        },
      },
    });
    await opened;
    node.push({ topic: 'registry_version', version: 3n });
    await turn();
    expect([ended.gateway, failures]).toEqual(['failed', [new Error('a callback failed')]]);
  });
});

describe('pushes', () => {
  const batch = { bootId: `0x${'ab'.repeat(16)}`, lifeMs: 1_000, nonces: [{ d: `0x02${'11'.repeat(32)}`, e: `0x03${'22'.repeat(32)}` }] };

  it('arrive in their order', async () => {
    const { node, pushes, opened } = bothHalves();
    await opened;
    await turn();
    expect(node.push({ topic: 'registry_version', version: 2n ** 40n })).toBe(true);
    expect(node.push({ topic: 'commitments', batch })).toBe(true);
    await turn();
    expect(pushes).toEqual([
      { topic: 'registry_version', version: 2n ** 40n },
      { topic: 'commitments', batch },
    ]);
  });

  it('are not sent unless they were asked for', async () => {
    const { node, pushes, opened } = bothHalves({ gateway: { wants: { commitments: false, registryVersion: true } } });
    expect(node.push({ topic: 'registry_version', version: 1n })).toBe(false);
    await opened;
    await turn();
    expect(node.push({ topic: 'commitments', batch })).toBe(false);
    node.sendDrainNotice();
    expect(node.push({ topic: 'registry_version', version: 1n })).toBe(false);
    await turn();
    expect(pushes).toEqual([]);
  });
});
