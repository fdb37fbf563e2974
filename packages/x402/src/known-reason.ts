/** Codes of the x402 specification, version 2. */
const OF_X402 = [
  'insufficient_funds',
  'invalid_network',
  'invalid_payload',
  'invalid_payment_requirements',
  'invalid_scheme',
  'unsupported_scheme',
  'invalid_x402_version',
  'invalid_transaction_state',
  'unexpected_verify_error',
  'unexpected_settle_error',
  'extension_echo_mismatch',
  'duplicate_settlement',
  'settlement_pending',
  'post_settlement_transfer_not_confirmed',
];

/** Reasons of the scheme `exact` on Solana, after the prefix `invalid_exact_svm_`, with which facilitators refuse before they sign. */
const BEFORE_SIGNING = [
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
];
const LATER = ['invalid_fee_payer', 'fee_payer_mismatch', 'transaction_signing_failed', 'transaction_failed'];

/**
 * Reasons with which a facilitator refuses a payment before it signs it. The list may be incomplete: every other reason is uncertain. It
 * leaves out `invalid_exact_svm_transaction_failed`, which facilitators also use when the answer to a broadcast was lost.
 */
export const REFUSED_BEFORE_BROADCAST: ReadonlySet<string> = new Set(BEFORE_SIGNING.map(ofExactSvm));

const KNOWN: ReadonlySet<string> = new Set([...OF_X402, ...REFUSED_BEFORE_BROADCAST, ...LATER.map(ofExactSvm)]);

/**
 * A facilitator's reason in the form for callers: a code that x402 defines, or `otherwise`. Facilitators may write any text into this member,
 * even the answer of a proxy.
 */
export function knownReason(reason: unknown, otherwise: string): string {
  return typeof reason === 'string' && KNOWN.has(reason) ? reason : otherwise;
}

function ofExactSvm(reason: string): string {
  return `invalid_exact_svm_${reason}`;
}
