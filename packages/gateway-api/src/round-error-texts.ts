import type { ErrorText } from './error-text.js';

/** Texts of what the gateway, its nodes, the ledger or the source could not do: statuses from 500 on. */
export const roundErrorTexts = {
  internal: {
    message: 'internal error',
    meaning: 'A fault of the gateway. Its log has the cause.',
    remedy: 'Read `GET /v1/rounds/{roundId}` before you ask again, and tell the operator the `X-Request-Id`.',
  },
  share_used: {
    message: "the caller's share is used for now",
    meaning:
      'The caller used its share (`scope`: `caller`); the gateway keeps the rest for other callers. A share shrinks as others come. It also shrinks for a while after failed or slow rounds. The message says which resource. Nothing was reserved: send the same request again after `Retry-After`.',
    remedy: 'Send the same request again after `Retry-After`, with fewer at once.',
  },
  at_capacity: {
    message: 'the gateway is at its concurrency limit',
    meaning: 'All that the gateway has is taken (`scope`: `gateway`). Nothing was reserved; send the same request again.',
    remedy: 'Send the same request again after `Retry-After`, or ask another gateway.',
  },
  settlement_funds_low: {
    message: 'the gateway has too few lamports to pay for further settlements',
    meaning:
      "The gateway's operator must fund its key. Rounds paid per request are served meanwhile. Nothing was reserved: send the same request again later.",
    remedy: 'Pay per request meanwhile, or ask another gateway.',
  },
  sponsored_calls_spent: {
    message: "the gateway's calls to this provider are used up for now",
    meaning:
      "The gateway's own credential for the provider is used up for now. Nothing was reserved: send the same request again after `Retry-After`, or bring your own credential (`encKeyBundle`).",
    remedy: 'Send the same request again after `Retry-After`, or bring your own credential (`encKeyBundle`).',
  },
  payer_payments_open: {
    message: 'the payer has too many open payments',
    meaning:
      "The payer's open payments are at their limit, or together exceed what its token account holds. Nothing was reserved: send the same payment again once an earlier one is concluded.",
    remedy: 'Send the same payment again once an earlier one is concluded.',
  },
  payment_facility_unavailable: {
    message: 'the payment facility is not available',
    meaning: 'The facilitator does not answer. Nothing was reserved: send the same payment again.',
    remedy: 'Send the same payment again after `Retry-After`.',
  },
  shutting_down: {
    message: 'the gateway is shutting down',
    meaning: 'Nothing was reserved; send the same request again.',
    remedy: 'Send the same request again: another process of the gateway answers.',
  },
  too_many_lookups: {
    message: 'too many lookups of new callers at once',
    meaning:
      'The owner, the delegate or the payer is new to this gateway, and too many new ones ask at once. Nothing was reserved: send the same request again.',
    remedy: 'Send the same request again after `Retry-After`.',
  },
  not_ready: {
    message: 'not ready',
    meaning: '`GET /ready`: the member `reasons` says why.',
    remedy: 'Wait: the member `reasons` says for what.',
  },
  ledger_unavailable: {
    message: 'the ledger cannot be read',
    meaning: 'The RPC node does not answer.',
    remedy: 'Send the same request again after `Retry-After`.',
  },
  sessions_unavailable: {
    message: 'the sessions cannot be read',
    meaning: 'The store of sessions did not answer. The sign-in may be used up: sign a new one.',
    remedy: 'Sign in again after `Retry-After`, with another nonce.',
  },
  snapshots_unavailable: {
    message: 'the registry snapshots cannot be read',
    meaning: 'The store of snapshots did not answer.',
    remedy: 'Ask again after `Retry-After`.',
  },
  gateway_inactive: {
    message: 'the gateway is not active on the ledger',
    meaning:
      'The gateway account is missing or deactivated, has another key than this gateway, or was reactivated after the timestamp of the request.',
    remedy: 'Ask another gateway. Its operator has to act.',
  },
  too_few_nodes: {
    message: 'too few reachable nodes',
    meaning: 'Fewer nodes with a usable endpoint than the quorum, or fewer that read answers as large as `maxBytes` allows.',
    remedy: 'Ask with a smaller quorum or a smaller `maxBytes`, or later.',
  },
  outbox_volatile: {
    message: 'the outbox is not durable',
    meaning: 'Redis came back without its records, or with settings that can lose records. Nothing was reserved.',
    remedy: 'Ask another gateway. Its operator has to act.',
  },
  outbox_unavailable: {
    message: 'the outbox did not answer',
    meaning:
      'The outbox did not confirm within the time of the round. `GET /v1/rounds/{roundId}` tells what became of it. Where it has no record, the same request may be sent again.',
    remedy: 'Read `GET /v1/rounds/{roundId}` before you ask again.',
  },
  payment_unknown: {
    message: 'the outcome of the payment is unknown; do not pay again before GET /v1/rounds/{roundId} reports it as unpaid',
    meaning:
      "The facilitator gave no answer that the ledger confirms. `GET /v1/rounds/{roundId}` tells the outcome soon after the payment's blockhash is past, and has the result once the round is paid.",
    remedy: 'Read `GET /v1/rounds/{roundId}` until it tells, and pay nothing anew before.',
  },
  reservation_ended: {
    message: 'the reservation ended before the round was recorded',
    meaning: 'The round took longer than its reservation lasted. Nothing is charged.',
    remedy: 'Sign a new timestamp.',
  },
  envelope_undecryptable: {
    message: 'the nodes cannot open the sealed secrets',
    meaning:
      'Too many nodes have no key that opens their envelope for this source: an older key, another source, or changed bytes. The message names the nodes. Seal anew for the keys of `GET /v1/nodes`.',
    remedy: 'Seal the secrets anew for the keys of `GET /v1/nodes`, and sign a new timestamp.',
  },
  secrets_refused: {
    message: 'the nodes refused the sealed secrets',
    meaning:
      'Too many nodes opened their envelope and refused its content. The message names the reason: `secrets_expired`, `secrets_other_owner` or `secrets_malformed` (a placeholder without a secret, or an illegal header).',
    remedy: 'Mend what the message names in the sealed secrets, and sign a new timestamp.',
  },
  upstream_failure: {
    message: 'the source failed',
    meaning:
      'Too many nodes got no usable value from the source. The message says what failed. `step`, `rule`, `matched` and `hint` say it to programs, and `nodes` says how many nodes agree. A record shows them to the requester alone. For a source with the method `HEAD`, nothing was reserved: `rule` is `no_body`, and `"authorization": "unused"`.',
    remedy: 'Do what `hint` says. A dry run is free: `POST /v1/simulate`, or `oracle-gateway simulate`. Then sign a new timestamp.',
  },
  no_quorum_value: {
    message: "too few of the nodes' observations agree",
    meaning:
      'The observed values differ too much for a quorum, even if every other asked node agreed. In tolerance mode, too few observations survived the rule. Of a list, fewer sources than `minValues` have a value: the message names each source without one.',
    remedy: 'Do what `hint` says, such as tolerance mode for a value that moves. Then sign a new timestamp.',
  },
  node_share_used: {
    message: "the requester's share of the nodes is used for now",
    meaning:
      'Too many nodes refuse this requester for now (`scope`: `nodes`): it has many rounds at once on one host, or its sources answer slowly or are costly to read. Ask for fewer rounds at once, smaller answers or plainer selectors. Where every asked node refused before it fetched, the body says `"authorization": "unused"`: send the same request again after `Retry-After`.',
    remedy: 'Send the request again after `Retry-After`, with fewer at once.',
  },
  node_failure: {
    message: 'too few nodes accepted the round',
    meaning: 'Nodes refused, were unreachable, or answered something unusable.',
    remedy: 'Sign a new timestamp, and ask again. If it stays so, tell the operator.',
  },
  node_timeout: {
    message: 'the nodes took too long',
    meaning: 'A step or the whole round passed its deadline.',
    remedy: 'Sign a new timestamp, and ask again; a faster source helps.',
  },
  interrupted: {
    message: 'the gateway stopped during the round',
    meaning: 'The gateway was shut down before the round was signed. Nothing is charged.',
    remedy: 'Sign a new timestamp, and ask again.',
  },
  signing_failed: {
    message: 'the nodes did not produce a signature',
    meaning: 'Both signing attempts failed, or no spare node with the same observation was left.',
    remedy: 'Sign a new timestamp, and ask again.',
  },
} as const satisfies Readonly<Record<string, ErrorText>>;
