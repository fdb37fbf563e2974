import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

import { hostHeaderValidation, type NodeIncomingMessageLike, originValidation, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, type McpServer } from '@modelcontextprotocol/server';

export interface ServeHttpDeps {
  readonly createServer: () => McpServer;
  readonly onError: (error: Error) => void;
}

export interface ServeHttpInput {
  readonly host: string;
  readonly port: number;
  /** Host names that a request may be for, beside those of loopback. */
  readonly allowedHosts: readonly string[];
  /** Null: none is asked for. */
  readonly token: string | null;
}

export interface HttpEndpoint {
  readonly url: string;
  close(): Promise<void>;
}

export const PATH = '/mcp';
/** A request names a tool and a source. */
const MAX_BODY_BYTES = 128 * 1_024;
const MAX_CONNECTIONS = 64;
const MAX_SUBSCRIPTIONS = 16;
const REQUEST_MS = 30_000;
const HEADERS_MS = 10_000;
const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Serves agents over streamable HTTP. Each request stands for itself, so that no session can be stolen or pile up. A page of a browser is
 * refused by its origin, and a name that was bound to this address anew by its host.
 */
export async function serveHttp(deps: ServeHttpDeps, { host, port, allowedHosts, token }: ServeHttpInput): Promise<HttpEndpoint> {
  const handler = createMcpHandler(deps.createServer, {
    maxRequestBodySize: MAX_BODY_BYTES,
    maxSubscriptions: MAX_SUBSCRIPTIONS,
    onerror: deps.onError,
  });
  const handle = toNodeHandler(handler, { maxRequestBodySize: MAX_BODY_BYTES, onerror: deps.onError });
  const isForThisHost = hostHeaderValidation([...LOOPBACK_NAMES, ...allowedHosts]);
  // No browser is a client of this server.
  const isNoPage = originValidation([]);
  const server = createServer({ requestTimeout: REQUEST_MS, headersTimeout: HEADERS_MS }, (request, response) => {
    if (!isForThisHost(request, response) || !isNoPage(request, response)) return;
    if (pathOf(request) !== PATH) {
      refuse(response, 404, `this server answers at ${PATH}`);
      return;
    }
    if (token !== null && !bringsToken(request, token)) {
      refuse(response, 401, 'Authorization: must be Bearer and the token of this server');
      return;
    }
    // Its own type of a request differs in `undefined` only.
    void handle(request as IncomingMessage & NodeIncomingMessageLike, response);
  });
  server.maxConnections = MAX_CONNECTIONS;
  await listen(server, host, port);
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${portOf(server)}${PATH}`,
    async close() {
      await handler.close();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function pathOf({ url = '/' }: IncomingMessage): string {
  return url.split('?')[0] ?? '/';
}

function bringsToken({ headers }: IncomingMessage, token: string): boolean {
  const [, brought = ''] = /^Bearer ([\x21-\x7e]+)$/i.exec(headers.authorization ?? '') ?? [];
  // Digests have one length, whatever was brought.
  return timingSafeEqual(digest(brought), digest(token));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function refuse(response: ServerResponse, status: number, message: string): void {
  const headers = { 'content-type': 'application/json', ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}) };
  response.writeHead(status, headers).end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32_000, message } }));
}
