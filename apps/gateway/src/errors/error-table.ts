/**
 * What became of the caller's authorization (`authSig`, `agent_request_auth_sig`, the payment in `PAYMENT-SIGNATURE`) when an error is
 * answered: `unused` = it may be sent again; `spent` = it is used up, and a payment was not made; `settled` = the payment was made;
 * `unknown` = ask `GET /v1/rounds/{roundId}`.
 */
export type AuthorizationFate = 'unused' | 'spent' | 'settled' | 'unknown';

export interface ErrorRule {
  readonly status: number;
  /** Beginning of the `error` member; a detail may follow after a colon. */
  readonly message: string;
  readonly fate: AuthorizationFate;
  readonly retryAfterSeconds?: number;
  /** The round's reservation is over by then, or what was written for it may still arrive: it is not released. */
  readonly leavesReservation?: true;
  /** A round that ends so is a failed use of its party's share: its source, its secrets or its caller made it fail. */
  readonly isChargedToParty?: true;
  /** Callers hear it on their way to a round, and nothing is wrong: it counts little among the refusals of its sender. */
  readonly isStepOnTheWay?: true;
  /** For docs/errors.md, which `pnpm run docs` writes. */
  readonly meaning: string;
}

function validation(meaning: string): ErrorRule {
  return { status: 400, message: 'validation failed', fate: 'unused', meaning };
}

