import type { Wire, WireListener } from '../src/stream/wire.js';

/** One end of a connection in memory. Messages arrive in a later microtask, as long as nothing holds them. */
export interface MemoryEnd extends Wire {
  /** The messages that this end has sent, in order. */
  readonly sent: Uint8Array[];
  /** Replaces what the other end receives; null drops the message. */
  intercept: (message: Buffer) => Buffer | null;
  /** Calls back for what was sent: the operating system has taken it. */
  flushed(): void;
  /** Value of `bufferedBytes`. */
  buffered: number;
  isPaused: boolean;
  /** Code and reason with which this end closed. */
  closed: readonly [code: number, reason: string] | null;
  /** Cuts the connection. */
  cut(): void;
  /** Hands a message to this end's listener. */
  receive(message: Buffer | null): void;
  /** Hands a ping of WebSocket itself to this end's listener. */
  receiveControl(bytes: number): void;
}

export function memoryWires(): readonly [MemoryEnd, MemoryEnd] {
  const pair: [MemoryEnd, MemoryEnd] = [end(() => pair[1]), end(() => pair[0])];
  return pair;
}

function end(otherOf: () => MemoryEnd): MemoryEnd {
  let listener: WireListener | null = null;
  let isEnded = false;
  const waiting: (() => void)[] = [];
  const endWith = (code: number): void => {
    if (isEnded) return;
    isEnded = true;
    queueMicrotask(() => listener?.onEnd(code));
  };
  const own: MemoryEnd & { endWith(code: number): void } = {
    sent: [],
    intercept: (message) => message,
    buffered: 0,
    isPaused: false,
    closed: null,
    send: (message, onSent) => {
      own.sent.push(message);
      waiting.push(onSent);
      const delivered = own.intercept(Buffer.from(message));
      if (delivered !== null) queueMicrotask(() => otherOf().receive(delivered));
    },
    flushed: () => {
      for (const onSent of waiting.splice(0)) onSent();
    },
    bufferedBytes: () => own.buffered,
    pause: () => {
      own.isPaused = true;
    },
    resume: () => {
      own.isPaused = false;
    },
    close: (code, reason) => {
      own.closed ??= [code, reason];
      // The messages under way go first.
      queueMicrotask(() => {
        endWith(code);
        (otherOf() as typeof own).endWith(code);
      });
    },
    listen: (given) => {
      listener = given;
    },
    cut: () => {
      endWith(1006);
      (otherOf() as typeof own).endWith(1006);
    },
    receive: (message) => {
      if (!isEnded) listener?.onMessage(message);
    },
    receiveControl: (bytes) => {
      if (!isEnded) listener?.onControl(bytes);
    },
    endWith,
  };
  return own;
}
