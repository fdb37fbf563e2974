import type { RawData, WebSocket } from 'ws';

/** What a half needs of the connection below it: whole messages in order, both ways. */
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

/** How long the other side may take to answer a close frame. */
const CLOSE_ANSWER_MS = 1_000;

/** A WebSocket of the library `ws` as a wire. */
export function wireOf(socket: WebSocket): Wire {
  return {
    send: (message, onSent) => socket.send(message, { binary: true }, onSent),
    bufferedBytes: () => socket.bufferedAmount,
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    close: (code, reason) => {
      socket.close(code, reason);
      // A paused socket would never see the answer.
      socket.resume();
      const timer = setTimeout(() => socket.terminate(), CLOSE_ANSWER_MS);
      socket.once('close', () => clearTimeout(timer));
    },
    listen: ({ onMessage, onControl, onEnd }) => {
      socket.on('message', (data: RawData, isBinary: boolean) => onMessage(isBinary && Buffer.isBuffer(data) ? data : null));
      socket.on('ping', (data: Buffer) => onControl(data.length));
      socket.on('pong', (data: Buffer) => onControl(data.length));
      // The end of the connection is what counts; `close` follows every error.
      socket.on('error', () => undefined);
      socket.once('close', onEnd);
    },
  };
}
