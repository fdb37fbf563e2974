import type { operations } from '@oracle-gateway/gateway-api';
import { GatewayError } from '../errors/gateway-error.js';
import type { Endpoint } from '../http/endpoint.js';
import type { Readiness } from './readiness.js';

export interface GetReadyDeps {
  readonly readiness: Readiness;
  /** Differences from a gateway in full service, though rounds are served. */
  readonly notes: readonly string[];
}

/** GET /ready: can a round be served now (protocol §10), and what an operator has switched off. */
export function getReady({ readiness, notes }: GetReadyDeps): Endpoint<typeof operations.getReady> {
  return async () => {
    const reasons = await readiness();
    if (reasons.length > 0) throw new GatewayError('not_ready', { detail: reasons.join('; '), members: { reasons } });
    return { status: 200, body: { status: 'ok', ...(notes.length === 0 ? {} : { notes: [...notes] }) } };
  };
}
