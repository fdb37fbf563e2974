import type { operations } from '@oracle-gateway/gateway-api';
import { GatewayError } from '../errors/gateway-error.js';
import type { Endpoint } from '../http/endpoint.js';
import type { OpenOutbox } from '../outbox/open-outbox.js';
import { isOwnObstacle, type ReadObstacles } from '../errors/obstacles.js';

const NO_SETTLEMENT = 'settlement is switched off: served rounds are held until an operator releases them';

/** GET /ready: can a round be served now (docs/api.md#get-health-and-get-ready), and what an operator has switched off. A load balancer asks for this process alone. */
export function getReady(deps: {
  readonly obstacles: ReadObstacles;
  readonly outbox: Pick<OpenOutbox, 'queue'>;
}): Endpoint<typeof operations.getReady> {
  // Differences from a gateway in full service, though rounds are served.
  const notes = deps.outbox.queue === null ? [NO_SETTLEMENT] : [];
  return async ({ query }) => {
    // A probe with another query is a probe.
    const isForTraffic = new URLSearchParams(query).get('for') === 'traffic';
    const found = await deps.obstacles();
    const reasons = (isForTraffic ? found.filter(isOwnObstacle) : found).map(({ reason }) => reason);
    if (reasons.length > 0) throw new GatewayError('not_ready', { detail: reasons.join('; '), members: { reasons } });
    return { status: 200, body: { status: 'ok', ...(notes.length === 0 ? {} : { notes }) } };
  };
}
