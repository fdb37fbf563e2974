import type { operations } from '@oracle-gateway/gateway-api';
import type { AllowedSources } from '@oracle-gateway/node-api';
import { readX402Request } from '../admission/x402-request.js';
import type { X402Admission } from '../admission/x402.js';
import type { IsSponsored } from '../admission/requested-source.js';
import type { Endpoint } from '../http/endpoint.js';
import type { PaidRoundService } from '../rounds/pay-round.js';

export interface ExecuteX402RoundDeps {
  readonly admit: X402Admission;
  readonly serveRound: PaidRoundService;
  readonly allowedSources: AllowedSources;
  readonly isSponsored: IsSponsored;
}

/** POST /v1/x402/execute (interface §4.2). */
export function executeX402Round(deps: ExecuteX402RoundDeps): Endpoint<typeof operations.executeX402Round> {
  return async ({ body, header, clientGone }) => {
    const round = await deps.admit(readX402Request(body, deps.allowedSources, deps.isSponsored), header('payment-signature'));
    const { result, receipt } = await deps.serveRound(round, clientGone);
    return { status: 200, body: result, headers: { 'X-Round-Id': round.roundId, 'PAYMENT-RESPONSE': receipt } };
  };
}
