import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Socket } from 'node:net';
import type { StartWork } from '../sharing/work-time.js';
import type { FetchBudget } from './fetch-budget.js';

/** Connections to sources, each counted against the fetch that it works for. */
export interface MeteredConnections {
  /** Adds a connection; `carrier` is the TCP connection under its encryption, or the connection itself. */
  add(socket: Socket, carrier: Socket): void;
  /** The next request that is written, in this turn of the event loop, is one of this fetch. */
  starts(fetch: FetchBudget): void;
  /** Closes the connection that works for this fetch, if there is one. A request that is aborted alone makes undici connect anew, for nothing. */
  cut(fetch: FetchBudget): void;
  close(): void;
}

interface Meter {
  readonly socket: Socket;
  readonly carrier: Socket;
  /** The fetch of the last request on this connection. */
  fetch: FetchBudget | null;
  bytesRead: number;
  worked: () => number;
  isHeard: boolean;
}

/** undici publishes each request that it writes, with the socket. No handler of a request is told its socket. */
const SENT = 'undici:client:sendHeaders';
/** Encryption may be kept busy without a byte of HTTP, which no event tells. */
const CHECK_EVERY_MS = 100;
/** Ends a connection. It has no reader. */
const CUT = new Error('the connection is of no use any more');

/**
 * undici parses what has arrived in its own listener for `readable`. One listener before it counts the bytes that it will parse, one after it
 * measures the time that they took, its callbacks included. A connection that says something while no fetch waits for it is closed.
 */
export function createMeteredConnections({ startWork }: { readonly startWork: StartWork }): MeteredConnections {
  const meters = new WeakMap<Socket, Meter>();
  const active = new Set<Meter>();
  const working = new WeakMap<FetchBudget, Meter>();
  let starting: FetchBudget | null = null;
  let checking: NodeJS.Timeout | undefined;

  const count = (meter: Meter): void => {
    const bytes = meter.carrier.bytesRead - meter.bytesRead;
    meter.bytesRead += bytes;
    meter.fetch?.arrived(bytes, Math.max(0, bytes - meter.socket.readableLength));
  };
  const check = (): void => {
    for (const meter of active) {
      if (meter.socket.destroyed || meter.fetch?.isClosed() !== false) active.delete(meter);
      else count(meter);
    }
    if (active.size > 0) return;
    clearInterval(checking);
    checking = undefined;
  };
  const hear = (meter: Meter): void => {
    const { socket } = meter;
    socket.prependListener('readable', () => {
      meter.worked = startWork();
      if (meter.fetch?.isClosed() !== false && socket.readableLength > 0) socket.destroy(CUT);
      else count(meter);
    });
    socket.on('readable', () => meter.fetch?.spend(meter.worked()));
  };
  const onSent = (message: unknown): void => {
    const meter = meters.get(socketOf(message));
    if (meter === undefined || starting === null) return;
    meter.fetch = starting;
    working.set(starting, meter);
    starting = null;
    meter.bytesRead = meter.carrier.bytesRead;
    active.add(meter);
    checking ??= setInterval(check, CHECK_EVERY_MS).unref();
    // undici listens too by now.
    if (!meter.isHeard) hear(meter);
    meter.isHeard = true;
  };
  subscribe(SENT, onSent);

  return {
    add(socket, carrier) {
      meters.set(socket, { socket, carrier, fetch: null, bytesRead: 0, worked: () => 0, isHeard: false });
    },
    starts(fetch) {
      starting = fetch;
    },
    cut(fetch) {
      const meter = working.get(fetch);
      if (meter?.fetch === fetch) meter.socket.destroy(CUT);
    },
    close() {
      unsubscribe(SENT, onSent);
      clearInterval(checking);
    },
  };
}

const NO_SOCKET = new Socket();

function socketOf(message: unknown): Socket {
  const socket = typeof message === 'object' && message !== null && 'socket' in message ? message.socket : undefined;
  return socket instanceof Socket ? socket : NO_SOCKET;
}
