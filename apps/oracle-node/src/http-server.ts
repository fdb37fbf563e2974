import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errorAnswer, NodeError } from './errors.js';
import type { HandleRequest, NodeAnswer } from './http-exchange.js';

export interface HttpServerInput {
  readonly handle: HandleRequest;
  readonly maxBodyBytes: number;
  readonly maxConnections: number;
  /** A whole request must have arrived within this; a slow sender holds a connection, never a place among the running operations. */
  readonly requestTimeoutMs?: number;
}

export interface HttpServer {
  /** The URL it answers at, without a trailing slash; `port` 0 takes a free one. */
  listen(host: string, port: number): Promise<string>;
  /** Takes no new request, lets those under way finish for at most `graceMs`, then cuts them off. */
  close(graceMs: number): Promise<void>;
}

const REQUEST_TIMEOUT_MS = 5_000;
/** How many times the limit is read before a sender is cut off. */
const DISCARD_FACTOR = 4;
/** Longer than a gateway keeps an idle connection, so that it is not the server that closes first. */
const KEEP_ALIVE_TIMEOUT_MS = 75_000;

/** Sockets, body limits and orderly closing around a handler that knows none of these. */
export const createHttpServer = (input: HttpServerInput): HttpServer => {
  let closing = false;

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(request, input.maxBodyBytes);
    const isTooLarge = body === null;
    const { status, body: text, contentType } = isTooLarge ? tooLarge() : await input.handle(nodeRequest(request, body));
    response.writeHead(status, {
      'content-type': contentType ?? 'application/json',
      'content-length': Buffer.byteLength(text),
      'cache-control': 'no-store',
      // The rest of a body that is too large is not read, so the connection cannot be used again.
      ...(closing || isTooLarge ? { connection: 'close' } : {}),
    });
    response.end(text);
  };

  const requestTimeout = input.requestTimeoutMs ?? REQUEST_TIMEOUT_MS;
  const server = createServer({
    requestTimeout,
    headersTimeout: requestTimeout,
    // How often overdue requests are looked for.
    connectionsCheckingInterval: Math.min(1_000, requestTimeout),
    maxHeaderSize: 8 * 1024,
  });
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS;
  server.maxConnections = input.maxConnections;
  server.on('request', (request, response) => {
    // The handler turns its own failures into answers; what is left is a client that went away.
    answer(request, response).catch(() => response.destroy());
  });

  return {
    listen: (host, port) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => {
          server.off('error', reject);
          resolve(urlOf(server.address()));
        });
      }),
    close: (graceMs) =>
      new Promise((resolve) => {
        closing = true;
        const cutOff = setTimeout(() => server.closeAllConnections(), graceMs);
        server.close(() => {
          clearTimeout(cutOff);
          resolve();
        });
      }),
  };
};

const nodeRequest = (request: IncomingMessage, body: Uint8Array) => ({
  method: request.method ?? '',
  path: request.url ?? '',
  header: (name: string): string | undefined => {
    const value = request.headers[name];
    return typeof value === 'string' ? value : undefined;
  },
  body,
});

/**
 * The raw bytes, or null when there are more than the limit. A body somewhat too large is read to its end and thrown away,
 * because closing a connection with unread bytes resets it, and the sender would not see the answer.
 */
const readBody = async (request: IncomingMessage, maxBytes: number): Promise<Uint8Array | null> => {
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
};

const tooLarge = (): NodeAnswer => {
  const { status, body } = errorAnswer(new NodeError('payload_too_large'));
  return { status, body: JSON.stringify(body) };
};

const urlOf = (address: AddressInfo | string | null): string => {
  if (address === null || typeof address === 'string') {
    throw new TypeError('a TCP server has an address and a port');
  }
  return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`;
};
