import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { body, bothHalves, PATIENT, turn } from '../../tests/halves.js';
import { memoryWires } from '../../tests/memory-wire.js';
import { CLOSE_CODES } from './close-reason.js';
import { encodeFrame, type Frame } from './frame.js';
import { createGatewayHalf } from './gateway-half.js';
import { DEFAULT_LIMITS } from './limits.js';
import { createNodeHalf } from './node-half.js';
import { createSealer } from './seal.js';

/** A party on the path that changes what one half sends. */
describe('a message that is not the next one of its direction closes the stream', () => {
  it.each<[string, (message: Buffer, earlier: Buffer) => Buffer | null]>([
    ['changed by one bit', (message) => flipped(message)],
    ['replaced by an earlier one', (_, earlier) => earlier],
    ['cut short', (message) => message.subarray(0, 20)],
    ['cut to nothing', (message) => message.subarray(0, 0)],
    ['made longer', (message) => Buffer.concat([message, Buffer.alloc(1)])],
    ['of a stranger', (message) => randomBytes(message.length)],
  ])('%s', async (_, change) => {
    const { gateway, gatewayEnd, calls, opened, ended } = bothHalves();
    await opened;
    let earlier: Buffer = Buffer.alloc(0);
    gatewayEnd.intercept = (message) => (earlier = message);
    void gateway.call('observe', body(1), PATIENT).catch(() => undefined);
    await turn();
    gatewayEnd.intercept = (message) => change(message, earlier);
    void gateway.call('observe', body(2), PATIENT).catch(() => undefined);
    await turn();
    await turn();
    expect([calls.length, ended]).toEqual([1, { node: 'not_authentic', gateway: 'not_authentic' }]);
  });

  it('after one was left out', async () => {
    const { gateway, gatewayEnd, calls, opened, ended } = bothHalves();
    await opened;
    gatewayEnd.intercept = () => null;
    void gateway.call('observe', body(1), PATIENT).catch(() => undefined);
    await turn();
    gatewayEnd.intercept = (message) => message;
    void gateway.call('observe', body(2), PATIENT).catch(() => undefined);
    await turn();
    await turn();
    expect([calls, ended.node]).toEqual([[], 'not_authentic']);
  });

  it('of the other direction, sent back', async () => {
    const { gatewayEnd, opened, ended, gateway } = bothHalves();
    await opened;
    gatewayEnd.intercept = (message) => {
      queueMicrotask(() => gatewayEnd.receive(message));
      return message;
    };
    void gateway.call('observe', body(1), PATIENT).catch(() => undefined);
    await turn();
    await turn();
    expect(ended.gateway).toBe('not_authentic');
  });

  it('or that is text', async () => {
    const { nodeEnd, opened, ended } = bothHalves();
    await opened;
    nodeEnd.receive(null);
    await turn();
    expect(ended.node).toBe('not_authentic');
  });
});

