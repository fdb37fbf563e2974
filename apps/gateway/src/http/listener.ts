import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { answerNodeRefusals, type ReportRefusal, requireHost } from './node-refusals.js';

const HEADERS_TIMEOUT_MS = 10_000;
/** Time to receive a whole request; the answer may take longer. */
const REQUEST_TIMEOUT_MS = 20_000;
/** How often Node looks for requests that take too long; its own default is longer than the times above. */
const TIMEOUT_CHECK_MS = 2_000;
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
const MAX_CONNECTIONS = 10_000;

export interface Listener {
  /** Resolves once the socket accepts connections. */
  listen(): Promise<{ readonly url: string }>;
  /** Accepts no more and closes idle connections; resolves when the last one is gone, at the latest after `graceMs`. */
  close(graceMs: number): Promise<void>;
}

/** `report` hears of requests that are refused before `handler` sees them. */
export function createListener(
  handler: RequestListener,
  address: { readonly host: string; readonly port: number },
  report?: ReportRefusal,
): Listener {
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
      requireHostHeader: false,
    },
    requireHost(handler, report),
  );
  answerNodeRefusals(server, report);
  server.maxConnections = MAX_CONNECTIONS;
  return {
    async listen() {
      server.listen(address.port, address.host);
      await once(server, 'listening');
      return { url: urlOf(server) };
    },
    async close(graceMs) {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      const timer = setTimeout(() => {
        server.closeAllConnections();
      }, graceMs);
      await closed;
      clearTimeout(timer);
    },
  };
}

function urlOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no network address');
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}
