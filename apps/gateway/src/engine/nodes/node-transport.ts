import type { RoundId } from '@oracle-gateway/protocol';
import type { NodeStep } from './node-call-error.js';
import type { NodeAddress, RoundNode } from './node-directory.js';

export interface CallLimits {
  readonly deadlineMs: number;
  /** Ends the call early: the round is over. */
  readonly signal: AbortSignal;
  /** The round that the call belongs to: the node names its trace. */
  readonly roundId?: RoundId;
}

export interface NodeCall extends CallLimits {
  readonly step: NodeStep;
  /** The request as JSON. */
  readonly body: Uint8Array;
}

/** Reply of a node, whatever it means. */
export interface NodeReply {
  /** An HTTP status: 200, or that of a refusal. */
  readonly status: number;
  readonly body: Uint8Array;
  /** The node's clock in unix milliseconds, when it tells it. */
  readonly timeMs: number | null;
}

/** The node takes the key of the call for no authority of an active gateway. The call has had no effect. */
export function isUnauthorized({ status }: NodeReply): boolean {
  return status === 401;
}

/** A node as a stream is opened to it. */
export interface StreamNode extends NodeAddress {
  /** Key that the ledger names. */
  readonly encryptionKey: Uint8Array | null;
}

/** Way of calls to the nodes: it authenticates this gateway and bounds calls in number, size and time. */
export interface NodeCaller {
  /** Throws NodeCallError: `unreachable`, `timeout`, `overloaded`, `bad_answer` for a reply that is too large, or `aborted`. */
  readonly call: (node: RoundNode, call: NodeCall) => Promise<NodeReply>;
}

export interface NodeTransport extends NodeCaller {
  close(): Promise<void>;
}

/**
 * Whether a node without a stream is called by HTTP. A party on the path of `http://` reads and changes the content. Where the ledger names
 * a key, the gateway calls such a node over a stream or not at all: a party that refuses its handshakes gains nothing but silence.
 */
export function mayCallByHttp({ origin, encryptionKey }: StreamNode): boolean {
  return encryptionKey === null || origin.startsWith('https:');
}
