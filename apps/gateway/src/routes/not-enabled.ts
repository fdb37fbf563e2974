import { GatewayError } from '../errors.js';

/** An endpoint of a path that the configuration leaves off. */
export function notEnabled(detail: string): () => Promise<never> {
  return () => Promise.reject(new GatewayError('not_found', { detail }));
}
