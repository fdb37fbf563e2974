import type { ErrorCode, errorRules } from '@oracle-gateway/gateway-api/errors';

type RuleOf<Code extends ErrorCode> = (typeof errorRules)[Code];
/** Codes of the statuses that the gateway writes a line about. */
type LoggedCode = { [Code in ErrorCode]: RuleOf<Code>['status'] extends 429 | 500 | 503 ? Code : never }[ErrorCode];

/** An operator's view of a code. */
export interface CodeGuide {
  /** A sentence that names the party whose room or fault it is. */
  readonly cause: string;
  /** The section of the operator's documents. */
  readonly page: string;
}

const SHARES = 'docs/operations.md#shares-of-callers';
const OUTBOX = 'docs/runbook.md#oracleredisdown';
const ROUNDS = 'docs/runbook.md#oracleroundsfail';
const SOURCES = 'docs/runbook.md#oraclesourcesfail';
const SLOW = 'docs/runbook.md#oracleroundsslow';
const NODES = 'docs/runbook.md#oraclenodefaults';
const FULL = 'docs/runbook.md#oraclegatewayfull';
const STOP = 'docs/operations.md#stop-and-restart';
const LEDGER = 'docs/runbook.md#oracleledgerdown';
const LOST = 'docs/redis.md#back-up-and-restore';

export const CODE_GUIDES: Readonly<Record<LoggedCode, CodeGuide>> = {
  rate_limited: { cause: "The room is the caller's own: its address asked too often. Other callers were served.", page: SHARES },
  internal: { cause: 'The fault is the gateway\'s: its line "internal error" has the cause.', page: 'docs/runbook.md#oracleanswersfail' },
  share_used: { cause: "The room is the caller's own: it used its share. Other callers were served.", page: SHARES },
  at_capacity: { cause: "The room is the gateway's: all of it was taken. The caller did nothing wrong.", page: FULL },
  settlement_funds_low: {
    cause: "The fault is the operator's: the gateway's key has too few lamports.",
    page: 'docs/runbook.md#oraclefundsout',
  },
  sponsored_calls_spent: {
    cause: "The room is the gateway's: the calls of its own credential at this provider were used up.",
    page: 'docs/tasks/gateway.md',
  },
  payer_payments_open: {
    cause: "The room is the payer's own: it has too many open payments.",
    page: 'docs/operations.md#payments-in-doubt',
  },
  payment_facility_unavailable: {
    cause: 'The fault is at the facilitator, or on the way to it.',
    page: 'docs/runbook.md#oraclefacilitatordown',
  },
  shutting_down: { cause: 'The process was stopping, and was still sent the request.', page: STOP },
  too_many_lookups: { cause: "The room is the gateway's: too many new callers asked at once.", page: FULL },
  not_ready: {
    cause: 'The gateway could not serve: the body of /ready says what was missing.',
    page: 'docs/runbook.md#oraclegatewaynotready',
  },
  ledger_unavailable: { cause: 'The fault is at the RPC server, or on the way to it.', page: LEDGER },
  sessions_unavailable: { cause: 'The fault is at Redis, or on the way to it.', page: OUTBOX },
  snapshots_unavailable: { cause: 'The fault is at Redis, or on the way to it.', page: OUTBOX },
  gateway_inactive: {
    cause: "The fault is the operator's: the ledger does not have this gateway as active.",
    page: 'docs/operations.md#recover',
  },
  too_few_nodes: { cause: 'The fault is at the nodes: too few can be used.', page: 'docs/runbook.md#oraclenodessilent' },
  outbox_volatile: { cause: 'The fault is at Redis: it lost records, or may lose some.', page: LOST },
  outbox_unavailable: { cause: 'The fault is at Redis, or on the way to it.', page: OUTBOX },
  payment_unknown: {
    cause: 'Neither the facilitator nor the ledger told the outcome in time.',
    page: 'docs/runbook.md#oraclepaymentsindoubt',
  },
  reservation_ended: { cause: 'The round took longer than its reservation: the gateway, Redis or the nodes were slow.', page: SLOW },
  envelope_undecryptable: {
    cause: "The fault is the caller's, or that of nodes without their encryption key.",
    page: 'docs/runbook.md#oraclenodekeymissing',
  },
  secrets_refused: { cause: "The fault is the caller's: its sealed secrets break a rule.", page: ROUNDS },
  upstream_failure: { cause: 'The fault is at the source that the caller named, or in how the caller reads it.', page: SOURCES },
  no_quorum_value: { cause: 'The fault is at the source that the caller named: nodes saw different values.', page: SOURCES },
  node_share_used: { cause: "The room is the requester's at the nodes: its share there was used.", page: SHARES },
  node_failure: { cause: 'The fault is at the nodes, or on the way to them.', page: NODES },
  node_timeout: { cause: 'The nodes or the source were slow.', page: SLOW },
  interrupted: { cause: 'The process stopped during the round.', page: STOP },
  signing_failed: { cause: 'The fault is at the nodes: they gave no signature.', page: NODES },
};

/** Null for a code of a status without a line of its own. */
export function guideOf(code: ErrorCode): CodeGuide | null {
  const guides: { readonly [Code in ErrorCode]?: CodeGuide } = CODE_GUIDES;
  return guides[code] ?? null;
}
