import type { Address, DeploymentId } from '@oracle-gateway/protocol';
import type { NodeOperationName } from '../operations.js';
import type { CloseReason } from './close-reason.js';
import type { StreamLimits } from './limits.js';
import type { StreamPush, WantedPushes } from './push.js';

/** Deadline in milliseconds, and signal of one call. */
export interface StreamCallOptions {
  readonly deadlineMs: number;
  /** Ends the call early. The node is told, and aborts its work as it does when an HTTP connection closes. */
  readonly signal: AbortSignal;
  /** The header of W3C Trace Context, as over HTTP. */
  readonly traceparent?: string | undefined;
}

/** Status and body are those of the HTTP answer to the same call. */
export interface StreamReply {
  readonly status: number;
  /** Body of the answer, at most `MAX_RESPONSE_BYTES`. */
  readonly body: Uint8Array;
  /** The node's clock in unix milliseconds when it answered. */
  readonly timeMs: number;
}

/**
 * - `open`: takes calls. `draining`: the node sent a drain notice; calls under way end, then the stream closes by itself. `closed`: gone for good.
 */
export type StreamState = 'open' | 'draining' | 'closed';

/** The gateway's half of one stream to one node. */
export interface GatewayStream {
  readonly state: StreamState;
  /** Further calls that the stream takes now; 0 unless `open`. A cancelled call counts until the node has confirmed its end. */
  readonly room: number;
  /**
   * Sends a call; the calls of one turn of the event loop leave in one write. `body` is the JSON of the operation's request. Rejects with
   * {@link StreamCallError}.
   */
  call(operation: NodeOperationName, body: Uint8Array, options: StreamCallOptions): Promise<StreamReply>;
  /** Takes no more calls, waits for those under way for at most `graceMs`, then closes. Resolves when the connection has ended. */
  close(graceMs?: number): Promise<void>;
}

/** The gateway that opens streams, its key and its limits. */
export interface OpenStreamDeps {
  readonly deploymentId: DeploymentId;
  /** The Gateway account. */
  readonly gateway: Address;
  readonly gatewayAuthority: Address;
  /** Ed25519 over SHA-256 of `preimage`, by the gateway's authority. */
  readonly sign: (kind: 'node_request', preimage: Uint8Array) => Promise<Uint8Array>;
  readonly nowMs: () => number;
  /** A clock that is never set back. */
  readonly monotonicMs: () => number;
  readonly limits?: Partial<StreamLimits>;
  /** A failure of this half's own code or of a callback; the stream then closes with `failed`. */
  readonly onFailure: (error: unknown) => void;
}

/** The node to open a stream to. */
export interface OpenStreamInput {
  /** `http://` or `https://`, host and port; TLS is checked as for HTTP calls. */
  readonly origin: string;
  readonly nodeIndex: number;
  /**
   * The X25519 key that the ledger names for the node, 32 bytes. Only the holder of its secret can then answer. Null where the ledger names
   * no key: the node is then authenticated by TLS alone, as over HTTP.
   */
  readonly encryptionKey: Uint8Array | null;
  readonly wants: WantedPushes;
  /** Ends the handshake early. It has no effect on an open stream. */
  readonly signal?: AbortSignal;
  /** Called once for each push, in the order of their sending. The first may come before `openStream` has resolved its caller. */
  readonly onPush: (push: StreamPush) => void;
  /** The node drains: open another stream for further calls. Called once at most. */
  readonly onDraining: () => void;
  /** The stream has ended; calls under way have been rejected. Called once, and not for a handshake that failed. */
  readonly onClosed: (reason: CloseReason) => void;
}
