import fc from 'fast-check';
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bothHalves, turn } from '../../tests/halves.js';
import { memoryWires } from '../../tests/memory-wire.js';
import { encodeFrame, type NodeFrame } from './frame.js';
import { createGatewayHalf } from './gateway-half.js';
import { DEFAULT_LIMITS, type StreamLimits } from './limits.js';
import { createSealer } from './seal.js';

const FRAMES_AT_ONCE = 2 * DEFAULT_LIMITS.maxUnaskedFrames;
const BYTES_AT_ONCE = 2 * DEFAULT_LIMITS.maxUnaskedBytes;
const NONCE = { d: `0x02${'11'.repeat(32)}`, e: `0x03${'22'.repeat(32)}` };

function batchOf(count: number): NodeFrame {
  const batch = { bootId: `0x${'ab'.repeat(16)}`, lifeMs: 1_000, nonces: Array<typeof NONCE>(count).fill(NONCE) };
  return { kind: 'push', push: { topic: 'commitments', batch } };
}
const VERSION: NodeFrame = { kind: 'push', push: { topic: 'registry_version', version: 1n } };

/** A gateway's half beside a node that has the keys and sends what it likes. */
function start(limits: Partial<StreamLimits> = {}) {
  const [end, other] = memoryWires();
  other.listen({ onMessage: () => undefined, onControl: () => undefined, onEnd: () => undefined });
  const toGateway = randomBytes(16);
  const clock = { ms: 0 };
  const seen = { pushes: 0, closed: '' };
  createGatewayHalf({
    wire: end,
    keys: { toGateway, toNode: randomBytes(16) },
    limits: { ...DEFAULT_LIMITS, ...limits },
    monotonicMs: () => clock.ms,
    wants: { commitments: true, registryVersion: true },
    onPush: () => (seen.pushes += 1),
    onDraining: () => undefined,
    onOpened: () => undefined,
    onFailure: (error) => {
      throw error;
    },
    onClosed: (reason) => (seen.closed = reason),
  });
  const sealer = createSealer(toGateway);
  const send = (frames: readonly NodeFrame[]): void => end.receive(sealer.seal(Buffer.concat(frames.flatMap(encodeFrame))));
  send([{ kind: 'node_hello', maxCalls: 1 }]);
  return { clock, end, seen, send };
}

describe('a node that sends what it was not asked for', () => {
  it.each<[string, NodeFrame]>([
    ['pings', { kind: 'ping' }],
    ['pongs', { kind: 'pong' }],
    ['commitments', batchOf(1)],
    ['registry versions', VERSION],
  ])('loses its stream after some hundred frames of one message: %s', async (_, frame) => {
    const { seen, send, end } = start();
    send(Array<NodeFrame>(FRAMES_AT_ONCE - 1).fill(frame));
    await turn();
    expect(seen.closed).toBe('');
    send(Array<NodeFrame>(300).fill(frame));
    await turn();
    expect([seen.closed, end.closed?.[0]]).toEqual(['flooded', 4430]);
    expect(seen.pushes).toBeLessThanOrEqual(FRAMES_AT_ONCE);
  });

  it('is cut off before what is too much is read', async () => {
    const { seen, send } = start({ maxUnaskedBytes: 1_024 });
    // A reader would find that it is no batch.
    send([batchOf(300)]);
    await turn();
    expect([seen.closed, seen.pushes]).toEqual(['flooded', 0]);
  });

  it('never has more read than its budget, in whatever messages and however long', async () => {
    const frame = fc.oneof(
      fc.constant<NodeFrame>({ kind: 'ping' }),
      fc.constant<NodeFrame>({ kind: 'pong' }),
      fc.constant(VERSION),
      fc.integer({ min: 1, max: 32 }).map(batchOf),
    );
    const step = fc.record({ frames: fc.array(frame, { minLength: 1, maxLength: 20 }), passMs: fc.integer({ min: 0, max: 100 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const { clock, seen, send } = start();
        let sentFrames = 1;
        let sentBytes = 6;
        let isWithin = true;
        for (const { frames, passMs } of steps) {
          clock.ms += passMs;
          send(frames);
          sentFrames += frames.length;
          sentBytes += frames.flatMap(encodeFrame).reduce((sum, { length }) => sum + length, 0);
          const seconds = clock.ms / 1_000;
          isWithin &&= sentFrames <= DEFAULT_LIMITS.maxUnaskedFrames * seconds && sentBytes <= DEFAULT_LIMITS.maxUnaskedBytes * seconds;
          expect(seen.pushes).toBeLessThanOrEqual(FRAMES_AT_ONCE + DEFAULT_LIMITS.maxUnaskedFrames * seconds);
          if (seen.closed === '') expect(sentBytes).toBeLessThanOrEqual(BYTES_AT_ONCE + DEFAULT_LIMITS.maxUnaskedBytes * seconds + 1);
        }
        await turn();
        if (isWithin) expect(seen.closed).toBe('');
      }),
      { numRuns: 50 },
    );
  });

  it('pushes as fast as a node under full load does for an hour, and keeps its stream', async () => {
    const { clock, seen, send } = start();
    for (let push = 0; push < 32 * 60; push += 1) {
      clock.ms += 1_000 / 32;
      send([batchOf(32)]);
    }
    await turn();
    expect([seen.closed, seen.pushes]).toEqual(['', 32 * 60]);
  });

  it('by pings and pongs of WebSocket itself loses its stream too', async () => {
    const { seen, end } = start();
    for (let ping = 0; ping < 200; ping += 1) end.receiveControl(125);
    await turn();
    expect(seen.closed).toBe('flooded');
  });
});

describe('a side that asks for signs of life and reads none', () => {
  it('has one pong on the way', async () => {
    const { end, send } = start();
    await turn();
    end.flushed();
    const sentBefore = end.sent.length;
    for (let ping = 0; ping < 50; ping += 1) {
      send([{ kind: 'ping' }]);
      await turn();
    }
    expect(end.sent.length).toBe(sentBefore + 1);
    end.flushed();
    send([{ kind: 'ping' }]);
    await turn();
    expect(end.sent.length).toBe(sentBefore + 2);
  });

  it('loses its stream when too much has waited for it for long', async () => {
    const { gatewayEnd, opened, ended } = bothHalves({ limits: { quietMs: 5 } });
    await opened;
    gatewayEnd.buffered = DEFAULT_LIMITS.maxBufferedBytes + 1;
    await expect.poll(() => ended.gateway).toBe('unread');
  });
});
