import { once } from 'node:events';
import type { Server } from 'node:http';

export interface ListenAddress {
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
}

/** Resolves with the server's URL, without a trailing slash, once it accepts connections. Rejects if it cannot listen there. */
export async function listen(server: Server, { host, port }: ListenAddress): Promise<string> {
  await once(server.listen(port, host), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('the server must listen on a TCP port');
  return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`;
}

/**
 * Accepts no more connections and closes idle ones. Requests that run may end within `graceMs`, then their connections are closed. Resolves
 * when no connection is left; at once for a server that does not listen.
 */
export async function closeServer(server: Server, graceMs = 0): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  // A connection ends with the answer that it still has to give.
  const { keepAliveTimeout } = server;
  server.keepAliveTimeout = 1;
  server.close();
  server.closeIdleConnections();
  const timer = graceMs === 0 ? undefined : setTimeout(() => server.closeAllConnections(), graceMs);
  if (graceMs === 0) server.closeAllConnections();
  await closed;
  clearTimeout(timer);
  server.keepAliveTimeout = keepAliveTimeout;
}
