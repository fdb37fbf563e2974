import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Bytes given to Node's parser at once outside a body. The parser cannot be stopped within them. */
const PIECE_BYTES = 1_024;
/** Bytes given to the parser at once within a body. */
const BODY_PIECE_BYTES = 16_384;
/** Kept of what a client sends before it has the answer that it waits for. A connection that exceeds this ends with that answer. */
const MAX_AHEAD_BYTES = 16_384;
/** An answer must be taken in this time once it is written. */
const UNREAD_MS = 20_000;

export interface OneAtATime {
  /** Handles the requests of a connection one after the other. */
  readonly handle: RequestListener;
  /** Called for each new connection, before its first byte. */
  readonly watch: (socket: Socket) => void;
  /** Leaves a connection that becomes something else to what takes it. */
  readonly release: (socket: Socket) => void;
  /**
   * Treats what follows on this connection as no request. Calls `then` when every complete request is answered. An answer that began before
   * its own request was complete is cut off.
   */
  readonly afterAnswers: (socket: Socket, then: () => void) => void;
}

export interface OneAtATimeDeps {
  readonly handle: RequestListener;
  readonly unreadMs?: number;
  /** A connection has a request under way. */
  readonly onBusy?: (socket: Socket) => void;
  /** It waits for the next. */
  readonly onIdle?: (socket: Socket) => void;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** One connection. */
interface Line {
  /** The first is being answered. */
  readonly exchanges: Exchange[];
  /** Not yet given to the parser. */
  ahead: Buffer;
  isEnding: boolean;
  feed: (() => void) | null;
  release: (() => void) | null;
  last: (() => void) | null;
}

/**
 * A client may send further requests before it has read an answer. Node reads them all, has them all answered, and keeps the answers: 50
 * connections that read nothing fill the memory. Here a connection has one request under way. The bytes behind it wait until its answer is
 * taken. Too many such bytes, or an answer that stays unread, end the connection.
 */
export function createOneAtATime(deps: OneAtATimeDeps): OneAtATime {
  const lines = new WeakMap<Socket, Line>();
  const unreadMs = deps.unreadMs ?? UNREAD_MS;

  const begin = (socket: Socket, line: Line): void => {
    const [exchange] = line.exchanges;
    if (exchange === undefined) return;
    const { request, response } = exchange;
    let unread: NodeJS.Timeout | undefined;
    response.once('prefinish', () => {
      unread = setTimeout(() => socket.destroy(), unreadMs).unref();
    });
    response.once('close', () => {
      clearTimeout(unread);
      if (socket.destroyed || line.exchanges[0] !== exchange) return;
      line.exchanges.shift();
      if (line.exchanges.length > 0) {
        begin(socket, line);
        return;
      }
      deps.onIdle?.(socket);
      line.last?.();
      line.feed?.();
    });
    deps.handle(request, response);
  };

  return {
    handle(request, response) {
      const { socket } = request;
      const line = lines.get(socket) ?? newLine();
      lines.set(socket, line);
      line.exchanges.push({ request, response });
      if (line.exchanges.length > 1) return;
      deps.onBusy?.(socket);
      begin(socket, line);
    },

    watch(socket) {
      const line = newLine();
      lines.set(socket, line);
      const push = socket.push.bind(socket) as (chunk: Buffer | null) => boolean;
      let isFeeding = false;
      const feed = (chunk: Buffer): boolean => {
        let goesOn = true;
        let at = 0;
        isFeeding = true;
        while (at < chunk.length && !isHeld(line) && !socket.destroyed) {
          const end = at + (isWithinBody(line) ? BODY_PIECE_BYTES : PIECE_BYTES);
          goesOn = push(chunk.subarray(at, end));
          at = end;
        }
        isFeeding = false;
        keep(socket, line, chunk.subarray(at));
        return goesOn;
      };
      line.feed = () => {
        if (isFeeding || line.ahead.length === 0 || line.isEnding) return;
        const { ahead } = line;
        line.ahead = EMPTY;
        feed(ahead);
      };
      // Node's parser reads past the stream as long as the stream has no listener.
      const onData = (): void => undefined;
      socket.on('data', onData);
      line.release = () => {
        socket.off('data', onData);
        socket.push = push;
      };
      socket.push = (chunk: Buffer | null): boolean => {
        if (chunk === null) return push(null);
        if (line.isEnding || socket.destroyed) return true;
        if (line.ahead.length === 0 && !isFeeding) return feed(chunk);
        keep(socket, line, chunk);
        return true;
      };
    },

    release(socket) {
      lines.get(socket)?.release?.();
      lines.delete(socket);
    },

    afterAnswers(socket, then) {
      const line = lines.get(socket) ?? newLine();
      const { exchanges } = line;
      const broken = exchanges.at(-1)?.request.complete === false ? exchanges.pop() : undefined;
      if (exchanges.length > 0) line.last ??= then;
      else if (broken?.response.headersSent === true) socket.destroy();
      else then();
    },
  };
}

const EMPTY = Buffer.alloc(0);

function newLine(): Line {
  return { exchanges: [], ahead: EMPTY, isEnding: false, feed: null, release: null, last: null };
}

/** A request is whole and not answered: what follows is the next. */
function isHeld({ exchanges }: Line): boolean {
  return exchanges[0]?.request.complete === true;
}

function isWithinBody({ exchanges }: Line): boolean {
  return exchanges.at(-1)?.request.complete === false;
}

function keep(socket: Socket, line: Line, rest: Buffer): void {
  if (rest.length === 0) return;
  if (line.ahead.length + rest.length <= MAX_AHEAD_BYTES) {
    // A copy: a part of what was read would keep all of it.
    line.ahead = Buffer.concat([line.ahead, rest]);
    return;
  }
  line.ahead = EMPTY;
  line.isEnding = true;
  // Requests that were read beside it are dropped: its client sends it again (RFC 9112, section 9.3.2).
  line.exchanges.splice(1);
  endWithIt(line);
  socket.pause();
}

/** Says with the answer that it is the last. One that is written by now cannot say it any more: the connection just ends. */
function endWithIt({ isEnding, exchanges }: Line): void {
  const response = exchanges[0]?.response;
  if (!isEnding || response === undefined) return;
  if (response.headersSent) response.once('close', () => response.req.socket.destroySoon());
  else response.setHeader('Connection', 'close');
}
