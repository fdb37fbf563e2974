import { once } from 'node:events';
import type { Server } from 'node:http';

export interface ListenAddress {
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
}

/** A server cannot listen where the configuration says; the message names the key. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

/** Key and rule for the operator, by the reason that the system gives. */
const REASONS: Readonly<Record<string, { readonly key: 'host' | 'port'; readonly rule: string }>> = {
  EADDRINUSE: { key: 'port', rule: 'must be free, and another process listens on it; stop that process, or name another port' },
  EACCES: { key: 'port', rule: 'must be one that this user may listen on; name one above 1023' },
  EADDRNOTAVAIL: { key: 'host', rule: 'must be an address of this machine' },
  ENOTFOUND: { key: 'host', rule: 'must be an address of this machine, or a name that it resolves' },
};

/**
 * Resolves with the server's URL, without a trailing slash, once it accepts connections. Rejects if it cannot listen there.
 *
 * @param table table of the configuration that has the address, as `host` and `port`: the error is then a ListenError
 */
export async function listen(server: Server, { host, port }: ListenAddress, table?: string): Promise<string> {
  await once(server.listen(port, host), 'listening').catch((cause: unknown) => {
    const reason = cause instanceof Error && 'code' in cause ? REASONS[String(cause.code)] : undefined;
    throw table === undefined || reason === undefined ? cause : new ListenError(`${table}.${reason.key}: ${reason.rule}`, { cause });
  });
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
