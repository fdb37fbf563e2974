import type { operations } from '@oracle-gateway/gateway-api';
import { GatewayError } from '../errors/gateway-error.js';
import type { Endpoint } from '../http/endpoint.js';
import type { Readiness } from './readiness.js';

/** GET /ready: can a round be served now (protocol §10). */
export function getReady({ readiness }: { readonly readiness: Readiness }): Endpoint<typeof operations.getReady> {
  return async () => {
    const reasons = await readiness();
    if (reasons.length > 0) throw new GatewayError('not_ready', { detail: reasons.join('; '), members: { reasons } });
    return { status: 200, body: { status: 'ok' } };
  };
}
