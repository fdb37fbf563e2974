import { blockOfAddress, createSeats } from '@oracle-gateway/fair-share';
import type { Socket } from 'node:net';

/** The client of a connection. */
export interface Peer {
  /** An IPv4 address, or the first 56 bits of an IPv6 address: one tenant owns all addresses below them. */
  readonly block: string;
  /** The gateway that has signed a request on this connection; null before that. */
  gateway(): string | null;
  /** Assigns the connection to a gateway, which has signed the present request. */
  admit(gateway: string): void;
}

export interface Connection extends Peer {
  /** Begins a request. False when the connection may not begin another one now. */
  begin(): boolean;
  /** Ends a request. True when the connection stays open. */
  end(isRefused: boolean): boolean;
  /** Ends the request that made the connection a stream. Its seat is idle, and a stranger's until `admit`: any party can repeat a handshake. */
  upgrade(): void;
}

export interface Connections {
  /** Counts a new connection. Closes another one when there are too many. */
  add(socket: Socket): Connection;
}

export interface ConnectionsDeps {
  /** Connections of address blocks from which no gateway has signed. */
  readonly maxStrangers: number;
  /** Connections of other blocks on which no gateway has signed yet. */
  readonly maxNewcomers: number;
  readonly maxGatewayConnections: number;
  /** Whether a gateway has signed from this block lately. */
  readonly isOfGateway: (block: string) => boolean;
}

/**
 * Open connections in three rows of seats, so that strangers never take the places of gateways. Connections on which a gateway has signed are
 * shared by gateways; all others by address block. The blocks of gateways have a row of their own: a gateway that starts opens several at once,
 * and no flood from elsewhere takes them before it has signed. A new connection is never refused, because it may belong to a gateway behind that
 * address.
 */
export function createConnections(deps: ConnectionsDeps): Connections {
  const strangers = createSeats<Socket>({ max: deps.maxStrangers });
  const newcomers = createSeats<Socket>({ max: deps.maxNewcomers });
  const gateways = createSeats<Socket>({ max: deps.maxGatewayConnections });

  return {
    add: (socket) => {
      const block = blockOfAddress(socket.remoteAddress);
      let gateway: string | null = null;
      let requests = 0;
      let seats = deps.isOfGateway(block) ? newcomers : strangers;
      seats.add(block, socket)?.destroy();
      socket.once('close', () => seats.remove(socket));
      return {
        block,
        gateway: () => gateway,
        admit: (name) => {
          if (gateway === name || socket.destroyed) return;
          seats.remove(socket);
          seats = gateways;
          gateway = name;
          gateways.add(name, socket)?.destroy();
          if (requests > 0) seats.use(socket);
        },
        begin: () => {
          // One request for each connection of a stranger.
          if (gateway === null && requests > 0) return false;
          requests += 1;
          seats.use(socket);
          return true;
        },
        end: (isRefused) => {
          if (gateway === null || isRefused) return false;
          requests -= 1;
          if (requests === 0) seats.rest(socket);
          return true;
        },
        upgrade: () => {
          requests -= 1;
          if (requests === 0) seats.rest(socket);
        },
      };
    },
  };
}
