import type { operations } from '@oracle-gateway/gateway-api';
import type { AllowedSources } from '@oracle-gateway/node-api';
import type { PaidRound } from '../admission/admitted-round.js';
import type { FindPaidBefore, PaidBefore } from '../admission/payment-identifier.js';
import { readSentPayment } from '../admission/payment-authorization.js';
import { readX402Request } from '../admission/x402-request.js';
import type { X402Admission } from '../admission/x402.js';
import type { IsSponsored } from '../admission/requested-source.js';
import type { Endpoint } from '../http/endpoint.js';
import type { PaidRoundService } from '../rounds/pay-round.js';

export interface ExecuteX402RoundDeps {
  readonly findPaidBefore: FindPaidBefore;
  readonly admit: X402Admission;
  readonly serveRound: PaidRoundService;
  readonly allowedSources: AllowedSources;
  readonly isSponsored: IsSponsored;
}

/** POST /v1/x402/execute (interface §4.2). */
export function executeX402Round(deps: ExecuteX402RoundDeps): Endpoint<typeof operations.executeX402Round> {
  return async ({ body, header, sender, clientGone }) => {
    const request = readX402Request(body, deps.allowedSources, deps.isSponsored);
    const text = header('payment-signature');
    const payment = text === undefined ? undefined : readSentPayment(text);
    const { roundId, result, receipt } =
      (await deps.findPaidBefore(request, payment)) ?? (await serve(await deps.admit(request, payment, sender), clientGone, deps));
    return { status: 200, body: result, headers: { 'X-Round-Id': roundId, 'PAYMENT-RESPONSE': receipt } };
  };
}

async function serve(round: PaidRound, clientGone: AbortSignal, { serveRound }: ExecuteX402RoundDeps): Promise<PaidBefore> {
  return { roundId: round.roundId, ...(await serveRound(round, clientGone)) };
}
