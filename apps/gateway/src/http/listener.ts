import { createServer, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { blockOfAddress, createSeats } from '@oracle-gateway/fair-share';
import { closeServer, createOneAtATime, listen } from '@oracle-gateway/process';
import { answerNodeRefusals, type ReportRefusal, requireHost } from './node-refusals.js';

const HEADERS_TIMEOUT_MS = 10_000;
/** Time to receive a whole request; the answer may take longer. */
const REQUEST_TIMEOUT_MS = 20_000;
/** Interval at which Node searches for requests that take too long; its own default is longer than the times above. */
const TIMEOUT_CHECK_MS = 2_000;
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
const MAX_CONNECTIONS = 10_000;

export interface Listener {
  /** Resolves once the socket accepts connections. */
  listen(): Promise<{ readonly url: string }>;
  /** Accepts no more and closes idle connections; resolves when the last one is gone, at the latest after `graceMs`. */
  close(graceMs: number): Promise<void>;
}

export interface ListenerDeps {
  /** Hears of requests that are refused before the handler sees them. */
  readonly report?: ReportRefusal;
  /** A connection was closed because there are too many, and its tenant had most. */
  readonly onShed?: () => void;
  readonly maxConnections?: number;
}

/**
 * Connections are shared by address. A newcomer is never turned away: where there are too many, the tenant that has most loses the one that
 * has been idle for longest.
 */
export function createListener(
  handler: RequestListener,
  { publicOrigin, ...address }: { readonly host: string; readonly port: number; readonly publicOrigin?: string },
  { report, onShed, maxConnections = MAX_CONNECTIONS }: ListenerDeps = {},
): Listener {
  const seats = createSeats<Socket>({ max: maxConnections });
  const line = createOneAtATime({ handle: requireHost(handler, { report, publicOrigin }), onBusy: seats.use, onIdle: seats.rest });
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
      requireHostHeader: false,
    },
    line.handle,
  );
  answerNodeRefusals(server, { report, publicOrigin, afterAnswers: line.afterAnswers });
  server.on('connection', (socket: Socket) => {
    line.watch(socket);
    socket.once('close', () => seats.remove(socket));
    const gone = seats.add(blockOfAddress(socket.remoteAddress), socket);
    if (gone === null) return;
    gone.destroy();
    onShed?.();
  });
  return {
    listen: async () => ({ url: await listen(server, address, 'server') }),
    close: (graceMs) => closeServer(server, graceMs),
  };
}
