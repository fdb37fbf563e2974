import { createSeats } from '@oracle-gateway/fair-share';
import type { Socket } from 'node:net';

/** Idle connections to sources, kept for the next fetch. The places of observations limit those in use. */
export interface KeptConnections {
  /** Adds a new connection. */
  add(origin: string, socket: Socket): void;
  /** Begins a fetch: its origin has no idle connection now. Call the result once, when the fetch is over. */
  begin(origin: string, tenant: string): () => void;
}

interface Origin {
  fetches: number;
  readonly sockets: Set<Socket>;
}

/** Tenant of a connection that opened after its fetch was over. */
const NO_TENANT = 'no tenant';

/**
 * Limits idle connections to `max`, because callers choose the origins and sources choose how long they keep a connection. Beyond the limit,
 * the tenant with most idle connections loses its longest idle one. No fetch is refused, and none under way loses its connection.
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
      if (origin.fetches === 0) seats.add(NO_TENANT, socket)?.destroy();
    },
    begin(name, tenant) {
      const origin = originOf(name);
      origin.fetches += 1;
      for (const socket of origin.sockets) seats.remove(socket);
      return () => {
        origin.fetches -= 1;
        if (origin.fetches === 0) for (const socket of origin.sockets) seats.add(tenant, socket)?.destroy();
        forget(name, origin);
      };
    },
  };
}
