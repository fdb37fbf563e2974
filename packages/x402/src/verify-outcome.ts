import { VerifyError } from '@x402/core/types';
import { facilitatorText, failureText } from './facilitator-text.js';

/** What became of a `verify`. Nothing has moved, whatever it is. */
export type VerifyOutcome =
  | { readonly kind: 'verified' }
  /** The facilitator will not settle this payment. */
  | { readonly kind: 'refused'; readonly reason: string; readonly message: string | null }
  /** It has said nothing about this payment. */
  | { readonly kind: 'unavailable'; readonly reason: string };

/** Statuses that are about the gateway or the moment, not about the payment. */
const NOT_ABOUT_THE_PAYMENT: ReadonlySet<number> = new Set([401, 403, 404, 405, 408, 425, 429]);

/** Of a facilitator's answer, as it came. */
export function classifyVerifyAnswer(answer: unknown): VerifyOutcome {
  const { isValid, invalidReason, invalidMessage } = membersOf(answer);
  if (isValid === true) return { kind: 'verified' };
  return isValid === false ? refused(invalidReason, invalidMessage) : { kind: 'unavailable', reason: 'malformed answer' };
}

/** Of whatever a call has thrown. */
export function classifyVerifyError(error: unknown): VerifyOutcome {
  const isAboutThePayment = error instanceof VerifyError && error.statusCode < 500 && !NOT_ABOUT_THE_PAYMENT.has(error.statusCode);
  return isAboutThePayment ? refused(error.invalidReason, error.invalidMessage) : { kind: 'unavailable', reason: failureText(error) };
}

function refused(reason: unknown, message: unknown): VerifyOutcome {
  return { kind: 'refused', reason: facilitatorText(reason) ?? 'no reason given', message: facilitatorText(message) };
}

function membersOf(answer: unknown): { readonly isValid?: unknown; readonly invalidReason?: unknown; readonly invalidMessage?: unknown } {
  return typeof answer === 'object' && answer !== null ? answer : {};
}
