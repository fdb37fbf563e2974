import type { FlatRoundResult, operations } from '@oracle-gateway/gateway-api';
import type { ChargedRound } from '../../charges/charged-round.js';
import type { RoundService } from '../../engine/index.js';
import { readRoundRequest } from './request.js';
import type { SubscriptionAdmission } from './admission.js';
import type { PathPorts } from '../path-ports.js';
import type { Endpoint } from '../../http/endpoint.js';

export interface ExecuteRoundDeps {
  readonly admit: SubscriptionAdmission;
  readonly ports: PathPorts;
  readonly serveRound: RoundService<ChargedRound, FlatRoundResult>;
}

/** POST /v1/round/execute (docs/api.md#post-v1roundexecute). */
export function executeRound({ ports, admit, serveRound }: ExecuteRoundDeps): Endpoint<typeof operations.executeRound> {
  return async ({ body, header, clientGone, requestId }) => {
    ports.engine.requireRoom();
    const request = readRoundRequest(body, ports.subjects);
    const round = await admit(request, header('authorization'));
    const result = await serveRound(round, { clientGone, requestId });
    return { status: 200, body: result, headers: { 'X-Round-Id': round.roundId } };
  };
}
