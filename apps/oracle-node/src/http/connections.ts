import { blockOfAddress, createSeats } from '@oracle-gateway/fair-share';
import type { Socket } from 'node:net';

/** The other end of a connection, as far as a request's handler needs to know it. */
export interface Peer {
  /** Where it comes from: an IPv4 address, or the first 56 bits of an IPv6 one: one party has as many addresses below them as it likes. */
  readonly block: string;
  /** The gateway whose signature was seen on this connection, null for everybody else. */
  gateway(): string | null;
  /** A gateway has signed the request at hand: from now on the connection is one of its own. */
  admit(gateway: string): void;
}

export interface Connection extends Peer {
  /** A request has begun. False when the connection may not begin another now. */
  begin(): boolean;
  /** A request was answered; whether the connection stays open. */
  end(isRefused: boolean): boolean;
}

export interface Connections {
  /** Counts a new connection, and closes another one where there are too many. */
  add(socket: Socket): Connection;
}

/** What one customer of a provider is given at least. */
const IPV6_BLOCK_BITS = 56;

/**
 * Open connections in two rows of seats, so that strangers never take the places of gateways: those on which a gateway has signed, shared by
 * gateways, and all others, shared by where they come from. Nobody new is turned away, since the newcomer may be a gateway behind the same address.
 */
export function createConnections(input: { readonly maxStrangers: number; readonly maxGatewayConnections: number }): Connections {
  const strangers = createSeats<Socket>({ max: input.maxStrangers });
  const gateways = createSeats<Socket>({ max: input.maxGatewayConnections });

  return {
    add: (socket) => {
      const block = blockOfAddress(socket.remoteAddress, IPV6_BLOCK_BITS);
      let gateway: string | null = null;
      let requests = 0;
      strangers.add(block, socket)?.destroy();
      socket.once('close', () => {
        strangers.remove(socket);
        gateways.remove(socket);
      });
      const seats = () => (gateway === null ? strangers : gateways);
      return {
        block,
        gateway: () => gateway,
        admit: (name) => {
          if (gateway === name || socket.destroyed) return;
          seats().remove(socket);
          gateway = name;
          gateways.add(name, socket)?.destroy();
          if (requests > 0) gateways.use(socket);
        },
        begin: () => {
          // A stranger gets one request for one connection: a row of requests in one packet is no cheaper than a row of connections.
          if (gateway === null && requests > 0) return false;
          requests += 1;
          seats().use(socket);
          return true;
        },
        end: (isRefused) => {
          if (gateway === null || isRefused) return false;
          requests -= 1;
          if (requests === 0) gateways.rest(socket);
          return true;
        },
      };
    },
  };
}
