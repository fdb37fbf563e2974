import { EventEmitter } from 'node:events';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createConnections, type Connections } from './connections.js';

/** A socket without a peer: only its remote address and whether it was destroyed matter here. */
function open(connections: Connections, from: string | undefined) {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: from });
  return { socket, connection: connections.add(socket) };
}

const GATEWAY_BLOCK = '192.0.2.77';

function start() {
  return createConnections({
    maxStrangers: 3,
    maxNewcomers: 2,
    maxGatewayConnections: 2,
    isOfGateway: (block) => block === GATEWAY_BLOCK,
  });
}

describe('connections', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:0:0:0:0:0/56'],
    ['2001:db8:1:ff::9', '2001:db8:1:0:0:0:0:0/56'],
    ['2001:db8:1:100::9', '2001:db8:1:100:0:0:0:0/56'],
    ['fe80::1%eth0', 'fe80:0:0:0:0:0:0:0/56'],
    [undefined, 'unknown'],
  ])('from %s come from the block %s', (from, block) => {
    expect(open(start(), from).connection.block).toBe(block);
  });

  it('beyond the limit: the tenant that has most of them loses its oldest idle one', () => {
    const connections = start();
    const lonely = open(connections, '192.0.2.1');
    const busy = open(connections, '192.0.2.2');
    expect(busy.connection.begin()).toBe(true);
    const idle = open(connections, '192.0.2.2');
    const newcomer = open(connections, '192.0.2.3');
    expect([lonely, busy, idle, newcomer].map(({ socket }) => socket.destroyed)).toEqual([false, false, true, false]);
  });

  it('are idle strangers as streams until their gateway has proved itself', () => {
    const connections = start();
    const stream = open(connections, '192.0.2.2');
    expect(stream.connection.begin()).toBe(true);
    stream.connection.upgrade();
    const proven = open(connections, '192.0.2.2');
    proven.connection.begin();
    proven.connection.upgrade();
    proven.connection.admit('gateway');
    const others = [1, 2, 3].map(() => open(connections, '192.0.2.2'));
    expect([stream, proven, ...others].map(({ socket }) => socket.destroyed)).toEqual([true, false, false, false, false]);
  });

  it('of gateways and strangers take no places from each other', () => {
    const connections = start();
    const admitted = [1, 2].map(() => open(connections, '192.0.2.1'));
    admitted.forEach(({ connection }) => connection.admit('g'));
    const strangers = [1, 2, 3].map(() => open(connections, '192.0.2.1'));
    expect([...admitted, ...strangers].some(({ socket }) => socket.destroyed)).toBe(false);
    open(connections, '192.0.2.1').connection.admit('h');
    expect(admitted.map(({ socket }) => socket.destroyed)).toEqual([true, false]);
  });

  it('of blocks from which a gateway has signed are taken by no flood from elsewhere, also where it opens several at once', () => {
    const connections = createConnections({
      maxStrangers: 256,
      maxNewcomers: 8,
      maxGatewayConnections: 8,
      isOfGateway: (block) => block === GATEWAY_BLOCK,
    });
    const flood = (count: number) => Array.from({ length: count }, (_, at) => open(connections, `198.51.${at % 4}.${at % 250}`));
    flood(2_000);
    const several = [1, 2, 3, 4].map(() => open(connections, GATEWAY_BLOCK));
    flood(2_000);
    several.forEach(({ connection }) => {
      expect(connection.begin()).toBe(true);
      connection.admit('g');
      expect(connection.end(false)).toBe(true);
    });
    expect(several.some(({ socket }) => socket.destroyed)).toBe(false);
  });

  it('of a gateway that were used last are closed last', () => {
    const connections = start();
    const [first, second] = [1, 2].map(() => open(connections, '192.0.2.1'));
    for (const each of [first, second]) {
      each?.connection.begin();
      each?.connection.admit('g');
      expect(each?.connection.end(false)).toBe(true);
    }
    first?.connection.begin();
    first?.connection.end(false);
    open(connections, '192.0.2.1').connection.admit('g');
    expect([first, second].map((each) => each?.socket.destroyed)).toEqual([false, true]);
  });

  it('take no place once they have closed', async () => {
    const connections = start();
    const closed = [1, 2, 3].map(() => open(connections, '192.0.2.1'));
    const allClosed = Promise.all(closed.map(({ socket }) => EventEmitter.once(socket, 'close')));
    closed.forEach(({ socket }) => socket.destroy());
    await allClosed;
    const later = [1, 2, 3].map(() => open(connections, '192.0.2.1'));
    expect(later.some(({ socket }) => socket.destroyed)).toBe(false);
  });

  it('end with the answer unless a gateway has signed on them, and with a refusal all the same', () => {
    const { connection } = open(start(), '192.0.2.1');
    expect(connection.begin()).toBe(true);
    expect(connection.begin()).toBe(false);
    expect(connection.end(false)).toBe(false);
    connection.admit('g');
    expect(connection.end(false)).toBe(true);
    expect(connection.end(true)).toBe(false);
  });
});
