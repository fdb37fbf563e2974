import type { RequestListener } from 'node:http';
import type { Metrics } from './metrics.js';

/** `GET /metrics` in Prometheus' text form, on a listener of its own: figures are for operators. `/` answers the same. */
export function metricsHandler({ registry }: Pick<Metrics, 'registry'>): RequestListener {
  return (request, response) => {
    const isScrape = request.method === 'GET' && (request.url === '/metrics' || request.url === '/');
    if (!isScrape) {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  };
}
