import { VerifyError } from '@x402/core/types';
import { failureText, refusalWords } from './facilitator-text.js';
import { knownReason } from './known-reason.js';

/** Outcome of a `verify`, which never moves money. `words` quotes the facilitator, for the log only. */
export type VerifyOutcome =
  | { readonly kind: 'verified' }
  /** The facilitator will not settle this payment. `reason` is a code of x402. */
  | { readonly kind: 'refused'; readonly reason: string; readonly words: string }
  /** The facilitator gave no verdict on this payment. */
  | { readonly kind: 'unavailable'; readonly words: string };

/** Statuses that concern the gateway or the moment, not the payment. */
const NOT_ABOUT_THE_PAYMENT: ReadonlySet<number> = new Set([401, 403, 404, 405, 408, 425, 429]);

/** Outcome of a facilitator's answer. A failure status refuses the payment only where the answer concerns the payment. */
export function classifyVerifyAnswer(answer: unknown, status = 200): VerifyOutcome {
  const { isValid, invalidReason, invalidMessage } = membersOf(answer);
  const isSuccess = status >= 200 && status < 300;
  if (isSuccess && isValid === true) return { kind: 'verified' };
  const isAboutThePayment = isSuccess ? isValid === false : isValid !== undefined && isOfThePayment(status);
  return isAboutThePayment ? refused(invalidReason, invalidMessage) : { kind: 'unavailable', words: 'malformed answer' };
}

/** Outcome of an error that a call threw. */
export function classifyVerifyError(error: unknown): VerifyOutcome {
  const isAboutThePayment = error instanceof VerifyError && isOfThePayment(error.statusCode);
  return isAboutThePayment ? refused(error.invalidReason, error.invalidMessage) : { kind: 'unavailable', words: failureText(error) };
}

function isOfThePayment(status: number): boolean {
  return status >= 300 && status < 500 && !NOT_ABOUT_THE_PAYMENT.has(status);
}

function refused(reason: unknown, message: unknown): VerifyOutcome {
  return { kind: 'refused', reason: knownReason(reason, 'unexpected_verify_error'), words: refusalWords(reason, message) };
}

function membersOf(answer: unknown): { readonly isValid?: unknown; readonly invalidReason?: unknown; readonly invalidMessage?: unknown } {
  return typeof answer === 'object' && answer !== null ? answer : {};
}
