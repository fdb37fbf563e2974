import type { FlatRoundResult, operations } from '@oracle-gateway/gateway-api';
import type { RoundEngine, RoundService } from '../../engine/index.js';
import { readAgentRequest } from './request.js';
import type { AgentAdmission } from './admission.js';
import type { SourceReader } from '../../admission/requested-source.js';
import type { Endpoint } from '../../http/endpoint.js';
import type { AgentRound } from './policy.js';

export interface ExecuteAgentRoundDeps {
  readonly admit: AgentAdmission;
  readonly engine: Pick<RoundEngine, 'requireRoom'>;
  readonly serveRound: RoundService<AgentRound, FlatRoundResult>;
  readonly sources: SourceReader;
}

/** POST /v1/agent/execute (interface §4.3). */
export function executeAgentRound(deps: ExecuteAgentRoundDeps): Endpoint<typeof operations.executeAgentRound> {
  return async ({ body, clientGone, requestId }) => {
    deps.engine.requireRoom();
    const round = await deps.admit(readAgentRequest(body, deps.sources));
    const result = await deps.serveRound(round, { clientGone, requestId });
    return { status: 200, body: result, headers: { 'X-Round-Id': round.roundId } };
  };
}
