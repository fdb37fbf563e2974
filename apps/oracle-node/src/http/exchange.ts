import type { Peer } from './connections.js';

/** A request whose body is complete and within its limit. */
export interface NodeRequest {
  readonly method: string;
  /** As requested, query included. Operations take no query, so a path with one names no operation. */
  readonly path: string;
  readonly header: (name: string) => string | undefined;
  readonly body: Uint8Array;
  readonly peer: Peer;
  /** Aborted when the client has closed the connection before the answer. */
  readonly signal: AbortSignal;
}

export interface NodeAnswer {
  readonly status: number;
  readonly body: string;
  /** Default: `application/json`. */
  readonly contentType?: string;
}

export type HandleRequest = (request: NodeRequest) => Promise<NodeAnswer>;