/** Every refusal of the gateway; a code cannot be added without a status (interface §7, protocol §9 and §10). */
export const errorTable = {
  malformed_http: validation('The bytes are not an HTTP/1.1 request, or `Host` is missing. The connection is closed.'),
  malformed_body: validation('The body is not one JSON object in UTF-8, repeats a member, or writes an integer as 5.0 or 1e0.'),
  invalid_request: validation('A member is missing, unknown, or breaks its rule; the message names field and rule.'),
  not_enabled: validation('The request uses a feature this gateway does not serve; the message names it.'),
  source_not_public: validation('The host of `apiConfig.url` is an address that is not public and not on the allow-list.'),
  quorum_out_of_range: validation('The quorum is below `minSigners`, below 3 in tolerance mode, or above the number of nodes.'),
  stale_registry_version: validation(
    'The registry version is not current. Send the request again with the member `registryVersion` of the answer.',
  ),
  timestamp_out_of_range: validation(
    'The timestamp lies further behind the gateway clock than the allowed skew, or more than 3 s ahead of it.',
  ),
  amount_mismatch: validation('`amount` is not the price of the round; the price is the member `amount`.'),
  payment_header_invalid: validation('`PAYMENT-SIGNATURE` is not an x402 v2 payment with one Solana transfer; the message names the rule.'),

  auth_sig_missing: { status: 401, message: 'authSig is missing', fate: 'unused', meaning: 'No credential was sent.' },
  auth_sig_invalid: {
    status: 401,
    message: 'authSig is invalid',
    fate: 'unused',
    meaning: 'Not 64 bytes in base58 or 0x hex, all zero, or the signature does not verify for `consumerAuthority` over this request.',
  },
  agent_request_auth_sig_missing: {
    status: 401,
    message: 'agent_request_auth_sig is missing',
    fate: 'unused',
    meaning: 'The escrow covers the round, and only the signature of `payer` is missing.',
  },
  agent_request_auth_sig_invalid: {
    status: 401,
    message: 'agent_request_auth_sig is invalid',
    fate: 'unused',
    meaning: 'Not 64 bytes in base58 or 0x hex, all zero, or the signature does not verify for `payer` over this request at this gateway.',
  },
  bearer_invalid: {
    status: 401,
    message: 'the bearer token is invalid',
    fate: 'unused',
    meaning: '`Authorization` holds no valid session token. It is refused even beside a good `authSig`.',
  },
  round_private: {
    status: 401,
    message: 'the result of a private source is shown to its requester only',
    fate: 'unused',
    meaning: "The round read a source with sealed secrets. Send `Authorization: RoundRead …`, or the requester's session.",
  },
  sign_in_missing: {
    status: 401,
    message: 'the SIGN-IN-WITH-X header is missing',
    fate: 'unused',
    meaning: 'Send the sign-in in the header `SIGN-IN-WITH-X`.',
  },
  sign_in_invalid: {
    status: 401,
    message: 'the sign-in is invalid',
    fate: 'unused',
    meaning:
      'Its domain, uri or chain differs from `signIn` in `GET /v1/info`, its time is out of range, or the signature does not verify for `address`. The message says which. Its nonce is not used up.',
  },
  sign_in_used: {
    status: 401,
    message: 'the nonce of the sign-in was used before',
    fate: 'spent',
    meaning: 'A sign-in serves once. Sign a new one with another nonce.',
  },

  escrow_underfunded: {
    status: 402,
    message: 'the escrow does not cover the round',
    fate: 'unused',
    isStepOnTheWay: true,
    meaning:
      "The balance of the escrow's token account, less what unsettled rounds have committed, is below the price, or the account is missing. `accepts` says what to pay and where.",
  },
  payment_required: {
    status: 402,
    message: 'payment is required',
    fate: 'unused',
    isStepOnTheWay: true,
    meaning:
      'No `PAYMENT-SIGNATURE` was sent. `accepts` says what to pay; for a paywalled source `extensions.upstream` says what it asks. A probe without a request gets the terms of an example. An `X-PAYMENT` of version 1 is named and not taken.',
  },
  payment_terms_mismatch: {
    status: 402,
    message: 'the payment is not for these terms',
    fate: 'unused',
    meaning: '`accepted` of the payment differs from the option that `accepts` offers for this request.',
  },
  source_payments_missing: {
    status: 402,
    message: 'sourcePayments are required for a paywalled source',
    fate: 'unused',
    isStepOnTheWay: true,
    meaning: 'The source was declared with `x402Source`: `extensions.upstream` says how many payments it takes.',
  },
  payment_refused: {
    status: 402,
    message: 'the payment was refused',
    fate: 'unused',
    meaning:
      "The payment differs from its terms, has another memo or a past blockhash, or costs the fee payer too much. Or its payer did not sign it, or the facilitator would not settle it. The message says which, or has the facilitator's code where x402 defines it. Nothing was reserved.",
  },
  source_payment_required: {
    status: 402,
    message: 'the source asks for payment',
    fate: 'spent',
    isStepOnTheWay: true,
    isChargedToParty: true,
    meaning:
      "Too few nodes got a value, and the source asked at least one node for payment, or refused its payment. The source's own terms are in `extensions.upstream.error`. The round's payment was not made.",
  },
  payment_not_made: {
    status: 402,
    message: 'the payment was not made',
    fate: 'spent',
    leavesReservation: true,
    isChargedToParty: true,
    meaning:
      'The round was signed, and its payment was refused, failed on the ledger, or can no longer land. Nothing was paid: sign another payment.',
  },

  consumer_not_authorised: {
    status: 403,
    message: 'consumerAuthority may not use this subscription',
    fate: 'unused',
    meaning: '`consumerAuthority` is neither the owner nor a delegate of this subscription.',
  },
  delegate_revoked: {
    status: 403,
    message: 'the delegate is revoked',
    fate: 'unused',
    meaning: 'The owner has revoked `consumerAuthority`.',
  },
  delegate_expired: {
    status: 403,
    message: 'the delegate has expired',
    fate: 'unused',
    meaning: 'Past the `expires_at` of the delegate.',
  },
  quorum_above_delegate: {
    status: 403,
    message: 'signaturesRequired is above what the delegate may ask for',
    fate: 'unused',
    meaning: 'Above the `max_signatures` of the delegate.',
  },
  delegate_exhausted: {
    status: 403,
    message: 'the delegate has no rounds left',
    fate: 'unused',
    meaning: 'The delegate has used all rounds that the owner allows it.',
  },
  delegate_quota_committed: {
    status: 403,
    message: 'the rounds left to the delegate are committed to rounds in flight',
    fate: 'unused',
    meaning: 'All rounds left to the delegate are committed to rounds that are not yet settled.',
  },
  subscription_missing: {
    status: 403,
    message: 'subscriptionOwner has no subscription',
    fate: 'unused',
    meaning: '`subscriptionOwner` has no subscription.',
  },
  subscription_other_gateway: {
    status: 403,
    message: 'the subscription names another gateway',
    fate: 'unused',
    meaning: 'On the ledger the subscription names another gateway, or did at the timestamp of the request.',
  },
  subscription_gateway_changing: {
    status: 403,
    message: 'the subscription is changing its gateway',
    fate: 'unused',
    meaning: 'A change to another gateway is proposed, so this gateway no longer serves it. Confirm the change, or withdraw it.',
  },
  subscription_paused: {
    status: 403,
    message: 'the subscription is paused',
    fate: 'unused',
    meaning: 'Paused now, or at the timestamp of the request.',
  },
  subscription_expired: {
    status: 403,
    message: 'the subscription has expired',
    fate: 'unused',
    meaning: 'Past `expires_at`.',
  },
  quorum_above_subscription: {
    status: 403,
    message: 'signaturesRequired is above what the subscription pays for',
    fate: 'unused',
    meaning: 'Above the `max_signatures` of the subscription.',
  },
  subscription_exhausted: {
    status: 403,
    message: 'the subscription has no rounds left',
    fate: 'unused',
    meaning: 'No rounds left on the ledger.',
  },
  quota_committed: {
    status: 403,
    message: 'the rounds left are committed to rounds in flight',
    fate: 'unused',
    meaning: 'All rounds left are committed to rounds that are not yet settled.',
  },

  sign_in_not_authorised: {
    status: 403,
    message: 'the key has no subscription to sign in to',
    fate: 'unused',
    meaning: '`address` owns no subscription or, where the sign-in names one, is no delegate of it. The nonce is not used up.',
  },
  session_other_party: {
    status: 403,
    message: 'the session belongs to another consumer or subscription',
    fate: 'unused',
    meaning: '`consumerAuthority` and `subscriptionOwner` must be the `authority` and `owner` of the session.',
  },

  escrow_other_authority: {
    status: 403,
    message: 'payer is not the authority of the escrow',
    fate: 'unused',
    meaning: 'On the ledger the escrow names another authority than `payer`.',
  },
  escrow_other_gateway: {
    status: 403,
    message: 'the escrow names another gateway',
    fate: 'unused',
    meaning: 'On the ledger the escrow names another gateway.',
  },
  escrow_paused: {
    status: 403,
    message: 'the escrow is paused',
    fate: 'unused',
    meaning: 'Paused now, or at the timestamp of the request; a requested withdrawal pauses too.',
  },
  escrow_frozen: {
    status: 403,
    message: "the escrow's token account is frozen",
    fate: 'unused',
    meaning: "The stablecoin's issuer has frozen the escrow's token account, so it cannot be charged.",
  },

  not_found: {
    status: 404,
    message: 'not found',
    fate: 'unused',
    meaning: 'No such path, or a path that this gateway does not serve; the message says which.',
  },
  round_not_found: { status: 404, message: 'round not found', fate: 'unused', meaning: 'The round is unknown, or its record has ended.' },
  evidence_not_found: {
    status: 404,
    message: 'evidence not found',
    fate: 'unused',
    meaning: 'The round is not of tolerance mode, has no result yet, or its result is no longer kept.',
  },
  provider_not_found: {
    status: 404,
    message: 'provider not found',
    fate: 'unused',
    meaning: 'No provider of this id is enabled on this gateway.',
  },
  method_not_allowed: {
    status: 405,
    message: 'method not allowed',
    fate: 'unused',
    meaning: 'The path has another method: see `Allow`.',
  },
  request_timeout: {
    status: 408,
    message: 'the request took too long to arrive',
    fate: 'unused',
    meaning: 'The headers did not arrive within 10 s, or the whole request within 20 s. The connection is closed.',
  },
  duplicate_round: {
    status: 409,
    message: 'duplicate round identity',
    fate: 'spent',
    meaning: 'A round with this consumer or payer, source, quorum and timestamp was started before. Sign a new timestamp.',
  },
  duplicate_tick: {
    status: 409,
    message: 'duplicate round identity',
    fate: 'unused',
    meaning:
      'A round of the same payer, source and quorum was started within the same 100 ms. Nothing was reserved: send the same payment again 100 ms later.',
  },
  authorization_used: {
    status: 409,
    message: 'the payment authorization was already used',
    fate: 'spent',
    meaning:
      'The payment funds another round, or did. The answer does not say which round, because a landed payment is public. Sign another payment.',
  },
  payment_identifier_used: {
    status: 409,
    message: 'the payment identifier was already used',
    fate: 'unused',
    meaning:
      'This payer named another round so, which is not paid yet or has another source or quorum. Or its payer did not sign this payment for this request. The message says which. For a paid round of the same request the answer is repeated instead.',
  },
  body_too_large: {
    status: 413,
    message: 'the body is too large',
    fate: 'unused',
    meaning: 'The body is larger than 64 KiB. On the pay-per-request path, with a payment, each payment to the source adds 4 KiB.',
  },
  expectation_failed: {
    status: 417,
    message: 'the expectation cannot be met',
    fate: 'unused',
    meaning: 'An `Expect` header other than `100-continue`.',
  },
  rate_limited: {
    status: 429,
    message: 'too many requests from this address',
    fate: 'unused',
    meaning:
      'The address has used its requests of this minute. Nothing was reserved: send the same request again after `Retry-After`; `RateLimit` says how many are left.',
  },
  share_used: {
    status: 429,
    message: "the caller's share is used for now",
    fate: 'unused',
    meaning:
      'The caller used its share; the gateway keeps the rest for other callers. A share shrinks as others come. It also shrinks for a while after failed or slow rounds, or many refused requests of one address. The message says which resource. Nothing was reserved: send the same request again after `Retry-After`.',
  },
  headers_too_large: {
    status: 431,
    message: 'the header fields are too large',
    fate: 'unused',
    meaning: 'The header fields are larger than 16 KiB together. The connection is closed.',
  },
  client_gone: {
    status: 499,
    message: 'the client closed the connection',
    fate: 'spent',
    isChargedToParty: true,
    meaning: 'The caller left before the round was signed. This is never sent; it appears in logs and metrics. Nothing is charged.',
  },
  internal: { status: 500, message: 'internal error', fate: 'unknown', meaning: 'A fault of the gateway. Its log has the cause.' },

  at_capacity: {
    status: 503,
    message: 'the gateway is at its concurrency limit',
    fate: 'unused',
    retryAfterSeconds: 1,
    meaning: 'Nothing was reserved; send the same request again.',
  },
  settlement_funds_low: {
    status: 503,
    message: 'the gateway has too few lamports to pay for further settlements',
    fate: 'unused',
    retryAfterSeconds: 5,
    meaning:
      "The gateway's operator must fund its key. Rounds paid per request are served meanwhile. Nothing was reserved: send the same request again later.",
  },
  sponsored_calls_spent: {
    status: 503,
    message: "the gateway's calls to this provider are used up for now",
    fate: 'unused',
    meaning:
      "The gateway's own credential for the provider is used up for now. Nothing was reserved: send the same request again after `Retry-After`, or bring your own credential (`encKeyBundle`).",
  },
  payer_payments_open: {
    status: 503,
    message: 'the payer has too many open payments',
    fate: 'unused',
    retryAfterSeconds: 1,
    meaning:
      "The payer's open payments are at their limit, or together exceed what its token account holds. Nothing was reserved: send the same payment again once an earlier one is concluded.",
  },
  payment_facility_unavailable: {
    status: 503,
    message: 'the payment facility is not available',
    fate: 'unused',
    retryAfterSeconds: 1,
    meaning: 'The facilitator does not answer. Nothing was reserved: send the same payment again.',
  },
  shutting_down: {
    status: 503,
    message: 'the gateway is shutting down',
    fate: 'unused',
    retryAfterSeconds: 1,
    meaning: 'Nothing was reserved; send the same request again.',
  },
  too_many_lookups: {
    status: 503,
    message: 'too many lookups of new callers at once',
    fate: 'unused',
    retryAfterSeconds: 1,
    meaning:
      'The owner, the delegate or the payer is new to this gateway, and too many new ones ask at once. Nothing was reserved: send the same request again.',
  },
  not_ready: { status: 503, message: 'not ready', fate: 'unused', meaning: '`GET /ready`: the member `reasons` says why.' },
  ledger_unavailable: {
    status: 503,
    message: 'the ledger cannot be read',
    fate: 'unused',
    retryAfterSeconds: 1,
    meaning: 'The RPC node does not answer.',
  },
  sessions_unavailable: {
    status: 503,
    message: 'the sessions cannot be read',
    fate: 'unused',
    retryAfterSeconds: 1,
    meaning: 'The store of sessions did not answer. The sign-in may be used up: sign a new one.',
  },
  gateway_inactive: {
    status: 503,
    message: 'the gateway is not active on the ledger',
    fate: 'unused',
    meaning: 'The gateway account is missing, deactivated, or was reactivated after the timestamp of the request.',
  },
  too_few_nodes: {
    status: 503,
    message: 'too few reachable nodes',
    fate: 'unused',
    meaning: 'Fewer nodes with a usable endpoint than the quorum.',
  },
  outbox_volatile: {
    status: 503,
    message: 'the outbox is not durable',
    fate: 'unused',
    meaning: 'Redis came back without its records, or with settings that can lose records. Nothing was reserved.',
  },
  outbox_unavailable: {
    status: 503,
    message: 'the outbox did not answer',
    fate: 'unknown',
    leavesReservation: true,
    meaning: 'The outbox did not confirm within the time of the round. `GET /v1/rounds/{roundId}` tells what became of it.',
  },
  payment_unknown: {
    status: 503,
    message: 'the outcome of the payment is unknown; do not pay again before GET /v1/rounds/{roundId} reports it as unpaid',
    fate: 'unknown',
    leavesReservation: true,
    meaning:
      "The facilitator gave no answer that the ledger confirms. `GET /v1/rounds/{roundId}` tells the outcome soon after the payment's blockhash is past, and has the result once the round is paid.",
  },
  reservation_ended: {
    status: 503,
    message: 'the reservation ended before the round was recorded',
    fate: 'spent',
    leavesReservation: true,
    meaning: 'The round took longer than its reservation lasted. Nothing is charged.',
  },
  envelope_undecryptable: {
    status: 503,
    message: 'the nodes cannot open the sealed secrets',
    fate: 'spent',
    isChargedToParty: true,
    meaning:
      'Too many nodes have no key that opens their envelope for this source: an older key, another source, or changed bytes. The message names the nodes. Seal anew for the keys of `GET /v1/nodes`.',
  },
  secrets_refused: {
    status: 503,
    message: 'the nodes refused the sealed secrets',
    fate: 'spent',
    isChargedToParty: true,
    meaning:
      'Too many nodes opened their envelope and refused its content. The message names the reason: `secrets_expired`, `secrets_other_owner` or `secrets_malformed` (a placeholder without a secret, or an illegal header).',
  },
  upstream_failure: {
    status: 503,
    message: 'the source failed',
    fate: 'spent',
    isChargedToParty: true,
    meaning: 'Too many nodes got no usable value from the source. The message names the step and the status of the source.',
  },
  no_quorum_value: {
    status: 503,
    message: 'the nodes observed different values',
    fate: 'spent',
    isChargedToParty: true,
    meaning:
      'The observed values differ too much for a quorum, even if every other asked node agreed. In tolerance mode, too few observations survived the rule.',
  },
  node_share_used: {
    status: 429,
    message: "the requester's share of the nodes is used for now",
    fate: 'spent',
    meaning:
      'Too many nodes refuse this requester because its sources answer slowly or are costly to read. Ask for fewer rounds at once, smaller answers or plainer selectors.',
  },
  node_failure: {
    status: 503,
    message: 'too few nodes accepted the round',
    fate: 'spent',
    meaning: 'Nodes refused, were unreachable, or answered something unusable.',
  },
  node_timeout: {
    status: 503,
    message: 'the nodes took too long',
    fate: 'spent',
    meaning: 'A step or the whole round passed its deadline.',
  },
  interrupted: {
    status: 503,
    message: 'the gateway stopped during the round',
    fate: 'spent',
    meaning: 'The gateway was shut down before the round was signed. Nothing is charged.',
  },
  signing_failed: {
    status: 503,
    message: 'the nodes did not produce a signature',
    fate: 'spent',
    meaning: 'Both signing attempts failed, or no spare node with the same observation was left.',
  },
} as const satisfies Record<string, ErrorRule>;

export type ErrorCode = keyof typeof errorTable;
