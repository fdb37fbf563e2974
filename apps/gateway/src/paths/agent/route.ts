import type { FlatRoundResult, operations } from '@oracle-gateway/gateway-api';
import { readAgentRequest } from './request.js';
import type { AgentAdmission } from './admission.js';
import type { SourceReader } from '../../admission/requested-source.js';
import type { Endpoint } from '../../http/endpoint.js';
import type { RoomCheck } from '../../rounds/capacity.js';
import type { RoundService } from '../../rounds/round-service.js';
import type { AgentRound } from './policy.js';

export interface ExecuteAgentRoundDeps {
  readonly admit: AgentAdmission;
  readonly capacity: RoomCheck;
  readonly serveRound: RoundService<AgentRound, FlatRoundResult>;
  readonly sources: SourceReader;
}

/** POST /v1/agent/execute (interface §4.3). */
export function executeAgentRound(deps: ExecuteAgentRoundDeps): Endpoint<typeof operations.executeAgentRound> {
  return async ({ body, clientGone, requestId }) => {
    deps.capacity.requireRoom();
    const round = await deps.admit(readAgentRequest(body, deps.sources));
    const result = await deps.serveRound(round, { clientGone, requestId });
    return { status: 200, body: result, headers: { 'X-Round-Id': round.roundId } };
  };
}
