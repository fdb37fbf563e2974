import type { CloseReason, StreamHandshakeError } from '@oracle-gateway/node-api/stream';
import type { NodeCallContext, NodeStep } from './node-call-error.js';

/** Names the round that an event is about, and the request that it is served for. */
export interface OfRound {
  readonly roundId?: string;
  readonly requestId?: string | undefined;
}

/** Events of work that this process repeats. */
export interface SweepEvents {
  /** Reports that repeated work of this process failed this time. */
  sweepFailed(cause: unknown): void;
}

/** Events between the gateway and its nodes. */
export interface NodeEvents extends SweepEvents {
  /** A call failed, or a node did wrong (docs/protocol.md#signing-session). */
  nodeFault(context: NodeCallContext & OfRound): void;
  /** The own clock differs from those of most nodes by a second or more (a warning), or no longer. */
  clockJudged(judged: { readonly offsetMs: number; readonly isWarning: boolean }): void;
  nodeAnswered(nodeIndex: number, step: NodeStep, seconds: number): void;
  /** Nodes were asked whether they answer: too few do for a round (an error), or enough again. */
  nodesCheckedAt(nodes: { readonly answering: number; readonly needed: number }): void;
  /** A node gave no nonce commitments in advance; its rounds take two exchanges meanwhile. */
  stockNotFilled(context: NodeCallContext): void;
  streamOpened(nodeIndex: number): void;
  /** `draining`: the node sent a drain notice, and a further stream is opened. */
  streamEnded(nodeIndex: number, reason: CloseReason | 'draining'): void;
  streamNotOpened(nodeIndex: number, error: StreamHandshakeError): void;
  /** A fault of ours in a stream, which ended it. */
  streamFailed(error: unknown): void;
  /** The ledger did not say which nodes there are. */
  nodesNotRead(error: unknown): void;
  nodeCallSent(transport: 'stream' | 'http'): void;
}
