import { channel } from 'node:diagnostics_channel';
import { Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createStartWork } from '../sharing/work-time.js';
import type { FetchBudget } from './fetch-budget.js';
import { createMeteredConnections } from './metered-connections.js';

const closes: (() => void)[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const close of closes.splice(0)) close();
});

/** A connection whose bytes arrive as the test says. */
function connection(readableLength = 0) {
  const counted = { bytesRead: 0 };
  const socket = new Socket();
  Object.defineProperty(socket, 'bytesRead', { get: () => counted.bytesRead });
  Object.defineProperty(socket, 'readableLength', { get: () => readableLength });
  return { socket, counted };
}

function start() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let ms = 0;
  const metered = createMeteredConnections({ startWork: createStartWork({ monotonicMs: () => ms }) });
  closes.push(() => metered.close());
  const fetch = () => {
    const seen: [string, ...number[]][] = [];
    let isClosed = false;
    const budget: FetchBudget = {
      arrived: (bytes, hidden) => seen.push(['arrived', bytes, hidden]),
      informational: () => undefined,
      piece: () => undefined,
      spend: (spentMs) => seen.push(['spend', spentMs]),
      close: () => (isClosed = true),
      isClosed: () => isClosed,
    };
    return { budget, seen };
  };
  const send = (socket: Socket): void => channel('undici:client:sendHeaders').publish({ socket });
  return { metered, fetch, send, pass: (more: number) => (ms += more) };
}

describe('metered connections', () => {
  it('count what arrives against the fetch of the last request, and the time until it is parsed', () => {
    const { metered, fetch, send, pass } = start();
    const [first, second] = [fetch(), fetch()];
    const { socket, counted } = connection(10);
    metered.add(socket, socket);
    // undici listens before it sends.
    socket.on('readable', () => pass(3));
    for (const { budget } of [first, second]) {
      counted.bytesRead += 5;
      metered.starts(budget);
      send(socket);
      counted.bytesRead += 10;
      socket.emit('readable');
    }
    const seen = [
      ['arrived', 10, 0],
      ['spend', 3],
    ];
    expect([first.seen, second.seen]).toEqual([seen, seen]);
  });

  it('count bytes of encryption that no event tells', () => {
    const { metered, fetch, send } = start();
    const [{ budget, seen }, { socket }, { socket: carrier, counted }] = [fetch(), connection(), connection()];
    metered.add(socket, carrier);
    metered.starts(budget);
    send(socket);
    counted.bytesRead = 700;
    vi.advanceTimersByTime(100);
    expect(seen).toEqual([['arrived', 700, 700]]);
  });

  it('are checked no more once their fetch is over, and closed when they say something then', () => {
    const { metered, fetch, send } = start();
    const [{ budget, seen }, { socket, counted }] = [fetch(), connection(2)];
    metered.add(socket, socket);
    metered.starts(budget);
    send(socket);
    budget.close();
    counted.bytesRead = 2;
    vi.advanceTimersByTime(100);
    expect([seen, vi.getTimerCount(), socket.destroyed]).toEqual([[], 0, false]);
    socket.on('error', () => undefined).emit('readable');
    expect(socket.destroyed).toBe(true);
  });

  it('are cut for the fetch that they work for, and for no earlier one', () => {
    const { metered, fetch, send } = start();
    const [earlier, later, { socket }] = [fetch(), fetch(), connection()];
    metered.add(socket, socket);
    for (const { budget } of [earlier, later]) {
      metered.starts(budget);
      send(socket);
    }
    socket.on('error', () => undefined);
    metered.cut(earlier.budget);
    expect(socket.destroyed).toBe(false);
    metered.cut(later.budget);
    expect(socket.destroyed).toBe(true);
  });

  it('leave the requests of other clients alone', () => {
    const { metered, fetch, send } = start();
    const { budget, seen } = fetch();
    metered.starts(budget);
    send(new Socket());
    channel('undici:client:sendHeaders').publish(undefined);
    expect(seen).toEqual([]);
  });
});
