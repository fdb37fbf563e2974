import type { operations } from '@oracle-gateway/gateway-api';
import type { RoundService } from '../../engine/index.js';
import type { FindPaidBefore, PaidBefore } from './payment-identifier.js';
import { readSentPayment } from './payment-authorization.js';
import { readX402Request } from './request.js';
import { isBare, type X402Template } from './template.js';
import type { X402Admission } from './admission.js';
import type { PathPorts } from '../path-ports.js';
import type { Endpoint } from '../../http/endpoint.js';
import type { UnlessRefused } from '../../payments/refused-payments.js';
import type { PaidAnswer } from '../../payments/conclude-paid-round.js';
import type { X402Round } from './policy.js';

export interface ExecuteX402RoundDeps {
  readonly ports: PathPorts;
  readonly findPaidBefore: FindPaidBefore;
  readonly admit: X402Admission;
  readonly template: X402Template;
  readonly unlessRefused: UnlessRefused;
  readonly serveRound: RoundService<X402Round, PaidAnswer>;
}

const VERSION_1 = 'X-PAYMENT carries x402 version 1, which is not supported; send a version 2 payment in PAYMENT-SIGNATURE';

/** POST /v1/x402/execute (docs/api.md#post-v1x402execute). */
export function executeX402Round(deps: ExecuteX402RoundDeps): Endpoint<typeof operations.executeX402Round> {
  return async (asked) => {
    const { body, header, sender: tenant } = asked;
    const text = header('payment-signature');
    const hint = text === undefined && header('x-payment') !== undefined ? VERSION_1 : undefined;
    if (text === undefined && isBare(body)) throw await deps.template(hint);
    const serve = async (): Promise<PaidBefore> => {
      const request = readX402Request(body, deps.ports.subjects);
      const payment = text === undefined ? undefined : readSentPayment(text);
      const before = await deps.findPaidBefore(request, payment);
      if (before !== null) return before;
      const round = await deps.admit(request, payment, { tenant, hint });
      return { roundId: round.roundId, ...(await deps.serveRound(round, asked)) };
    };
    const { roundId, result, receipt } = await (text === undefined ? serve() : deps.unlessRefused({ header: text, body }, serve));
    return { status: 200, body: result, headers: { 'X-Round-Id': roundId, 'PAYMENT-RESPONSE': receipt } };
  };
}
