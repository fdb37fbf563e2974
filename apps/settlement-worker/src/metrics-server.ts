import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';

export interface MetricsServer {
  readonly url: string;
  close(): Promise<void>;
}

/** `GET /metrics` in Prometheus' text form and `GET /health`, on a listener that callers of the service cannot reach. */
export async function serveMetrics(registry: Registry, address: { readonly host: string; readonly port: number }): Promise<MetricsServer> {
  const server = createServer({ requestTimeout: 5_000, headersTimeout: 5_000 }, (request, response) => {
    answer(registry, request, response).catch(() => response.destroy());
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

async function answer(registry: Registry, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const [path] = (request.url ?? '').split('?');
  if (isRead && path === '/metrics') {
    const text = await registry.metrics();
    response.writeHead(200, { 'content-type': registry.contentType }).end(text);
  } else if (isRead && path === '/health') {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ok"}');
  } else {
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"not found","code":"not_found"}');
  }
}
