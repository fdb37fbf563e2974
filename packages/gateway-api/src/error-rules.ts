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

/**
 * Share that a refusal for want of room concerns: the `caller`'s own, the whole `gateway`'s, or the requester's at the `nodes`. Only the
 * last two say anything of the service.
 */
export type RefusalScope = 'caller' | 'gateway' | 'nodes';

/** The part of an error's rule that a program acts on: everything but its texts. */
export interface ErrorRule {
  readonly status: number;
  /** Where the body has a member `authorization`, the member counts. */
  readonly authorization: Authorization;
  /** A refusal for want of room has it, and its body too. */
  readonly scope?: RefusalScope;
  /** Fixed value of `Retry-After`. Errors without it may still carry the header. */
  readonly retryAfterSeconds?: number;
}

/** Every refusal of the gateway; a code cannot be added without a status (interface §7, protocol §9 and §10). */
export const errorRules = {
  malformed_http: { status: 400, authorization: 'unused' },
  malformed_body: { status: 400, authorization: 'unused' },
  invalid_request: { status: 400, authorization: 'unused' },
  not_enabled: { status: 400, authorization: 'unused' },
  source_not_public: { status: 400, authorization: 'unused' },
  quorum_out_of_range: { status: 400, authorization: 'unused' },
  stale_registry_version: { status: 400, authorization: 'unused' },
  timestamp_out_of_range: { status: 400, authorization: 'unused' },
  amount_mismatch: { status: 400, authorization: 'unused' },
  payment_header_invalid: { status: 400, authorization: 'unused' },

  auth_sig_missing: { status: 401, authorization: 'unused' },
  auth_sig_invalid: { status: 401, authorization: 'unused' },
  agent_request_auth_sig_missing: { status: 401, authorization: 'unused' },
  agent_request_auth_sig_invalid: { status: 401, authorization: 'unused' },
  bearer_invalid: { status: 401, authorization: 'unused' },
  round_private: { status: 401, authorization: 'unused' },
  simulate_auth_missing: { status: 401, authorization: 'unused' },
  simulate_auth_invalid: { status: 401, authorization: 'unused' },
  payment_private: { status: 401, authorization: 'unused' },
  usage_private: { status: 401, authorization: 'unused' },
  sign_in_missing: { status: 401, authorization: 'unused' },
  sign_in_invalid: { status: 401, authorization: 'unused' },
  publication_invalid: { status: 401, authorization: 'unused' },
  sign_in_used: { status: 401, authorization: 'spent' },

  escrow_underfunded: { status: 402, authorization: 'unused' },
  payment_required: { status: 402, authorization: 'unused' },
  payment_terms_mismatch: { status: 402, authorization: 'unused' },
  source_payments_missing: { status: 402, authorization: 'unused' },
  payment_refused: { status: 402, authorization: 'unused' },
  source_payment_required: { status: 402, authorization: 'spent' },
  payment_not_made: { status: 402, authorization: 'spent' },

  consumer_not_authorised: { status: 403, authorization: 'unused' },
  delegate_revoked: { status: 403, authorization: 'unused' },
  delegate_expired: { status: 403, authorization: 'unused' },
  quorum_above_delegate: { status: 403, authorization: 'unused' },
  delegate_exhausted: { status: 403, authorization: 'unused' },
  delegate_quota_committed: { status: 403, authorization: 'unused' },
  subscription_missing: { status: 403, authorization: 'unused' },
  subscription_other_gateway: { status: 403, authorization: 'unused' },
  subscription_gateway_changing: { status: 403, authorization: 'unused' },
  subscription_paused: { status: 403, authorization: 'unused' },
  subscription_expired: { status: 403, authorization: 'unused' },
  quorum_above_subscription: { status: 403, authorization: 'unused' },
  subscription_exhausted: { status: 403, authorization: 'unused' },
  quota_committed: { status: 403, authorization: 'unused' },
  sign_in_not_authorised: { status: 403, authorization: 'unused' },
  session_other_party: { status: 403, authorization: 'unused' },
  simulate_not_authorised: { status: 403, authorization: 'unused' },
  escrow_other_authority: { status: 403, authorization: 'unused' },
  escrow_other_gateway: { status: 403, authorization: 'unused' },
  escrow_paused: { status: 403, authorization: 'unused' },
  escrow_frozen: { status: 403, authorization: 'unused' },
  publication_refused: { status: 403, authorization: 'unused' },

  not_found: { status: 404, authorization: 'unused' },
  round_not_found: { status: 404, authorization: 'unused' },
  evidence_not_found: { status: 404, authorization: 'unused' },
  snapshot_not_found: { status: 404, authorization: 'unused' },
  payment_not_found: { status: 404, authorization: 'unused' },
  provider_not_found: { status: 404, authorization: 'unused' },
  feed_not_found: { status: 404, authorization: 'unused' },

  method_not_allowed: { status: 405, authorization: 'unused' },

  request_timeout: { status: 408, authorization: 'unused' },

  duplicate_round: { status: 409, authorization: 'spent' },
  duplicate_tick: { status: 409, authorization: 'unused' },
  authorization_used: { status: 409, authorization: 'spent' },
  payment_identifier_used: { status: 409, authorization: 'unused' },
  publication_older: { status: 409, authorization: 'unused' },

  body_too_large: { status: 413, authorization: 'unused' },

  expectation_failed: { status: 417, authorization: 'unused' },

  rate_limited: { status: 429, authorization: 'unused' },

  headers_too_large: { status: 431, authorization: 'unused' },

  client_gone: { status: 499, authorization: 'spent' },

  internal: { status: 500, authorization: 'unknown' },

  share_used: { status: 503, authorization: 'unused', scope: 'caller' },
  at_capacity: { status: 503, authorization: 'unused', retryAfterSeconds: 1, scope: 'gateway' },
  settlement_funds_low: { status: 503, authorization: 'unused', retryAfterSeconds: 5 },
  sponsored_calls_spent: { status: 503, authorization: 'unused', scope: 'gateway' },
  payer_payments_open: { status: 503, authorization: 'unused', retryAfterSeconds: 1, scope: 'caller' },
  payment_facility_unavailable: { status: 503, authorization: 'unused', retryAfterSeconds: 1 },
  shutting_down: { status: 503, authorization: 'unused', retryAfterSeconds: 1 },
  too_many_lookups: { status: 503, authorization: 'unused', retryAfterSeconds: 1, scope: 'gateway' },
  not_ready: { status: 503, authorization: 'unused' },
  ledger_unavailable: { status: 503, authorization: 'unused', retryAfterSeconds: 1 },
  sessions_unavailable: { status: 503, authorization: 'unused', retryAfterSeconds: 1 },
  snapshots_unavailable: { status: 503, authorization: 'unused', retryAfterSeconds: 1 },
  gateway_inactive: { status: 503, authorization: 'unused' },
  too_few_nodes: { status: 503, authorization: 'unused' },
  outbox_volatile: { status: 503, authorization: 'unused' },
  outbox_unavailable: { status: 503, authorization: 'unknown' },
  payment_unknown: { status: 503, authorization: 'unknown' },
  reservation_ended: { status: 503, authorization: 'spent' },
  envelope_undecryptable: { status: 503, authorization: 'spent' },
  secrets_refused: { status: 503, authorization: 'spent' },
  upstream_failure: { status: 503, authorization: 'spent' },
  no_quorum_value: { status: 503, authorization: 'spent' },
  node_share_used: { status: 503, authorization: 'spent', retryAfterSeconds: 2, scope: 'nodes' },
  node_failure: { status: 503, authorization: 'spent' },
  node_timeout: { status: 503, authorization: 'spent' },
  interrupted: { status: 503, authorization: 'spent' },
  signing_failed: { status: 503, authorization: 'spent' },
} as const satisfies Readonly<Record<string, ErrorRule>>;

/** Stable codes of the member `code`. A gateway may be newer than its caller, so unknown codes may arrive. */
export type ErrorCode = keyof typeof errorRules;

export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorRules, text);
}
