import { StreamHandshakeError } from '@oracle-gateway/node-api/stream';
import { setMaxListeners } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fakeHandshakes } from '../../../tests/fakes/node-streams.js';
import type { StreamNode } from './node-transport.js';
import { createStreamLink } from './stream-keeper.js';
import { engineEvents } from '../../../tests/fakes/engine-ports.js';

const httpsNode: StreamNode = { index: 3, origin: 'https://node-3', encryptionKey: new Uint8Array(32).fill(1) };
/** It is called in no other way. */
const plainNode: StreamNode = { ...httpsNode, origin: 'http://node-3' };

const NEVER = new AbortController().signal;
setMaxListeners(0, NEVER);

/** A link whose pauses end when the test says so; half of each bound. */
function setUp(node: StreamNode = httpsNode) {
  const { open, handshakes } = fakeHandshakes();
  const told: string[] = [];
  const pauses: { readonly ms: number; readonly end: () => void }[] = [];
  const clock = { nowMs: 0 };
  const link = createStreamLink(
    {
      open,
      onPush: (from, push) => void told.push(`${from.index} pushed ${push.topic}`),
      events: engineEvents({
        streamOpened: () => void told.push('opened'),
        streamEnded: (_, reason) => void told.push(`ended: ${reason}`),
        streamNotOpened: (_, { failure, refusal }) => void told.push(`not opened: ${failure} ${String(refusal?.status ?? null)}`),
      }),
      wait: (ms, signal) =>
        new Promise((end) => {
          pauses.push({ ms, end });
          signal.addEventListener('abort', () => {
            end();
          });
        }),
      random: () => 0.5,
      monotonicMs: () => clock.nowMs,
    },
    node,
  );
  onTestFinished(() => link.close(0));
  const handshake = async (number: number) => {
    await expect.poll(() => handshakes.length).toBe(number);
    return handshakes[number - 1]!;
  };
  const pause = async (number: number) => {
    await expect.poll(() => pauses.length).toBe(number);
    return pauses[number - 1]!;
  };
  const succeed = async (number: number) => {
    const stream = (await handshake(number)).succeed();
    await expect.poll(() => link.stream()).toBe(stream);
    return stream;
  };
  return { link, handshakes, pauses, told, clock, handshake, pause, succeed };
}

