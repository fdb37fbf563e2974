import { type Authorization, type ErrorCode, errorFates } from './error-fates.js';

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

/** Answer of each refusal; a code cannot be added without a status (docs/errors.md). */
const answers = {
  malformed_http: { status: 400 },
  malformed_body: { status: 400 },
  invalid_request: { status: 400 },
  not_enabled: { status: 400 },
  source_not_public: { status: 400 },
  quorum_out_of_range: { status: 400 },
  stale_registry_version: { status: 400 },
  timestamp_out_of_range: { status: 400 },
  amount_mismatch: { status: 400 },
  payment_header_invalid: { status: 400 },

  auth_sig_missing: { status: 401 },
  auth_sig_invalid: { status: 401 },
  agent_request_auth_sig_missing: { status: 401 },
  agent_request_auth_sig_invalid: { status: 401 },
  bearer_invalid: { status: 401 },
  round_private: { status: 401 },
  simulate_auth_missing: { status: 401 },
  simulate_auth_invalid: { status: 401 },
  payment_private: { status: 401 },
  usage_private: { status: 401 },
  sign_in_missing: { status: 401 },
  sign_in_invalid: { status: 401 },
  publication_invalid: { status: 401 },
  sign_in_used: { status: 401 },

  escrow_underfunded: { status: 402 },
  payment_required: { status: 402 },
  payment_terms_mismatch: { status: 402 },
  source_payments_missing: { status: 402 },
  payment_refused: { status: 402 },
  source_payment_required: { status: 402 },
  payment_not_made: { status: 402 },

  consumer_not_authorised: { status: 403 },
  delegate_revoked: { status: 403 },
  delegate_expired: { status: 403 },
  quorum_above_delegate: { status: 403 },
  delegate_exhausted: { status: 403 },
  delegate_quota_committed: { status: 403 },
  subscription_missing: { status: 403 },
  subscription_other_gateway: { status: 403 },
  subscription_gateway_changing: { status: 403 },
  subscription_paused: { status: 403 },
  subscription_expired: { status: 403 },
  quorum_above_subscription: { status: 403 },
  subscription_exhausted: { status: 403 },
  quota_committed: { status: 403 },
  sign_in_not_authorised: { status: 403 },
  session_other_party: { status: 403 },
  simulate_not_authorised: { status: 403 },
  escrow_other_authority: { status: 403 },
  escrow_other_gateway: { status: 403 },
  escrow_paused: { status: 403 },
  escrow_frozen: { status: 403 },
  publication_refused: { status: 403 },

  not_found: { status: 404 },
  round_not_found: { status: 404 },
  evidence_not_found: { status: 404 },
  snapshot_not_found: { status: 404 },
  payment_not_found: { status: 404 },
  provider_not_found: { status: 404 },
  feed_not_found: { status: 404 },

  method_not_allowed: { status: 405 },

  request_timeout: { status: 408 },

  duplicate_round: { status: 409 },
  duplicate_tick: { status: 409 },
  authorization_used: { status: 409 },
  payment_identifier_used: { status: 409 },
  publication_older: { status: 409 },

  body_too_large: { status: 413 },

  expectation_failed: { status: 417 },

  rate_limited: { status: 429 },

  headers_too_large: { status: 431 },

  client_gone: { status: 499 },

  internal: { status: 500 },

  share_used: { status: 503, scope: 'caller' },
  at_capacity: { status: 503, retryAfterSeconds: 1, scope: 'gateway' },
  settlement_funds_low: { status: 503, retryAfterSeconds: 5 },
  sponsored_calls_spent: { status: 503, scope: 'gateway' },
  payer_payments_open: { status: 503, retryAfterSeconds: 1, scope: 'caller' },
  payment_facility_unavailable: { status: 503, retryAfterSeconds: 1 },
  shutting_down: { status: 503, retryAfterSeconds: 1 },
  too_many_lookups: { status: 503, retryAfterSeconds: 1, scope: 'gateway' },
  not_ready: { status: 503 },
  ledger_unavailable: { status: 503, retryAfterSeconds: 1 },
  sessions_unavailable: { status: 503, retryAfterSeconds: 1 },
  snapshots_unavailable: { status: 503, retryAfterSeconds: 1 },
  gateway_inactive: { status: 503 },
  too_few_nodes: { status: 503 },
  outbox_volatile: { status: 503 },
  outbox_unavailable: { status: 503 },
  payment_unknown: { status: 503 },
  reservation_ended: { status: 503 },
  envelope_undecryptable: { status: 503 },
  secrets_refused: { status: 503 },
  upstream_failure: { status: 503 },
  no_quorum_value: { status: 503 },
  node_share_used: { status: 503, retryAfterSeconds: 2, scope: 'nodes' },
  node_failure: { status: 503 },
  node_timeout: { status: 503 },
  interrupted: { status: 503 },
  signing_failed: { status: 503 },
} as const satisfies Readonly<Record<ErrorCode, Omit<ErrorRule, 'authorization'>>>;

type ErrorRules = { readonly [Code in ErrorCode]: (typeof answers)[Code] & { readonly authorization: (typeof errorFates)[Code] } };

/** Every refusal of the gateway, with its status and its fate. */
export const errorRules: ErrorRules = /* @__PURE__ */ withFates();

function withFates(): ErrorRules {
  const codes = Object.keys(errorFates) as ErrorCode[];
  return Object.fromEntries(codes.map((code) => [code, { ...answers[code], authorization: errorFates[code] }])) as ErrorRules;
}
