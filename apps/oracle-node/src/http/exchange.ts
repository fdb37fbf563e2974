import type { Peer } from './connections.js';

/** A request as far as sockets matter to it: the body is complete and within its limit. */
export interface NodeRequest {
  readonly method: string;
  /** As requested, query included: operations take none, so a query names no operation. */
  readonly path: string;
  readonly header: (name: string) => string | undefined;
  readonly body: Uint8Array;
  readonly peer: Peer;
  /** Aborted when the other end has gone: nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

export interface NodeAnswer {
  readonly status: number;
  readonly body: string;
  /** JSON unless said otherwise. */
  readonly contentType?: string;
}

export type HandleRequest = (request: NodeRequest) => Promise<NodeAnswer>;
