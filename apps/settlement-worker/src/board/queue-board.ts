import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { type OutboxConnection, SETTLEMENT_QUEUE, settlementQueuePrefix } from '@oracle-gateway/outbox';
import { closeServer, listen } from '@oracle-gateway/process';
import type { Address } from '@oracle-gateway/protocol';
import { Queue } from 'bullmq';

export interface QueueBoardInput {
  readonly redis: OutboxConnection;
  readonly gateway: Address;
  readonly address: { readonly host: string; readonly port: number };
}

export interface QueueBoard {
  readonly url: string;
  close(): Promise<void>;
}

const REQUEST_TIMEOUT_MS = 5_000;
const MAX_CONNECTIONS = 16;
const METHOD_NOT_ALLOWED = 405;
/** Only what the board's own server has: its page asks for fonts of another one, and goes without. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
} as const;

/**
 * Shows the queue of wake-ups in bull-board, to operators. Nothing can be changed by it. Jobs are shown without their payload, because the id of a
 * private round is its caller's secret. The board asks for no password. Rejects if it cannot listen at `address`.
 */
export async function serveQueueBoard({ redis, gateway, address }: QueueBoardInput): Promise<QueueBoard> {
  // The connection is the worker's: it stays open when the board closes.
  const queue = new Queue(SETTLEMENT_QUEUE, { connection: redis, prefix: settlementQueuePrefix(gateway), skipMetasUpdate: true });
  // Trouble of the connection is told by the connection.
  queue.on('error', () => undefined);
  const show = await createBoard(queue);
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: REQUEST_TIMEOUT_MS }, (request, response) =>
    answer(request, response, show),
  );
  server.maxConnections = MAX_CONNECTIONS;
  const url = await listen(server, address, 'board');
  return {
    url,
    async close() {
      await closeServer(server);
      await queue.close();
    },
  };
}

/** The board is loaded where it is switched on, and only there. */
async function createBoard(queue: Queue): Promise<RequestListener> {
  const [{ createBullBoard }, { BullMQAdapter }, { ExpressAdapter }] = await Promise.all([
    import('@bull-board/api'),
    import('@bull-board/api/bullMQAdapter'),
    import('@bull-board/express'),
  ]);
  const adapter = new BullMQAdapter(queue, { readOnlyMode: true, allowRetries: false });
  for (const field of ['data', 'returnValue', 'progress'] as const) adapter.setFormatter(field, () => null);
  const serverAdapter = new ExpressAdapter();
  createBullBoard({
    queues: [adapter],
    serverAdapter,
    options: {
      uiBasePath: dirname(createRequire(import.meta.url).resolve('@bull-board/ui/package.json')),
      uiConfig: { boardTitle: 'Settlement queue', hideRedisDetails: true, showWorkers: false },
    },
  });
  // The adapter does not type it: an application of express, which is such a listener.
  return serverAdapter.getRouter() as RequestListener;
}

function answer(request: IncomingMessage, response: ServerResponse, show: RequestListener): void {
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
  if (request.method === 'GET' || request.method === 'HEAD') show(request, response);
  else response.writeHead(METHOD_NOT_ALLOWED, { allow: 'GET, HEAD', connection: 'close' }).end();
}