describe('a gateway that has the keys and breaks the protocol', () => {
  const start = (limits: { maxCalls?: number; handshakeMs?: number } = {}) => {
    const [end, other] = memoryWires();
    other.listen({ onMessage: () => undefined, onControl: () => undefined, onEnd: () => undefined });
    const toNode = randomBytes(16);
    const seen: string[] = [];
    createNodeHalf({
      wire: end,
      keys: { toNode, toGateway: randomBytes(16) },
      limits: { ...DEFAULT_LIMITS, ...limits },
      nowMs: () => 0,
      onOpened: () => seen.push('opened'),
      answer: () => new Promise(() => seen.push('called')),
      onFailure: (error) => seen.push(String(error)),
      onClosed: (reason) => seen.push(reason),
    });
    const sealer = createSealer(toNode);
    const send = async (plain: Uint8Array): Promise<void> => {
      end.receive(sealer.seal(plain));
      await turn();
    };
    return { send, seen, end };
  };
  const HELLO = { kind: 'gateway_hello', wants: { commitments: false, registryVersion: false } } as const;
  const call = (id: number) => ({ kind: 'call', id, operation: 'sign', traceparent: undefined, body: body({}) }) as const;

  it.each<[string, Buffer]>([
    ['nothing in a message', Buffer.alloc(0)],
    ['half a head', Buffer.from([7, 0])],
    ['a length past the message', Buffer.from([7, 1, 0, 0])],
    ['an unknown kind', Buffer.from([200, 0, 0, 0])],
    ['a second hello', bytes(HELLO)],
    ['a call without its head', Buffer.from([2, 5, 0, 0, 1, 0, 0, 0, 0])],
    ['a trace longer than its frame', Buffer.from([2, 6, 0, 0, 1, 0, 0, 0, 0, 9])],
    ['a cancel of half an id', Buffer.from([3, 2, 0, 0, 1, 0])],
    ['a ping with a body', Buffer.from([7, 1, 0, 0, 0])],
    ['a frame of the other side', bytes({ kind: 'drain_notice' })],
    ['an answer', bytes({ kind: 'answer', id: 1, status: 200, timeMs: 0, body: body({}) })],
    ['an id twice', bytes(call(5), call(5))],
    ['an id before an earlier one', bytes(call(5), call(4))],
  ])('%s', async (_, plain) => {
    const { send, seen, end } = start();
    await send(bytes(HELLO));
    await send(plain);
    expect(seen.filter((each) => each !== 'called')).toEqual(['opened', 'malformed']);
    expect(end.closed).toEqual([CLOSE_CODES.malformed, 'malformed']);
  });

  it('no hello first', async () => {
    const { send, seen } = start();
    await send(bytes(call(1)));
    expect(seen).toEqual(['malformed']);
  });

  it('no hello at all', async () => {
    const { seen } = start({ handshakeMs: 5 });
    await expect.poll(() => seen).toEqual(['handshake_timeout']);
  });

  it('more calls than it was told', async () => {
    const { send, seen } = start({ maxCalls: 2 });
    await send(bytes(HELLO, call(1), call(2), call(3), call(4)));
    expect(seen).toEqual(['opened', 'called', 'called', 'too_many_calls']);
  });

  it('unknown operations are handed over as such, and unknown cancels mean nothing', async () => {
    const { send, seen } = start();
    await send(bytes(HELLO, { kind: 'cancel', id: 77 }, { ...call(1), operation: null }));
    expect(seen).toEqual(['opened', 'called']);
  });
});

describe('a node that has the keys and breaks the protocol', () => {
  it.each<[string, Frame[]]>([
    ['answers no call', [{ kind: 'answer', id: 9, status: 200, timeMs: 0, body: body({}) }]],
    ['says hello twice', [{ kind: 'node_hello', maxCalls: 1 }]],
    ['pushes what is no batch', []],
  ])('and %s loses the stream', async (_, frames) => {
    const [end, other] = memoryWires();
    other.listen({ onMessage: () => undefined, onControl: () => undefined, onEnd: () => undefined });
    const toGateway = randomBytes(16);
    const seen: string[] = [];
    createGatewayHalf({
      wire: end,
      keys: { toGateway, toNode: randomBytes(16) },
      limits: DEFAULT_LIMITS,
      monotonicMs: () => 0,
      wants: { commitments: true, registryVersion: true },
      onPush: () => seen.push('push'),
      onDraining: () => seen.push('draining'),
      onOpened: () => seen.push('opened'),
      onFailure: (error) => seen.push(String(error)),
      onClosed: (reason) => seen.push(reason),
    });
    const sealer = createSealer(toGateway);
    const notABatch = Buffer.from([5, 3, 0, 0, 0, 0x7b, 0x7d]);
    end.receive(sealer.seal(bytes({ kind: 'node_hello', maxCalls: 1 })));
    end.receive(sealer.seal(frames.length === 0 ? notABatch : bytes(...frames)));
    await turn();
    expect(seen).toEqual(['opened', 'malformed']);
  });

  it('by an answer that is too large ends its own stream', async () => {
    const { gateway, opened, ended, failures } = bothHalves({
      node: { answer: () => Promise.resolve({ status: 200, body: 'x'.repeat(17 * 1024) }) },
    });
    await opened;
    await expect(gateway.call('sign', body({}), PATIENT)).rejects.toThrow('closed');
    expect([ended.gateway, failures.length]).toEqual(['failed', 1]);
  });
});

function bytes(...frames: Frame[]): Buffer {
  return Buffer.concat(frames.flatMap(encodeFrame));
}

function flipped(message: Buffer): Buffer {
  const changed = Buffer.from(message);
  changed[3] = Number(changed[3]) ^ 1;
  return changed;
}
