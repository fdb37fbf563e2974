import type { operations } from '@oracle-gateway/gateway-api';
import type { Outbox } from '@oracle-gateway/outbox';
import { GatewayError } from '../errors.js';
import type { Endpoint } from '../http/endpoint.js';
import { readStoredAnswer } from '../rounds/stored-answer.js';
import { readRound } from './read-round.js';

/** GET /v1/rounds/{roundId}/evidence: how the value of a round of tolerance mode came about. */
export function getRoundEvidence(deps: { readonly outbox: Pick<Outbox, 'read'> }): Endpoint<typeof operations.getRoundEvidence> {
  return async ({ path }) => {
    const { result } = await readRound(path['roundId'], deps);
    const evidence = result === undefined ? null : readStoredAnswer(result).evidence;
    if (evidence === null) throw new GatewayError('evidence_not_found');
    return { status: 200, body: { status: 'ok', data: evidence } };
  };
}
