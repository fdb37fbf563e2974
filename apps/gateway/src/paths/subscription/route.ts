import type { FlatRoundResult, operations } from '@oracle-gateway/gateway-api';
import type { ChargedRound } from '../../charges/charged-round.js';
import type { RoundEngine, RoundService } from '../../engine/index.js';
import { readRoundRequest } from './request.js';
import type { SubscriptionAdmission } from './admission.js';
import type { SourceReader } from '../../admission/requested-source.js';
import type { Endpoint } from '../../http/endpoint.js';

export interface ExecuteRoundDeps {
  readonly admit: SubscriptionAdmission;
  readonly engine: Pick<RoundEngine, 'requireRoom'>;
  readonly serveRound: RoundService<ChargedRound, FlatRoundResult>;
  readonly sources: SourceReader;
}

/** POST /v1/round/execute (interface §4.1). */
export function executeRound(deps: ExecuteRoundDeps): Endpoint<typeof operations.executeRound> {
  return async ({ body, header, clientGone, requestId }) => {
    deps.engine.requireRoom();
    const request = readRoundRequest(body, deps.sources);
    const round = await deps.admit(request, header('authorization'));
    const result = await deps.serveRound(round, { clientGone, requestId });
    return { status: 200, body: result, headers: { 'X-Round-Id': round.roundId } };
  };
}
