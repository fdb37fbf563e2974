import { callFacilitator, FacilitatorAnswerError, type FacilitatorAnswer, type FacilitatorFetch } from './facilitator-call.js';
import {
  type Facilitator,
  FacilitatorUnavailableError,
  type PaymentToSettle,
  payloadOf,
  SETTLE_TIMEOUT_MS,
  VERIFY_TIMEOUT_MS,
} from './facilitator.js';
import { failureText } from './facilitator-text.js';
import type { Network } from './payment-terms.js';
import { classifySettleAnswer, classifySettleError, type SettleOutcome } from './settle-outcome.js';
import { type SupportedAnswer, supportedFeePayers } from './supported-fee-payers.js';
import { classifyVerifyAnswer, classifyVerifyError, type VerifyOutcome } from './verify-outcome.js';

/** Address of a facilitator, and time limits of its calls in milliseconds. */
export interface HttpFacilitatorOptions {
  /** Base URL: `/verify`, `/settle` and `/supported` are added. `current` tells one that may change, and is asked at each call. */
  readonly url: string | { current(): string };
  readonly network: Network;
  /** Sent with every request, such as `authorization`. They are asked for at each call. */
  readonly headers?: { current(): Readonly<Record<string, string>> };
  /** Default: the web's `fetch`. A client of your own must give each call a connection of its own. */
  readonly fetch?: FacilitatorFetch;
  /** Default 5,000; also for `/supported`. */
  readonly verifyTimeoutMs?: number;
  /** Default 15,000. */
  readonly settleTimeoutMs?: number;
}

/** An answer about one payment has about 500 bytes. */
const MAX_ANSWER_BYTES = 64 * 1024;
/** An answer with every network and extension of x402 has some 20 KiB. */
const MAX_SUPPORTED_BYTES = 256 * 1024;

/** A remote facilitator. Calls are never repeated, and answers are read up to a limit only. */
export function createHttpFacilitator(options: HttpFacilitatorOptions): Facilitator {
  const {
    network,
    url,
    headers: given,
    fetch: send = webFetch,
    verifyTimeoutMs = VERIFY_TIMEOUT_MS,
    settleTimeoutMs = SETTLE_TIMEOUT_MS,
  } = options;
  const access = (step: string) => {
    const base = (typeof url === 'string' ? url : url.current()).replace(/\/+$/, '');
    return { fetch: send, url: `${base}/${step}`, base, headers: given?.current() ?? {} };
  };
  const ask = (step: string, input: PaymentToSettle, timeoutMs: number): Promise<FacilitatorAnswer> => {
    const secrets = [input.payload.transaction];
    const call = { ...access(step), method: 'POST', body: questionOf(input), secrets, timeoutMs } as const;
    return callFacilitator({ ...call, maxBytes: MAX_ANSWER_BYTES });
  };
  return {
    async feePayers() {
      const call = { ...access('supported'), method: 'GET', timeoutMs: verifyTimeoutMs, maxBytes: MAX_SUPPORTED_BYTES } as const;
      try {
        return supportedFeePayers(supportedOf(await callFacilitator(call)), network);
      } catch (cause) {
        if (cause instanceof FacilitatorUnavailableError) throw cause;
        throw new FacilitatorUnavailableError(failureText(cause), { cause });
      }
    },
    verify: (input) => ask('verify', input, verifyTimeoutMs).then(verifyOutcomeOf, classifyVerifyError),
    settle: (input) => ask('settle', input, settleTimeoutMs).then(settleOutcomeOf, classifySettleError),
  };
}

const webFetch: FacilitatorFetch = (url, request) => fetch(url, request);

function questionOf(input: PaymentToSettle): object {
  return { x402Version: 2, paymentPayload: payloadOf(input), paymentRequirements: input.terms };
}

/** Throws FacilitatorAnswerError. */
function supportedOf({ status, json, words }: FacilitatorAnswer): SupportedAnswer {
  if (status !== 200 || typeof json !== 'object' || json === null) throw new FacilitatorAnswerError(words);
  return json;
}

/** Reports an answer that does not concern the payment by its status and its text. */
function verifyOutcomeOf({ status, json, words }: FacilitatorAnswer): VerifyOutcome {
  const outcome = classifyVerifyAnswer(json, status);
  return outcome.kind === 'unavailable' ? { ...outcome, words } : outcome;
}

function settleOutcomeOf({ status, json, words }: FacilitatorAnswer): SettleOutcome {
  const outcome = classifySettleAnswer(json, status);
  return outcome.kind === 'uncertain' ? { ...outcome, words } : outcome;
}
