import type { NodeMetrics } from '../telemetry/metrics.js';
import type { HandleRequest } from './exchange.js';

/** `GET /metrics`, for a listener of its own: callers of the node must not see the metrics. */
export function createMetricsHandler(metrics: NodeMetrics): HandleRequest {
  return async ({ method, path }) =>
    method === 'GET' && path === '/metrics'
      ? { status: 200, body: await metrics.registry.metrics(), contentType: metrics.registry.contentType }
      : { status: 404, body: '{}' };
}
