import { once } from 'node:events';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createKeptConnections, type KeptConnections } from './kept-connections.js';

/** A connection of a fetch that is over. */
function leaveOne(kept: KeptConnections, origin: string, tenant: string): Socket {
  const end = kept.begin(origin, tenant);
  const socket = new Socket();
  kept.add(origin, socket);
  end();
  return socket;
}

describe('kept connections', () => {
  it('beyond the limit: the tenant that left most loses the one that has been idle for longest', () => {
    const kept = createKeptConnections({ max: 3 });
    const sockets = [
      leaveOne(kept, 'a', 'modest'),
      leaveOne(kept, 'b', 'greedy'),
      leaveOne(kept, 'c', 'greedy'),
      leaveOne(kept, 'd', 'greedy'),
    ];
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([false, true, false, false]);
  });

  it('belong to the tenant that used them last', () => {
    const kept = createKeptConnections({ max: 2 });
    const [first, second] = [leaveOne(kept, 'a', 'one'), leaveOne(kept, 'b', 'one')];
    kept.begin('a', 'other')();
    const third = leaveOne(kept, 'c', 'other');
    expect([first, second, third].map(({ destroyed }) => destroyed)).toEqual([true, false, false]);
  });

  it('exclude an origin that is being asked, until its last fetch is over', () => {
    const kept = createKeptConnections({ max: 1 });
    const [one, other] = [kept.begin('a', 'p'), kept.begin('a', 'p')];
    const used = new Socket();
    kept.add('a', used);
    one();
    const idle = leaveOne(kept, 'b', 'p');
    expect([used, idle].map(({ destroyed }) => destroyed)).toEqual([false, false]);
    other();
    expect([used, idle].map(({ destroyed }) => destroyed)).toEqual([false, true]);
  });

  it('count too where no fetch waits for them any more', () => {
    const kept = createKeptConnections({ max: 1 });
    const sockets = [new Socket(), new Socket()];
    sockets.forEach((socket, index) => kept.add(`o${index}`, socket));
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, false]);
  });

  it('take no room once they have closed', async () => {
    const kept = createKeptConnections({ max: 1 });
    const closed = leaveOne(kept, 'a', 'p');
    const isClosed = once(closed, 'close');
    closed.destroy();
    await isClosed;
    const later = leaveOne(kept, 'b', 'p');
    expect(later.destroyed).toBe(false);
  });
});
