/**
 * Bytes of one message before it is sealed, at most. A frame is never split over messages. The largest request (`MAX_REQUEST_BYTES`) leaves room
 * for what its frame adds.
 */
export const MAX_MESSAGE_BYTES = 128 * 1024;

/** Fragments of one message. Both halves send a message whole; a proxy may cut it into pieces of half a kilobyte. */
export const MAX_FRAGMENTS = 256;

/** Bounds of one half of a stream. Tests change them; services take the defaults. */
export interface StreamLimits {
  /** Time from the connection to the first authenticated message of the other side, in milliseconds. */
  readonly handshakeMs: number;
  /** A half that hears nothing for this long asks for a sign of life, and closes the stream after as long again. */
  readonly quietMs: number;
  /** Calls under way on one stream. The node tells its own in the handshake; the smaller one holds. */
  readonly maxCalls: number;
  /**
   * Bytes that wait to be sent. Above this number, the gateway's half refuses further calls, and the node's half reads no more until they
   * are sent.
   */
  readonly maxBufferedBytes: number;
  /**
   * Frames and bytes that a node may send a second without being asked, two seconds' worth at once: pushes, signs of life. A gateway's half
   * counts them before it reads them, and closes the stream above. A node under full load pushes 32 batches of 5 KiB a second.
   */
  readonly maxUnaskedFrames: number;
  readonly maxUnaskedBytes: number;
  /** Messages under one key. The node's half sends a drain notice before, and both halves close the stream there. */
  readonly maxMessages: number;
}

/** Limits of a stream unless configured otherwise. */
export const DEFAULT_LIMITS: StreamLimits = {
  handshakeMs: 5_000,
  quietMs: 20_000,
  maxCalls: 512,
  maxBufferedBytes: 1024 * 1024,
  maxUnaskedFrames: 64,
  maxUnaskedBytes: 512 * 1024,
  maxMessages: 2 ** 30,
};
