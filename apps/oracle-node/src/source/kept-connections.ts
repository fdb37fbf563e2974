import { createSeats } from '@oracle-gateway/fair-share';
import type { Socket } from 'node:net';

/** Connections to sources that no fetch uses, kept for the next one. Those in use are bounded by the places of observations. */
export interface KeptConnections {
  /** A connection was opened. */
  add(origin: string, socket: Socket): void;
  /** A fetch begins: none of its origin's connections is idle now. What comes back is called once, when the fetch is over. */
  begin(origin: string, party: string): () => void;
}

interface Origin {
  fetches: number;
  readonly sockets: Set<Socket>;
}

/** Opened for a fetch that was over before. */
const NOBODY = 'nobody';

/**
 * Callers choose the origins, and sources how long they keep a connection: beyond `max` idle ones, the party that left most loses the one that has been
 * idle for longest. A fetch is never refused for it, and none that is under way loses its connection.
 */
export function createKeptConnections({ max }: { readonly max: number }): KeptConnections {
  const seats = createSeats<Socket>({ max });
  const origins = new Map<string, Origin>();

  const originOf = (name: string): Origin => {
    const known = origins.get(name);
    if (known !== undefined) return known;
    const opened: Origin = { fetches: 0, sockets: new Set() };
    origins.set(name, opened);
    return opened;
  };
  const forget = (name: string, { fetches, sockets }: Origin): void => {
    if (fetches === 0 && sockets.size === 0) origins.delete(name);
  };

  return {
    add(name, socket) {
      const origin = originOf(name);
      origin.sockets.add(socket);
      socket.once('close', () => {
        seats.remove(socket);
        origin.sockets.delete(socket);
        forget(name, origin);
      });
      if (origin.fetches === 0) seats.add(NOBODY, socket)?.destroy();
    },
    begin(name, party) {
      const origin = originOf(name);
      origin.fetches += 1;
      for (const socket of origin.sockets) seats.remove(socket);
      return () => {
        origin.fetches -= 1;
        if (origin.fetches === 0) for (const socket of origin.sockets) seats.add(party, socket)?.destroy();
        forget(name, origin);
      };
    },
  };
}
