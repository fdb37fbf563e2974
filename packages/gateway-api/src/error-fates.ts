/**
 * Fate of the caller's authorization (`authSig`, `agent_request_auth_sig`, the payment in `PAYMENT-SIGNATURE`, the sign-in) when a call
 * ends in an error:
 *
 * - `unused`: nothing was reserved, and the same request may be sent again;
 * - `spent`: it is used up, and a payment was not made;
 * - `settled`: the payment was made;
 * - `unknown`: `GET /v1/rounds/{roundId}` tells what became of the round.
 */
export type Authorization = 'unused' | 'spent' | 'settled' | 'unknown';

/** Every refusal of the gateway, and what becomes of the authorization where its body does not say so. A client acts on this alone. */
export const errorFates = {
  malformed_http: 'unused',
  malformed_body: 'unused',
  invalid_request: 'unused',
  not_enabled: 'unused',
  source_not_public: 'unused',
  quorum_out_of_range: 'unused',
  stale_registry_version: 'unused',
  timestamp_out_of_range: 'unused',
  amount_mismatch: 'unused',
  payment_header_invalid: 'unused',

  auth_sig_missing: 'unused',
  auth_sig_invalid: 'unused',
  agent_request_auth_sig_missing: 'unused',
  agent_request_auth_sig_invalid: 'unused',
  bearer_invalid: 'unused',
  round_private: 'unused',
  simulate_auth_missing: 'unused',
  simulate_auth_invalid: 'unused',
  payment_private: 'unused',
  usage_private: 'unused',
  sign_in_missing: 'unused',
  sign_in_invalid: 'unused',
  publication_invalid: 'unused',
  sign_in_used: 'spent',

  escrow_underfunded: 'unused',
  payment_required: 'unused',
  payment_terms_mismatch: 'unused',
  source_payments_missing: 'unused',
  payment_refused: 'unused',
  source_payment_required: 'spent',
  payment_not_made: 'spent',

  consumer_not_authorised: 'unused',
  delegate_revoked: 'unused',
  delegate_expired: 'unused',
  quorum_above_delegate: 'unused',
  delegate_exhausted: 'unused',
  delegate_quota_committed: 'unused',
  subscription_missing: 'unused',
  subscription_other_gateway: 'unused',
  subscription_gateway_changing: 'unused',
  subscription_paused: 'unused',
  subscription_expired: 'unused',
  quorum_above_subscription: 'unused',
  subscription_exhausted: 'unused',
  quota_committed: 'unused',
  sign_in_not_authorised: 'unused',
  session_other_party: 'unused',
  simulate_not_authorised: 'unused',
  escrow_other_authority: 'unused',
  escrow_other_gateway: 'unused',
  escrow_paused: 'unused',
  escrow_frozen: 'unused',
  publication_refused: 'unused',

  not_found: 'unused',
  round_not_found: 'unused',
  evidence_not_found: 'unused',
  snapshot_not_found: 'unused',
  payment_not_found: 'unused',
  provider_not_found: 'unused',
  feed_not_found: 'unused',

  method_not_allowed: 'unused',

  request_timeout: 'unused',

  duplicate_round: 'spent',
  duplicate_tick: 'unused',
  authorization_used: 'spent',
  payment_identifier_used: 'unused',
  publication_older: 'unused',

  body_too_large: 'unused',

  expectation_failed: 'unused',

  rate_limited: 'unused',

  headers_too_large: 'unused',

  client_gone: 'spent',

  internal: 'unknown',

  share_used: 'unused',
  at_capacity: 'unused',
  settlement_funds_low: 'unused',
  sponsored_calls_spent: 'unused',
  payer_payments_open: 'unused',
  payment_facility_unavailable: 'unused',
  shutting_down: 'unused',
  too_many_lookups: 'unused',
  not_ready: 'unused',
  ledger_unavailable: 'unused',
  sessions_unavailable: 'unused',
  snapshots_unavailable: 'unused',
  gateway_inactive: 'unused',
  too_few_nodes: 'unused',
  outbox_volatile: 'unused',
  outbox_unavailable: 'unknown',
  payment_unknown: 'unknown',
  reservation_ended: 'spent',
  envelope_undecryptable: 'spent',
  secrets_refused: 'spent',
  upstream_failure: 'spent',
  no_quorum_value: 'spent',
  node_share_used: 'spent',
  node_failure: 'spent',
  node_timeout: 'spent',
  interrupted: 'spent',
  signing_failed: 'spent',
} as const satisfies Readonly<Record<string, Authorization>>;

/** Stable codes of the member `code`. A gateway may be newer than its caller, so unknown codes may arrive. */
export type ErrorCode = keyof typeof errorFates;

/** Whether a text is a code of this version; a gateway of a later version may send others. */
export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorFates, text);
}
