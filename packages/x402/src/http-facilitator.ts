import { HTTPFacilitatorClient } from '@x402/core/http';
import { type Facilitator, FacilitatorUnavailableError, payloadOf, SETTLE_TIMEOUT_MS, VERIFY_TIMEOUT_MS } from './facilitator.js';
import { failureText } from './facilitator-text.js';
import type { Network } from './payment-terms.js';
import { classifySettleAnswer, classifySettleError } from './settle-outcome.js';
import { supportedFeePayers } from './supported-fee-payers.js';
import { classifyVerifyAnswer, classifyVerifyError } from './verify-outcome.js';

export interface HttpFacilitatorOptions {
  /** Base URL: `/verify`, `/settle` and `/supported` are added. */
  readonly url: string;
  readonly network: Network;
  /** Sent with every request, such as `authorization`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Default 5,000; also for `/supported`. */
  readonly verifyTimeoutMs?: number;
  /** Default 15,000. */
  readonly settleTimeoutMs?: number;
}

/** A facilitator somewhere else. No call is repeated, but for `/supported` where it is told to come back later. */
export function createHttpFacilitator(options: HttpFacilitatorOptions): Facilitator {
  const { url, network, headers = {}, verifyTimeoutMs = VERIFY_TIMEOUT_MS, settleTimeoutMs = SETTLE_TIMEOUT_MS } = options;
  const client = (timeoutMs: number): HTTPFacilitatorClient =>
    new HTTPFacilitatorClient({
      url,
      timeoutMs,
      createAuthHeaders: () => Promise.resolve({ verify: { ...headers }, settle: { ...headers }, supported: { ...headers } }),
    });
  const [quick, patient] = [client(verifyTimeoutMs), client(settleTimeoutMs)];
  return {
    async feePayers() {
      const supported = await quick.getSupported().catch((cause: unknown) => {
        throw new FacilitatorUnavailableError(failureText(cause), { cause });
      });
      return supportedFeePayers(supported, network);
    },
    verify: (input) => quick.verify(payloadOf(input), input.terms).then(classifyVerifyAnswer, classifyVerifyError),
    settle: (input) => patient.settle(payloadOf(input), input.terms).then(classifySettleAnswer, classifySettleError),
  };
}
