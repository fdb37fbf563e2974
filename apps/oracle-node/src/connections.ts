import ipaddr from 'ipaddr.js';
import type { Socket } from 'node:net';

/** The other end of a connection, as far as a request's handler needs to know it. */
export interface Peer {
  /** Where it comes from: an IPv4 address, or the first 64 bits of an IPv6 one, of which one party has as many as it likes. */
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

interface Entry {
  readonly socket: Socket;
  requests: number;
}

/**
 * Open connections in two pools, so that strangers never take the places of gateways: those on which a gateway has signed, and all others.
 * A pool that is full closes a connection of the party that has most of them: the one that has been idle for longest, or the oldest.
 * Nobody new is turned away, since the newcomer may be a gateway behind the same address.
 */
export function createConnections(input: { readonly maxStrangers: number; readonly maxGatewayConnections: number }): Connections {
  const strangers = createPool(input.maxStrangers);
  const gateways = createPool(input.maxGatewayConnections);

  return {
    add: (socket) => {
      const block = blockOf(socket.remoteAddress);
      const entry: Entry = { socket, requests: 0 };
      let gateway: string | null = null;
      strangers.put(block, entry);
      socket.once('close', () => {
        strangers.remove(block, entry);
        if (gateway !== null) gateways.remove(gateway, entry);
      });
      return {
        block,
        gateway: () => gateway,
        admit: (name) => {
          if (gateway === name || socket.destroyed) return;
          if (gateway === null) strangers.remove(block, entry);
          else gateways.remove(gateway, entry);
          gateway = name;
          gateways.put(name, entry);
        },
        begin: () => {
          // A stranger gets one request for one connection: a row of requests in one packet is no cheaper than a row of connections.
          if (gateway === null && entry.requests > 0) return false;
          entry.requests += 1;
          return true;
        },
        end: (isRefused) => {
          if (gateway === null || isRefused) return false;
          entry.requests -= 1;
          gateways.renew(gateway, entry);
          return true;
        },
      };
    },
  };
}

/** Connections by party, those in use last at the end. */
function createPool(max: number) {
  const parties = new Map<string, Set<Entry>>();
  let size = 0;

  const remove = (party: string, entry: Entry): boolean => {
    const entries = parties.get(party);
    if (entries?.delete(entry) !== true) return false;
    size -= 1;
    if (entries.size === 0) parties.delete(party);
    return true;
  };

  const put = (party: string, entry: Entry): void => {
    const entries = parties.get(party) ?? new Set();
    parties.set(party, entries.add(entry));
    size += 1;
    if (size > max) shed();
  };

  const shed = (): void => {
    let largest: readonly [string, ReadonlySet<Entry>] = ['', new Set()];
    for (const candidate of parties) {
      if (candidate[1].size > largest[1].size) largest = candidate;
    }
    const [party, entries] = largest;
    const chosen = [...entries].find(({ requests }) => requests === 0) ?? [...entries][0];
    if (chosen === undefined) return;
    remove(party, chosen);
    chosen.socket.destroy();
  };

  return {
    put,
    remove,
    renew: (party: string, entry: Entry): void => {
      if (remove(party, entry)) put(party, entry);
    },
  };
}

/** A socket that is closed already has no address; it shares one block with its like. */
function blockOf(address: string | undefined): string {
  if (address === undefined || !ipaddr.isValid(address)) return 'unknown';
  const ip = ipaddr.process(address);
  return ip.kind() === 'ipv4' ? ip.toString() : ip.toNormalizedString().split(':').slice(0, 4).join(':');
}
