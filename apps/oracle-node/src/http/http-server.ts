import { ANSWER_TIME_HEADER } from '@oracle-gateway/node-api';
import { closeServer, createOneAtATime, listen } from '@oracle-gateway/process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createConnections, type Connection, type ConnectionsDeps, type Peer } from './connections.js';
import { nodeErrorAnswer, NodeError } from '../errors/node-error.js';
import type { HandleRequest, NodeAnswer, NodeRequest, StreamAcceptor } from './exchange.js';

export interface HttpServerDeps {
  readonly connections: ConnectionsDeps;
  readonly handle: HandleRequest;
  /** Without it, the server has no streams. */
  readonly streams?: StreamAcceptor;
  readonly maxBodyBytes: number;
  /** Time in which a whole request must arrive. A slow sender holds a connection, never a place among the running operations. */
  readonly requestTimeoutMs?: number;
  /** Its time is sent with every answer. */
  readonly nowMs: () => number;
}

export interface HttpServer {
  /** Resolves to the URL of the server, without a trailing slash. `port` 0 takes a free one. */
  listen(host: string, port: number): Promise<string>;
  /** Takes no new request, lets those under way finish for at most `graceMs`, then cuts them off. */
  close(graceMs: number): Promise<void>;
}

const REQUEST_TIMEOUT_MS = 5_000;
/** Time from the connection, or the first byte of a later request, to the end of the headers. */
const HEADERS_TIMEOUT_MS = 3_000;
/** Multiple of the limit that is read before the connection is closed. */
const DISCARD_FACTOR = 4;
/**
 * Milliseconds for which an idle connection of a gateway stays. The answer says so (`Keep-Alive: timeout=75`), and a client that obeys it
 * closes first. So the server never closes a connection on which the next request is under way.
 */
const KEEP_ALIVE_TIMEOUT_MS = 75_000;
const UNAUTHORIZED = 401;

/**
 * Adds sockets, body limits and orderly closing to a handler. A connection has one request under way. That of a gateway stays open; any other ends
 * with its answer.
 */
export function createHttpServer(deps: HttpServerDeps): HttpServer {
  const connections = createConnections(deps.connections);
  const connectionOf = new WeakMap<Socket, Connection>();
  let closing = false;

  const answer = async (connection: Connection, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(request, deps.maxBodyBytes);
    const isTooLarge = body === null;
    const {
      status,
      body: text,
      contentType,
    } = isTooLarge ? tooLarge() : await deps.handle(nodeRequest(connection, request, response, body));
    // The rest of a large body stays unread, so the connection cannot be used again.
    const stays = connection.end(status === UNAUTHORIZED) && !closing && !isTooLarge;
    response.writeHead(status, {
      'content-type': contentType ?? 'application/json',
      'content-length': Buffer.byteLength(text),
      'cache-control': 'no-store',
      [ANSWER_TIME_HEADER]: deps.nowMs(),
      ...(stays ? {} : { connection: 'close' }),
    });
    response.end(text);
  };

  // A gateway too may send many requests at once and read no answer; over a stream it is held back in the same way.
  const line = createOneAtATime({
    handle: (request, response) => {
      const connection = connectionOf.get(request.socket);
      if (connection?.begin() !== true) {
        request.socket.destroy();
        return;
      }
      // The handler turns its failures into answers. A rejection means that the client went away.
      answer(connection, request, response).catch(() => response.destroy());
    },
  });
  const requestTimeout = deps.requestTimeoutMs ?? REQUEST_TIMEOUT_MS;
  const server = createServer(
    {
      requestTimeout,
      headersTimeout: Math.min(requestTimeout, HEADERS_TIMEOUT_MS),
      // Interval of the search for overdue requests.
      connectionsCheckingInterval: Math.min(1_000, requestTimeout),
      maxHeaderSize: 8 * 1024,
    },
    line.handle,
  );
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS;
  server.on('connection', (socket) => {
    line.watch(socket);
    connectionOf.set(socket, connections.add(socket));
  });

  const { streams } = deps;
  if (streams !== undefined) {
    server.on('upgrade', (request, socket, head) => {
      const connection = connectionOf.get(request.socket);
      if (connection?.begin() !== true) {
        socket.destroy();
        return;
      }
      line.release(request.socket);
      void streams.accept({ request, socket, head, connection });
    });
  }

  return {
    listen: (host, port) => listen(server, { host, port }, 'server'),
    close: async (graceMs) => {
      closing = true;
      // The server leaves connections that have become streams open.
      await Promise.all([closeServer(server, graceMs), streams?.close(graceMs)]);
    },
  };
}

function nodeRequest(peer: Peer, request: IncomingMessage, response: ServerResponse, body: Uint8Array): NodeRequest {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    header: (name) => {
      const value = request.headers[name];
      return typeof value === 'string' ? value : undefined;
    },
    body,
    peer,
    signal: gone.signal,
  };
}

/**
 * The raw bytes, or null when they exceed the limit. A body that is slightly too large is read to its end and discarded: closing a
 * connection with unread bytes resets it, and the sender would not see the answer.
 */
async function readBody(request: IncomingMessage, maxBytes: number): Promise<Uint8Array | null> {
  const maxDiscarded = DISCARD_FACTOR * maxBytes;
  if (Number(request.headers['content-length'] ?? 0) > maxDiscarded) {
    return null;
  }
  return await new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let total = 0;
    request.on('data', (chunk: Buffer) => {
      total += chunk.length;
      if (total <= maxBytes) {
        chunks.push(chunk);
      } else if (total > maxDiscarded) {
        request.pause();
        resolve(null);
      }
    });
    request.once('end', () => {
      resolve(total > maxBytes ? null : new Uint8Array(Buffer.concat(chunks)));
    });
    request.once('error', reject);
    request.once('close', () => {
      reject(new Error('the client went away'));
    });
  });
}

function tooLarge(): NodeAnswer {
  const { status, body } = nodeErrorAnswer(new NodeError('payload_too_large'));
  return { status, body: JSON.stringify(body) };
}
