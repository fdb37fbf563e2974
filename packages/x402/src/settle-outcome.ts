import { parseSignature, SignatureFormatError } from '@oracle-gateway/protocol';
import { SettleError } from '@x402/core/types';
import { failureText, isConnectionRefused, refusalWords } from './facilitator-text.js';
import { knownReason, REFUSED_BEFORE_BROADCAST } from './known-reason.js';

/**
 * Outcome of a `settle` as the facilitator reports it. `reason` is a code of x402 or a text of this package. `words` quotes the facilitator or
 * its connection, for the log only.
 */
export type SettleOutcome =
  | { readonly kind: 'settled'; readonly signature: string }
  /** This call broadcast nothing; an earlier one of the same payment may have. */
  | { readonly kind: 'not-broadcast'; readonly reason: string; readonly words: string }
  /** The facilitator has seen the same transaction before: it was settled, or is being settled. */
  | { readonly kind: 'duplicate'; readonly reason: string; readonly words: string }
  /** The payment may have landed, or may land until its blockhash is past. `signature` identifies it on the ledger, where it is known. */
  | { readonly kind: 'uncertain'; readonly signature: string | null; readonly reason: string; readonly words: string };

const DUPLICATE = 'duplicate_settlement';

interface SettleAnswer {
  readonly success?: unknown;
  readonly transaction?: unknown;
  readonly errorReason?: unknown;
  readonly errorMessage?: unknown;
}

/**
 * Outcome of a facilitator's answer. Every answer is uncertain unless it is known to mean something else. An answer with a status of 5xx may
 * come from a failure at any step.
 */
export function classifySettleAnswer(answer: unknown, status = 200): SettleOutcome {
  const { success, transaction, errorReason, errorMessage }: SettleAnswer = typeof answer === 'object' && answer !== null ? answer : {};
  const signature = signatureOf(transaction);
  const isSuccess = status >= 200 && status < 300;
  if (isSuccess && success === true && signature !== null && errorReason === undefined) return { kind: 'settled', signature };
  const told = { reason: knownReason(errorReason, 'unexpected_settle_error'), words: wordsOf(success, errorReason, errorMessage) };
  if (status >= 500 || success !== false || transaction !== '') return { kind: 'uncertain', signature, ...told };
  if (errorReason === DUPLICATE) return { kind: 'duplicate', ...told };
  if (REFUSED_BEFORE_BROADCAST.has(told.reason)) return { kind: 'not-broadcast', ...told };
  return { kind: 'uncertain', signature: null, ...told };
}

function wordsOf(success: unknown, reason: unknown, message: unknown): string {
  return success === true && reason === undefined ? 'success without a signature' : refusalWords(reason, message);
}

/** Outcome of an error that a call threw: a time-out, a status, a broken connection. */
export function classifySettleError(error: unknown): SettleOutcome {
  // A status of 4xx comes with an answer. One of 5xx may come from a failure at any step.
  if (error instanceof SettleError && error.statusCode < 500) {
    const { transaction, errorReason, errorMessage } = error;
    return classifySettleAnswer({ success: false, transaction, errorReason, errorMessage });
  }
  const words = failureText(error);
  if (isConnectionRefused(error)) return { kind: 'not-broadcast', reason: 'the facilitator could not be reached', words };
  const signature = error instanceof SettleError ? signatureOf(error.transaction) : null;
  return { kind: 'uncertain', signature, reason: 'the facilitator gave no usable answer', words };
}

/** Base58 of 64 bytes, or null. */
function signatureOf(transaction: unknown): string | null {
  if (typeof transaction !== 'string' || transaction.startsWith('0x')) return null;
  try {
    parseSignature(transaction);
    return transaction;
  } catch (error) {
    if (error instanceof SignatureFormatError) return null;
    throw error;
  }
}
