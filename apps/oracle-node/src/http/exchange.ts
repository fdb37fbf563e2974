import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { GatewaySigner } from '../ledger/gateway-access.js';
import type { Connection, Peer } from './connections.js';

/** A request whose body is complete and within its limit. */
export interface NodeRequest {
  readonly method: string;
  /** Path as requested, query included. Operations take no query, so a path with one names no operation. */
  readonly path: string;
  readonly header: (name: string) => string | undefined;
  readonly body: Uint8Array;
  readonly peer: Peer;
  /** The gateway that opened the stream of this call. Absent: the request carries a signature of its own. */
  readonly streamOf?: GatewaySigner;
  /** Aborted when the client has closed the connection before the answer, or has cancelled the call. */
  readonly signal: AbortSignal;
}

export interface NodeAnswer {
  readonly status: number;
  readonly body: string;
  /** Default: `application/json`. */
  readonly contentType?: string;
}

export type HandleRequest = (request: NodeRequest) => Promise<NodeAnswer>;

/** A request that asks for a stream on its connection. */
export interface Upgrade {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
  readonly connection: Connection;
}

/** Takes the connections that become streams. */
export interface StreamAcceptor {
  /** Answers the request, or makes its connection a stream. Never rejects. */
  accept(upgrade: Upgrade): Promise<void>;
  /** Takes no new stream, sends a drain notice on open ones, and cuts off after `graceMs` what is still open. */
  close(graceMs: number): Promise<void>;
}
