import type { NodeErrorCode } from '../errors.js';

/**
 * Why a stream did not open.
 *
 * - `refused`: the node answered the upgrade with an HTTP status. 404 `not_found` is a node of the version before. 400 `not_enabled` is a node
 *   without the named encryption key, or without a common version of the stream.
 * - `unreachable`: no connection, or it ended during the handshake. `timeout`: the handshake took too long. `aborted`: the caller's signal.
 * - `not_authentic`: what answered is not the node that the ledger names, or is no stream.
 * - `unsigned`: the gateway's key did not sign the handshake, so it was not sent. The error has the cause.
 */
export type HandshakeFailure = 'refused' | 'unreachable' | 'timeout' | 'aborted' | 'not_authentic' | 'unsigned';

/** A stream could not be opened. */
export class StreamHandshakeError extends Error {
  override readonly name = 'StreamHandshakeError';

  constructor(
    readonly failure: HandshakeFailure,
    /** The HTTP status of a refusal, and the code of its body where a node wrote the body. */
    readonly refusal: { readonly status: number; readonly code: NodeErrorCode | null } | null = null,
    options?: ErrorOptions,
  ) {
    super(refusal === null ? `stream: ${failure}` : `stream: ${failure} with status ${refusal.status}`, options);
  }
}

/**
 * Reasons for which a call ends without an answer.
 *
 * - `timeout`, `aborted`: this side ended it; the node was told to stop.
 * - `overloaded`: this half is at its limit of calls or of bytes. The call was not sent.
 * - `not_open`: the stream is draining or closed. The call was not sent.
 * - `closed`: the stream ended after the call was sent. The node may have run it.
 */
export type CallEnding = 'timeout' | 'aborted' | 'overloaded' | 'not_open' | 'closed';

/** A call over a stream got no answer. `endedBy` says which end it came to. */
export class StreamCallError extends Error {
  override readonly name = 'StreamCallError';

  constructor(readonly endedBy: CallEnding) {
    super(`stream call: ${endedBy}`);
  }
}
