import type { operations } from '@oracle-gateway/gateway-api';
import type { AllowedSources } from '@oracle-gateway/node-api';
import { readRoundRequest } from '../admission/round-request.js';
import type { SubscriptionAdmission } from '../admission/subscription.js';
import type { Endpoint } from '../http/endpoint.js';
import type { Capacity } from '../rounds/capacity.js';
import type { ChargedRoundService } from '../rounds/charge-round.js';

export interface ExecuteRoundDeps {
  readonly admit: SubscriptionAdmission;
  readonly capacity: Pick<Capacity, 'requireRoom'>;
  readonly serveRound: ChargedRoundService;
  readonly allowedSources: AllowedSources;
}

/** POST /v1/round/execute (interface §4.1). */
export function executeRound({ admit, capacity, serveRound, allowedSources }: ExecuteRoundDeps): Endpoint<typeof operations.executeRound> {
  return async ({ body, header, clientGone }) => {
    capacity.requireRoom();
    const request = readRoundRequest(body, allowedSources);
    const round = await admit(request, header('authorization'));
    const result = await serveRound(round, clientGone);
    return { status: 200, body: result, headers: { 'X-Round-Id': round.roundId } };
  };
}
