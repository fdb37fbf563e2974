import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';
import { closeServer, listen, type ListenAddress } from './listen.js';
import { processMetrics } from './process-metrics.js';

export interface MetricsListener {
  /** Origin of the listener, without a path. */
  readonly url: string;
  close(): Promise<void>;
}

export interface ServedMetrics {
  readonly registry: Pick<Registry, 'metrics' | 'getSingleMetricAsString' | 'getMetricsAsArray' | 'contentType'>;
  /** Causes of failure, by the part that does not work; empty if everything works. Absent: there is no `/health`. */
  readonly troubles?: () => Readonly<Record<string, string>>;
  /** Why the process does no work at the moment; empty while it works. Absent: there is no `/ready`. */
  readonly obstacles?: () => Readonly<Record<string, string>>;
}

const REQUEST_TIMEOUT_MS = 5_000;
const MAX_CONNECTIONS = 64;

/**
 * Serves `GET /metrics` in the text format of Prometheus, those of the process itself (`process_`, `nodejs_`) among them; `?name[]=…` asks for
 * some of the process's own work alone. `GET /health` is 200
 * without troubles, otherwise 503 and the troubles; `GET /ready` does the same with obstacles. Operators only: callers of the service must not
 * reach this listener. Rejects if it cannot listen at `address`.
 */
export async function serveMetrics(served: ServedMetrics, address: ListenAddress): Promise<MetricsListener> {
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
    answer(served, request, response).catch(() => response.destroy());
  });
  server.maxConnections = MAX_CONNECTIONS;
  const url = await listen(server, address, 'metrics');
  return { url, close: () => closeServer(server) };
}

async function answer({ registry, troubles, obstacles }: ServedMetrics, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const [path, query] = (request.url ?? '').split('?');
  if (isRead && path === '/metrics') {
    const names = new URLSearchParams(query).getAll('name[]');
    const known = registry.getMetricsAsArray().filter(({ name }) => names.includes(name));
    const texts = await (names.length === 0
      ? Promise.all([registry.metrics(), processMetrics().metrics()])
      : Promise.all(known.map(({ name }) => registry.getSingleMetricAsString(name))));
    response.writeHead(200, { 'content-type': registry.contentType }).end(texts.map((text) => `${text.trimEnd()}\n`).join('\n'));
  } else if (isRead && path === '/health' && troubles !== undefined) {
    answerStanding(response, 'failing', troubles());
  } else if (isRead && path === '/ready' && obstacles !== undefined) {
    answerStanding(response, 'not ready', obstacles());
  } else {
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"not found","code":"not_found"}');
  }
}

function answerStanding(response: ServerResponse, otherwise: string, found: Readonly<Record<string, string>>): void {
  const isWell = Object.keys(found).length === 0;
  const body = isWell ? { status: 'ok' } : { status: otherwise, ...found };
  response.writeHead(isWell ? 200 : 503, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
