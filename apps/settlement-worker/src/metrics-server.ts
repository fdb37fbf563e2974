import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';
import type { Standing } from './standing.js';

export interface MetricsServer {
  readonly url: string;
  close(): Promise<void>;
}

export interface Served {
  readonly registry: Registry;
  readonly standing: Pick<Standing, 'troubles'>;
}

/**
 * `GET /metrics` in Prometheus' text form, and `GET /health`: 200 while outbox and ledger answer, else 503 and why. On a listener that
 * callers of the service cannot reach.
 */
export async function serveMetrics(served: Served, address: { readonly host: string; readonly port: number }): Promise<MetricsServer> {
  const server = createServer({ requestTimeout: 5_000, headersTimeout: 5_000 }, (request, response) => {
    answer(served, request, response).catch(() => response.destroy());
  });
  server.maxConnections = 64;
  server.listen(address.port, address.host);
  await once(server, 'listening');
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new TypeError('the metrics listener has no port');
  const host = bound.family === 'IPv6' ? `[${bound.address}]` : bound.address;
  return {
    url: `http://${host}:${bound.port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      if (server.listening) await once(server, 'close');
    },
  };
}

async function answer({ registry, standing }: Served, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const [path] = (request.url ?? '').split('?');
  if (isRead && path === '/metrics') {
    const text = await registry.metrics();
    response.writeHead(200, { 'content-type': registry.contentType }).end(text);
  } else if (isRead && path === '/health') {
    const troubles = standing.troubles();
    const isWell = Object.keys(troubles).length === 0;
    const body = isWell ? { status: 'ok' } : { status: 'failing', ...troubles };
    response.writeHead(isWell ? 200 : 503, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  } else {
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"not found","code":"not_found"}');
  }
}
