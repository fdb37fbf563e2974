/** The connection as one half of a stream sees it: whole messages in order, both ways. */
export interface Wire {
  /** `onSent` is called once the operating system has the message. */
  send(message: Uint8Array, onSent: () => void): void;
  /** Bytes that wait to be sent. */
  bufferedBytes(): number;
  /** Reads no more until `resume`. */
  pause(): void;
  resume(): void;
  /** Ends the connection with a code and a reason; cuts it off when the other side does not answer soon. */
  close(code: number, reason: string): void;
  listen(listener: WireListener): void;
}

export interface WireListener {
  /** Null for a message that is no bytes. */
  readonly onMessage: (message: Buffer | null) => void;
  /** A ping or pong of WebSocket itself, with the bytes that it brought. A ping is answered by then. */
  readonly onControl: (bytes: number) => void;
  /** Called once, with the code of the close frame; 1006 without one. */
  readonly onEnd: (code: number) => void;
}
