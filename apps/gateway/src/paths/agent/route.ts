import type { operations } from '@oracle-gateway/gateway-api';
import type { AllowedSources } from '@oracle-gateway/node-api';
import { readAgentRequest } from './request.js';
import type { AgentAdmission } from './admission.js';
import type { IsSponsored } from '../../admission/requested-source.js';
import type { Endpoint } from '../../http/endpoint.js';
import type { Capacity } from '../../rounds/capacity.js';
import type { ChargedRoundService } from '../../rounds/charge-round.js';

export interface ExecuteAgentRoundDeps {
  readonly admit: AgentAdmission;
  readonly capacity: Pick<Capacity, 'requireRoom'>;
  readonly serveRound: ChargedRoundService;
  readonly allowedSources: AllowedSources;
  readonly isSponsored: IsSponsored;
}

/** POST /v1/agent/execute (interface §4.3). */
export function executeAgentRound(deps: ExecuteAgentRoundDeps): Endpoint<typeof operations.executeAgentRound> {
  return async ({ body, clientGone }) => {
    deps.capacity.requireRoom();
    const round = await deps.admit(readAgentRequest(body, deps.allowedSources, deps.isSponsored));
    const result = await deps.serveRound(round, clientGone);
    return { status: 200, body: result, headers: { 'X-Round-Id': round.roundId } };
  };
}