describe('createStreamLink', () => {
  it('opens a stream at once, to the node that the ledger names, and has none before', async () => {
    const { link, handshake, succeed, told } = setUp();
    expect(link.stream()).toBeNull();
    expect((await handshake(1)).input).toMatchObject({ origin: httpsNode.origin, nodeIndex: 3, encryptionKey: httpsNode.encryptionKey });
    await succeed(1);
    expect(told).toEqual(['opened']);
  });

  it('waits longer after each failure in a row, and asks once at a time', async () => {
    const { handshakes, handshake, pause, told } = setUp();
    for (const [count, pauseMs] of [250, 500, 1_000, 2_000].entries()) {
      (await handshake(count + 1)).fail(new StreamHandshakeError('unreachable'));
      const waiting = await pause(count + 1);
      expect([waiting.ms, handshakes.length]).toEqual([pauseMs, count + 1]);
      waiting.end();
    }
    expect(told).toEqual(Array<string>(4).fill('not opened: unreachable null'));
  });

  it.each([
    ['knows no streams', 404, null],
    ['is behind a proxy that knows no upgrades', 426, null],
    ['does not have the operation', 501, null],
    ['has no common version of streams', 400, 'not_enabled'],
  ] as const)('a node that %s is asked again after minutes', async (_case, status, code) => {
    const { handshake, pause, told } = setUp();
    (await handshake(1)).fail(new StreamHandshakeError('refused', { status, code }));
    expect((await pause(1)).ms).toBe(210_000);
    expect(told).toEqual([`not opened: refused ${status}`]);
  });

  it.each([404, 405, 426, 501])('a node that is called in no other way and refuses with %d is asked again soon', async (status) => {
    const { handshake, pause } = setUp(plainNode);
    for (const [count, pauseMs] of [250, 500, 1_000, 2_000, 2_500, 2_500].entries()) {
      (await handshake(count + 1)).fail(new StreamHandshakeError('refused', { status, code: null }));
      const waiting = await pause(count + 1);
      expect(waiting.ms).toBe(pauseMs);
      waiting.end();
    }
  });

  it.each([httpsNode, plainNode])('a node that floods its stream is asked again after minutes: %j', async (given) => {
    const { link, pause, succeed, told } = setUp(given);
    (await succeed(1)).end('flooded');
    expect([(await pause(1)).ms, link.stream(), told]).toEqual([210_000, null, ['opened', 'ended: flooded']]);
    expect(await link.soon({ waitMs: 1_000, signal: NEVER })).toBeNull();
  });

  it.each([
    [401, 'unauthorized'],
    [503, 'overloaded'],
  ] as const)('a node that refuses with %d for now is asked again soon', async (status, code) => {
    const { handshake, pause } = setUp();
    (await handshake(1)).fail(new StreamHandshakeError('refused', { status, code }));
    expect((await pause(1)).ms).toBe(250);
  });

  it('a stream that ends is opened again, at once where it had lived', async () => {
    const { link, pause, succeed, told, clock } = setUp();
    const first = await succeed(1);
    clock.nowMs += 10_000;
    first.end('lost');
    const waiting = await pause(1);
    expect([waiting.ms, link.stream()]).toEqual([125, null]);
    waiting.end();
    await succeed(2);
    expect(told).toEqual(['opened', 'ended: lost', 'opened']);
  });

  it('a node that accepts and hangs up is a failure each time', async () => {
    const { pause, succeed } = setUp();
    for (const [count, pauseMs] of [250, 500, 1_000].entries()) {
      (await succeed(count + 1)).end('lost');
      const waiting = await pause(count + 1);
      expect(waiting.ms).toBe(pauseMs);
      waiting.end();
    }
  });

  it('a drain notice has another stream opened while the calls of the first one end', async () => {
    const { link, pause, succeed, told } = setUp();
    const first = await succeed(1);
    first.drain();
    (await pause(1)).end();
    const second = await succeed(2);
    first.end('going_away');
    expect(link.stream()).toBe(second);
    expect(told).toEqual(['opened', 'ended: draining', 'opened']);
  });

  it('hands on what the node pushes, also before the handshake has resolved', async () => {
    const { handshake, told } = setUp();
    (await handshake(1)).input.onPush({ topic: 'registry_version', version: 2n });
    expect(told).toEqual(['3 pushed registry_version']);
  });

  it('the next handshake is for the key that the ledger names by then', async () => {
    const { link, handshake, pause } = setUp();
    link.setKey(new Uint8Array(32).fill(2));
    (await handshake(1)).fail(new StreamHandshakeError('not_authentic'));
    (await pause(1)).end();
    expect((await handshake(2)).input.encryptionKey).toEqual(new Uint8Array(32).fill(2));
  });

  it('has a call wait for the handshake that is near, and no longer than told', async () => {
    const { link, handshake, pauses, succeed } = setUp(plainNode);
    await handshake(1);
    const tooLong = link.soon({ waitMs: 700, signal: NEVER });
    expect(pauses.map(({ ms }) => ms)).toEqual([700]);
    pauses[0]?.end();
    expect(await tooLong).toBeNull();
    const leaving = new AbortController();
    const left = link.soon({ waitMs: 700, signal: leaving.signal });
    leaving.abort();
    expect(await left).toBeNull();
    const waiting = link.soon({ waitMs: 700, signal: NEVER });
    const stream = await succeed(1);
    expect(await waiting).toBe(stream);
    expect(await link.soon({ waitMs: 0, signal: NEVER })).toBe(stream);
  });

  it('has no call wait for a handshake that fails, nor through a longer pause', async () => {
    const { link, handshake, pauses } = setUp(plainNode);
    for (const number of [1, 2]) {
      const failing = await handshake(number);
      const waiting = link.soon({ waitMs: 700, signal: NEVER });
      failing.fail(new StreamHandshakeError('unreachable'));
      expect(await waiting).toBeNull();
      await expect.poll(() => pauses.some(({ ms }) => ms === 125 * 2 ** number)).toBe(true);
      if (number === 2) expect(await link.soon({ waitMs: 700, signal: NEVER })).toBeNull();
      pauses.find(({ ms }) => ms === 125 * 2 ** number)?.end();
    }
  });

  it('has as many calls wait as a stream takes', async () => {
    const { link, handshake, succeed } = setUp(plainNode);
    await handshake(1);
    const waiting = Array.from({ length: 512 }, () => link.soon({ waitMs: 700, signal: NEVER }));
    expect(await link.soon({ waitMs: 700, signal: NEVER })).toBeNull();
    const stream = await succeed(1);
    expect(new Set(await Promise.all(waiting))).toEqual(new Set([stream]));
  });

  it('closing ends the stream and the draining ones, and no other is opened', async () => {
    const { link, handshakes, pause, succeed } = setUp();
    const first = await succeed(1);
    first.drain();
    (await pause(1)).end();
    const second = await succeed(2);
    await link.close(400);
    expect([first.closedWith, second.closedWith, handshakes.length, link.stream()]).toEqual([[400], [400], 2, null]);
  });

  it('closing ends a handshake and a pause', async () => {
    const waiting = setUp();
    (await waiting.handshake(1)).fail(new StreamHandshakeError('timeout'));
    await waiting.pause(1);
    await waiting.link.close(0);
    const connecting = setUp();
    await connecting.handshake(1);
    await connecting.link.close(0);
    expect([waiting.handshakes.length, connecting.handshakes.length, connecting.told]).toEqual([1, 1, []]);
  });
});
