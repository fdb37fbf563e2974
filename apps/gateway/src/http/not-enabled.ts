import { GatewayError } from '../errors/gateway-error.js';

/** An endpoint of a path that the configuration leaves off. */
export function notEnabled(detail: string): () => Promise<never> {
  return () => Promise.reject(new GatewayError('not_found', { detail }));
}
