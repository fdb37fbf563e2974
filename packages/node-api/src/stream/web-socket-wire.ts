import type { RawData, WebSocket } from 'ws';
import type { Wire } from './wire.js';

/** Limit on the wait for the other side's close frame. */
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
