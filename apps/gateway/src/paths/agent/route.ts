import type { FlatRoundResult, operations } from '@oracle-gateway/gateway-api';
import type { RoundService } from '../../engine/index.js';
import { readAgentRequest } from './request.js';
import type { AgentAdmission } from './admission.js';
import type { PathPorts } from '../path-ports.js';
import type { Endpoint } from '../../http/endpoint.js';
import type { AgentRound } from './policy.js';

export interface ExecuteAgentRoundDeps {
  readonly admit: AgentAdmission;
  readonly ports: PathPorts;
  readonly serveRound: RoundService<AgentRound, FlatRoundResult>;
}

/** POST /v1/agent/execute (docs/api.md#post-v1agentexecute). */
export function executeAgentRound({ ports, admit, serveRound }: ExecuteAgentRoundDeps): Endpoint<typeof operations.executeAgentRound> {
  return async ({ body, clientGone, requestId }) => {
    ports.engine.requireRoom();
    const round = await admit(readAgentRequest(body, ports.subjects));
    const result = await serveRound(round, { clientGone, requestId });
    return { status: 200, body: result, headers: { 'X-Round-Id': round.roundId } };
  };
}
