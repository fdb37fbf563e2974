import { parseSignature, SignatureFormatError } from '@oracle-gateway/protocol';
import { SettleError } from '@x402/core/types';
import { facilitatorText, failureText, isConnectionRefused } from './facilitator-text.js';

/** What became of a `settle`, as far as the facilitator's word goes. */
export type SettleOutcome =
  | { readonly kind: 'settled'; readonly signature: string }
  /** This call has put nothing on the ledger; an earlier one of the same payment may have. */
  | { readonly kind: 'not-broadcast'; readonly reason: string; readonly message: string | null }
  /** The facilitator has seen the same transaction before: it was settled, or is being settled. */
  | { readonly kind: 'duplicate'; readonly reason: string }
  /** The payment may have landed, or may land until its blockhash is past. `signature` is where to look, if it is known. */
  | { readonly kind: 'uncertain'; readonly signature: string | null; readonly reason: string; readonly message: string | null };

/**
 * Reasons with which a facilitator refuses a payment before it signs it. The list need not be complete: whatever is not in it is
 * uncertain. Not in it is `invalid_exact_svm_transaction_failed`, which is also said when a broadcast transaction's answer was lost.
 */
const REFUSED_BEFORE_BROADCAST: ReadonlySet<string> = new Set(
  [
    'unsupported_scheme',
    'network_mismatch',
    'payload_missing_fee_payer',
    'fee_payer_not_managed_by_facilitator',
    'payload_transaction',
    'payload_transaction_could_not_be_decoded',
    'payload_signature_invalid',
    'payload_excessive_signers',
    'payload_transaction_instructions_length',
    'payload_transaction_instructions_compute_limit_instruction',
    'payload_transaction_instructions_compute_limit_instruction_too_high',
    'payload_transaction_instructions_compute_price_instruction',
    'payload_transaction_instructions_compute_price_instruction_too_high',
    'payload_unknown_fourth_instruction',
    'payload_unknown_fifth_instruction',
    'payload_unknown_sixth_instruction',
    'payload_unknown_seventh_instruction',
    'payload_unknown_optional_instruction',
    'payload_no_transfer_instruction',
    'payload_transaction_fee_payer_transferring_funds',
    'payload_mint_mismatch',
    'payload_recipient_mismatch',
    'payload_amount_mismatch',
    'payload_memo_mismatch',
    'payload_memo_count',
    'transaction_simulation_failed',
    'verification_failed',
  ].map((reason) => `invalid_exact_svm_${reason}`),
);
const DUPLICATE = 'duplicate_settlement';

interface SettleAnswer {
  readonly success?: unknown;
  readonly transaction?: unknown;
  readonly errorReason?: unknown;
  readonly errorMessage?: unknown;
}

/** Of a facilitator's answer, as it came. Only what is known to mean something else is not uncertain. */
export function classifySettleAnswer(answer: unknown): SettleOutcome {
  const { success, transaction, errorReason, errorMessage }: SettleAnswer = typeof answer === 'object' && answer !== null ? answer : {};
  const signature = signatureOf(transaction);
  const message = facilitatorText(errorMessage);
  if (success === true && signature !== null && errorReason === undefined) return { kind: 'settled', signature };
  const reason = facilitatorText(errorReason) ?? (success === true ? 'success without a signature' : 'no reason given');
  if (success !== false || transaction !== '') return { kind: 'uncertain', signature, reason, message };
  if (errorReason === DUPLICATE) return { kind: 'duplicate', reason };
  if (typeof errorReason === 'string' && REFUSED_BEFORE_BROADCAST.has(errorReason)) return { kind: 'not-broadcast', reason, message };
  return { kind: 'uncertain', signature: null, reason, message };
}

/** Of whatever a call has thrown: a time-out, a status, a broken connection. */
export function classifySettleError(error: unknown): SettleOutcome {
  // A status of 4xx comes with an answer; above that, the answer is of something that went wrong, at whatever step.
  if (error instanceof SettleError && error.statusCode < 500) {
    const { transaction, errorReason, errorMessage } = error;
    return classifySettleAnswer({ success: false, transaction, errorReason, errorMessage });
  }
  const reason = failureText(error);
  if (isConnectionRefused(error)) return { kind: 'not-broadcast', reason, message: null };
  const signature = error instanceof SettleError ? signatureOf(error.transaction) : null;
  return { kind: 'uncertain', signature, reason, message: null };
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
