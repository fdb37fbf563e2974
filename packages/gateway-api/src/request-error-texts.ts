import type { ErrorText } from './error-text.js';

const VALIDATION_FAILED = 'validation failed';

/** Texts of the refusals that name a fault of the request or of its sender: statuses from 400 to 499. */
export const requestErrorTexts = {
  malformed_http: {
    message: VALIDATION_FAILED,
    meaning: 'The bytes are not an HTTP/1.1 request, or `Host` breaks its rule. The connection is closed.',
    remedy: 'Send an HTTP/1.1 request with `Host` on a new connection.',
  },
  malformed_body: {
    message: VALIDATION_FAILED,
    meaning: 'The body is not one JSON object in UTF-8, repeats a member, or writes an integer as 5.0 or 1e0.',
    remedy: 'Send one JSON object in UTF-8, each member once, each integer as digits alone.',
  },
  invalid_request: {
    message: VALIDATION_FAILED,
    meaning:
      'A member is missing, unknown, or breaks its rule; the message names field and rule. Of several sources it names the place, such as `apiConfigs[3].url`.',
    remedy: 'Correct the member that the message names, and send the request again.',
  },
  not_enabled: {
    message: VALIDATION_FAILED,
    meaning: 'The request uses a feature this gateway does not serve; the message names it.',
    remedy: 'Leave the feature out that the message names, or ask a gateway that serves it: `GET /v1/info` tells.',
  },
  source_not_public: {
    message: VALIDATION_FAILED,
    meaning: 'The host of a source is an address that is not public and not on the allow-list.',
    remedy: 'Name a host whose addresses are public.',
  },
  quorum_out_of_range: {
    message: VALIDATION_FAILED,
    meaning: 'The quorum is below `minSigners`, below 3 where a source or an index is of tolerance mode, or above the number of nodes.',
    remedy: 'Ask with a quorum from `minSigners` of `GET /v1/info` to the number of nodes; at least 3 in tolerance mode.',
  },
  stale_registry_version: {
    message: VALIDATION_FAILED,
    meaning: 'The registry version is not current. Send the request again with the member `registryVersion` of the answer.',
    remedy: 'Send the request again with the member `registryVersion` of the answer.',
  },
  timestamp_out_of_range: {
    message: VALIDATION_FAILED,
    meaning:
      'The timestamp differs from the gateway clock by more than `limits.timestampSkewSeconds` of `GET /v1/info`, either way. The clock is the member `gatewayTimeMs`.',
    remedy: 'Set your clock, or take the time of the member `gatewayTimeMs`, and sign again.',
  },
  amount_mismatch: {
    message: VALIDATION_FAILED,
    meaning: '`amount` is not the price of the round; the price is the member `amount`.',
    remedy: 'Sign again with the member `amount` of the answer.',
  },
  payment_header_invalid: {
    message: VALIDATION_FAILED,
    meaning: '`PAYMENT-SIGNATURE` is not an x402 v2 payment with one Solana transfer; the message names the rule.',
    remedy: 'Build the payment from `accepts` of the 402 anew, with a client of x402 version 2.',
  },
  auth_sig_missing: {
    message: 'authSig is missing',
    meaning: 'No credential was sent.',
    remedy: 'Sign the request, or send a session token. The SDK does both.',
  },
  auth_sig_invalid: {
    message: 'authSig is invalid',
    meaning: 'Not 64 bytes in base58 or hex, all zero, or the signature does not verify for `consumerAuthority` over this request.',
    remedy: 'Sign this very request with the key of `consumerAuthority`: docs/protocol.md has the bytes.',
  },
  agent_request_auth_sig_missing: {
    message: 'agent_request_auth_sig is missing',
    meaning: 'The escrow covers the round, and only the signature of `payer` is missing.',
    remedy: 'Sign the request with the key of `payer`.',
  },
  agent_request_auth_sig_invalid: {
    message: 'agent_request_auth_sig is invalid',
    meaning: 'Not 64 bytes in base58 or hex, all zero, or the signature does not verify for `payer` over this request at this gateway.',
    remedy: 'Sign this very request with the key of `payer`, for this gateway.',
  },
  bearer_invalid: {
    message: 'the bearer token is invalid',
    meaning: '`Authorization` holds no valid session token. It is refused even beside a good `authSig`.',
    remedy: 'Sign in again with `POST /v1/session`, or leave `Authorization` out.',
  },
  round_private: {
    message: 'the result of a private source is shown to its requester only',
    meaning:
      "The round read a source with sealed secrets, or its failure is for its requester. Send `Authorization: RoundRead …`, or the requester's session.",
    remedy: 'Send `Authorization: RoundRead <address>.<unix seconds>.<signature>` of the requester, or its session token.',
  },
  simulate_auth_missing: {
    message: 'the dry run needs a known caller',
    meaning:
      "The source is read with the gateway's own credential, or the dry run has more sources than a stranger may ask: both serve callers of rounds only. Send `Authorization: Simulate …`, a session token, or your own credential (`encKeyBundle`).",
    remedy: 'Send `Authorization: Simulate …` or a session token, or bring your own credential (`encKeyBundle`).',
  },
  simulate_auth_invalid: {
    message: 'the authorization of the dry run is invalid',
    meaning:
      '`Authorization` has another form, a time more than 60 s off, or a signature that does not verify here. The message says which. Without the header one node is asked.',
    remedy: 'Sign anew with the present second, or leave `Authorization` out to have one node asked.',
  },
  payment_private: {
    message: 'what a payment paid for is shown to its payer only',
    meaning:
      'A landed payment is public, and its signature proves nothing. Send `Authorization: PaymentRead <payer>.<unix seconds>.<signature>`. The message says what is wrong.',
    remedy: 'Send `Authorization: PaymentRead <payer>.<unix seconds>.<signature>` of the payer.',
  },
  usage_private: {
    message: 'the usage of a key is shown to that key only',
    meaning: 'Send `Authorization: UsageRead …`, or a session token. The message says what is wrong.',
    remedy: 'Sign with the key of `owner` or of its delegate, or sign in.',
  },
  sign_in_missing: {
    message: 'the SIGN-IN-WITH-X header is missing',
    meaning: 'Send the sign-in in the header `SIGN-IN-WITH-X`.',
    remedy: 'Send the signed message in the header `SIGN-IN-WITH-X`.',
  },
  sign_in_invalid: {
    message: 'the sign-in is invalid',
    meaning:
      'Its domain, uri or chain differs from `signIn` in `GET /v1/info`, its time is out of range, or the signature does not verify for `address`. The message says which. The same nonce may be used again.',
    remedy: 'Build the message from `signIn` of `GET /v1/info`, sign it, and send it at once.',
  },
  publication_invalid: {
    message: 'the text that opens or closes the feed is not signed by its owner',
    meaning:
      'Its time is more than 60 s off, or the signature does not verify for `owner` over this feed, action, time and gateway. The message says which.',
    remedy: 'Sign the text anew with the present second and the key in the feed id. `GET /v1/info` has the Gateway account.',
  },
  sign_in_used: {
    message: 'the nonce of the sign-in was used before',
    meaning: 'A sign-in serves once. Sign a new one with another nonce.',
    remedy: 'Sign a new message with another nonce.',
  },
  escrow_underfunded: {
    message: 'the escrow does not cover the round',
    meaning:
      "The balance of the escrow's token account, less what unsettled rounds have committed, is below the price, or the account is missing. `accepts` says what to pay and where.",
    remedy: 'Deposit into the escrow, or pay as `accepts` says.',
  },
  payment_required: {
    message: 'payment is required',
    meaning:
      'No `PAYMENT-SIGNATURE` was sent. `accepts` says what to pay; for a paywalled source `extensions.upstream` says what it asks. A probe without a request gets the terms of an example. An `X-PAYMENT` of version 1 is named and not taken.',
    remedy: 'Sign a payment for an option of `accepts`, and send the same request with it.',
  },
  payment_terms_mismatch: {
    message: 'the payment is not for these terms',
    meaning: '`accepted` of the payment differs from the option that `accepts` offers for this request.',
    remedy: 'Build the payment from `accepts` of this answer.',
  },
  source_payments_missing: {
    message: 'sourcePayments are required for a paywalled source',
    meaning: 'The source was declared with `x402Source`: `extensions.upstream` says how many payments it takes.',
    remedy: 'Sign one payment to the source for each node, as `extensions.upstream` says.',
  },
  payment_refused: {
    message: 'the payment was refused',
    meaning:
      "The payment differs from its terms, has another memo or a past blockhash, or costs the fee payer too much. Or its payer did not sign it, or the facilitator would not settle it. The message says which, or has the facilitator's code where x402 defines it. Nothing was reserved.",
    remedy: 'Sign another payment by the terms of `accepts`, with a new blockhash.',
  },
  source_payment_required: {
    message: 'the source asks for payment',
    meaning:
      "Too few nodes got a value, and the source asked at least one node for payment, or refused its payment. The source's own terms are in `extensions.upstream.error`. The round's payment was not made.",
    remedy: 'Pay the source through the pay-per-request path, or ask another source.',
  },
  payment_not_made: {
    message: 'the payment was not made',
    meaning:
      'The round was signed, and its payment was refused, failed on the ledger, or can no longer land. Nothing was paid: sign another payment.',
    remedy: 'Check the balance of the payer, and sign another payment.',
  },
  consumer_not_authorised: {
    message: 'consumerAuthority may not use this subscription',
    meaning: '`consumerAuthority` is neither the owner nor a delegate of this subscription.',
    remedy: 'Sign with the key of the owner, or of a delegate of this subscription.',
  },
  delegate_revoked: {
    message: 'the delegate is revoked',
    meaning: 'The owner has revoked `consumerAuthority`.',
    remedy: 'Ask the owner for another delegate.',
  },
  delegate_expired: {
    message: 'the delegate has expired',
    meaning: 'Past the `expires_at` of the delegate.',
    remedy: 'Ask the owner to extend the delegate.',
  },
  quorum_above_delegate: {
    message: 'signaturesRequired is above what the delegate may ask for',
    meaning: 'Above the `max_signatures` of the delegate.',
    remedy: 'Ask with a smaller quorum, or have the owner raise it.',
  },
  delegate_exhausted: {
    message: 'the delegate has too few rounds left',
    meaning: 'The owner allows the delegate fewer further rounds than the request has sources.',
    remedy: 'Ask the owner to allow further rounds.',
  },
  delegate_quota_committed: {
    message: 'the rounds left to the delegate are committed to rounds in flight',
    meaning: 'All rounds left to the delegate are committed to rounds that are not yet settled.',
    remedy: 'Wait until rounds are settled, or ask the owner to allow more.',
  },
  subscription_missing: {
    message: 'subscriptionOwner has no subscription',
    meaning: '`subscriptionOwner` has no subscription.',
    remedy: 'Buy a subscription at this gateway, or correct `subscriptionOwner`.',
  },
  subscription_other_gateway: {
    message: 'the subscription names another gateway',
    meaning: 'On the ledger the subscription names another gateway, or did at the timestamp of the request.',
    remedy: 'Ask the gateway that the subscription names, or change it on the ledger.',
  },
  subscription_gateway_changing: {
    message: 'the subscription is changing its gateway',
    meaning: 'A change to another gateway is proposed, so this gateway no longer serves it. Confirm the change, or withdraw it.',
    remedy: 'Confirm the change on the ledger, or withdraw it.',
  },
  subscription_paused: {
    message: 'the subscription is paused',
    meaning: 'Paused now, or at the timestamp of the request.',
    remedy: 'Resume the subscription, and sign a new timestamp.',
  },
  subscription_expired: {
    message: 'the subscription has expired',
    meaning: 'Past `expires_at`.',
    remedy: 'Renew the subscription.',
  },
  quorum_above_subscription: {
    message: 'signaturesRequired is above what the subscription pays for',
    meaning: 'Above the `max_signatures` of the subscription.',
    remedy: 'Ask with a smaller quorum, or renew with a greater one.',
  },
  subscription_exhausted: {
    message: 'the subscription has too few rounds left',
    meaning: 'Fewer rounds are left on the ledger than the request has sources.',
    remedy: 'Buy further rounds.',
  },
  quota_committed: {
    message: 'the rounds left are committed to rounds in flight',
    meaning: 'All rounds left are committed to rounds that are not yet settled.',
    remedy: 'Wait until rounds are settled, or buy further rounds.',
  },
  sign_in_not_authorised: {
    message: 'the key has no subscription to sign in to',
    meaning: '`address` owns no subscription or, where the sign-in names one, is no delegate of it. The same sign-in may be sent again.',
    remedy: 'Sign in with the owner of a subscription, or name the owner that you are a delegate of.',
  },
  session_other_party: {
    message: 'the session belongs to another consumer or subscription',
    meaning: '`consumerAuthority` and `subscriptionOwner` must be the `authority` and `owner` of the session.',
    remedy: 'Send the `authority` and `owner` of the session, or sign the request itself.',
  },
  simulate_not_authorised: {
    message: 'the key may not ask for rounds at this gateway',
    meaning:
      'It could not pay for a round of this quorum now, on any path. The message has the refusal of each path. Leave `Authorization` out to have one node asked.',
    remedy: 'Mend what the message says of a path, or leave `Authorization` out.',
  },
  escrow_other_authority: {
    message: 'payer is not the authority of the escrow',
    meaning: 'On the ledger the escrow names another authority than `payer`.',
    remedy: 'Sign with the authority of the escrow.',
  },
  escrow_other_gateway: {
    message: 'the escrow names another gateway',
    meaning: 'On the ledger the escrow names another gateway.',
    remedy: 'Ask the gateway that the escrow names, or open one for this gateway.',
  },
  escrow_paused: {
    message: 'the escrow is paused',
    meaning: 'Paused now, or at the timestamp of the request; a requested withdrawal pauses too.',
    remedy: 'Resume the escrow, and sign a new timestamp.',
  },
  escrow_frozen: {
    message: "the escrow's token account is frozen",
    meaning: "The stablecoin's issuer has frozen the escrow's token account, so it cannot be charged.",
    remedy: 'Ask the issuer of the stablecoin, or pay in another way.',
  },
  publication_refused: {
    message: 'the feed cannot be made public',
    meaning:
      'Its source has secrets, is paid for by the operator, or is one whose provider forbids it; it had no round within the last hour; or it is one feed too many. The message says which.',
    remedy: 'Ask for a value of the feed first, or close another feed, as the message says.',
  },
  not_found: {
    message: 'not found',
    meaning: 'No such path, or a path that this gateway does not serve; the message says which.',
    remedy: 'Check the path: `GET /v1/openapi.json` has every one.',
  },
  round_not_found: {
    message: 'round not found',
    meaning: 'The round is unknown, or its record has ended.',
    remedy: 'Compare the id. A record is kept for a limited time.',
  },
  evidence_not_found: {
    message: 'evidence not found',
    meaning:
      'The round is neither of tolerance mode nor a list that asked for `evidence`, has no result yet, or its result is no longer kept.',
    remedy: 'Ask within five minutes, of a round of tolerance mode, or of a list with `evidence`.',
  },
  snapshot_not_found: {
    message: 'registry snapshot not found',
    meaning:
      'No nodes of this registry version have signed a snapshot yet, or it is no longer kept. Ask again in a minute after a change of the registry.',
    remedy: 'Ask again in a minute.',
  },
  payment_not_found: {
    message: 'no round was paid for by this transaction, or its record has ended',
    meaning:
      'The transaction is no payment to this gateway, has not landed yet, or landed more than an hour ago. Ask again in a few seconds while it may land. With the id of the round, ask `GET /v1/rounds/{roundId}` instead: it also tells of payments in doubt.',
    remedy: 'Ask again in a few seconds while the transaction may land, or ask by the id of the round.',
  },
  provider_not_found: {
    message: 'provider not found',
    meaning: 'No provider of this id is enabled on this gateway.',
    remedy: 'Choose a provider of `GET /v1/providers`.',
  },
  feed_not_found: {
    message: 'no such feed is public',
    meaning: 'The feed is not open to every reader, or does not exist: the answer is the same.',
    remedy: 'Look at the public feeds with `GET /v1/feeds`, or have its owner open it.',
  },
  method_not_allowed: {
    message: 'method not allowed',
    meaning: 'The path has another method: see `Allow`.',
    remedy: 'Use a method of the header `Allow`.',
  },
  request_timeout: {
    message: 'the request took too long to arrive',
    meaning: 'The headers did not arrive within 10 s, or the whole request within 20 s. The connection is closed.',
    remedy: 'Send the whole request within 20 s, on a new connection.',
  },
  duplicate_round: {
    message: 'duplicate round identity',
    meaning: 'A round with this consumer or payer, source, quorum and timestamp was started before. Sign a new timestamp.',
    remedy: 'Sign a new timestamp. If the earlier answer is lost, read it with `GET /v1/rounds/{roundId}`.',
  },
  duplicate_tick: {
    message: 'duplicate round identity',
    meaning:
      'A round of the same payer, source and quorum was started within the same 100 ms. Nothing was reserved: send the same payment again 100 ms later.',
    remedy: 'Send the same payment again after 100 ms.',
  },
  authorization_used: {
    message: 'the payment authorization was already used',
    meaning:
      'The payment funds another round, or did. The answer does not say which round, because a landed payment is public. Sign another payment.',
    remedy: 'Sign another payment.',
  },
  payment_identifier_used: {
    message: 'the payment identifier was already used',
    meaning:
      'This payer named another round so, which is not paid yet or has another source or quorum. Or its payer did not sign this payment for this request. The message says which. For a paid round of the same request the answer is repeated instead.',
    remedy: 'Choose another identifier, or send the request that had this one.',
  },
  publication_older: {
    message: 'a later text of the owner was taken before',
    meaning: 'Of two texts about a feed the one with the later second counts. The feed stays as the later one has it.',
    remedy: 'Sign a text with the present second.',
  },
  body_too_large: {
    message: 'the body is too large',
    meaning: 'The body is larger than 64 KiB. On the pay-per-request path, with a payment, each payment to the source adds 4 KiB.',
    remedy: 'Send less, such as fewer sources or shorter texts.',
  },
  expectation_failed: {
    message: 'the expectation cannot be met',
    meaning: 'An `Expect` header other than `100-continue`.',
    remedy: 'Leave the header `Expect` out.',
  },
  rate_limited: {
    message: 'too many requests from this address',
    meaning:
      'The address has used its requests of this minute, or was refused too often within seconds; then the message says so. Nothing was reserved: send the same request again after `Retry-After`; `RateLimit` says how many are left.',
    remedy: 'Send the same request again after `Retry-After`.',
  },
  headers_too_large: {
    message: 'the header fields are too large',
    meaning: 'The header fields are larger than 16 KiB together. The connection is closed.',
    remedy: 'Send fewer or shorter header fields.',
  },
  client_gone: {
    message: 'the client closed the connection',
    meaning: 'The caller left before the round was signed. This is never sent; it appears in logs and metrics. Nothing is charged.',
    remedy: 'Stay until the answer, at most 40 s, and sign a new timestamp.',
  },
} as const satisfies Readonly<Record<string, ErrorText>>;
