/**
 * The alert rules. `page` wakes an operator, `ticket` waits for the morning. `fires` are series under which the alert fires after thirty values
 * (three hundred of an hour), `quiet` series under which it does not: both are run by promtool. docs/runbook.md has a section for each.
 *
 * @typedef {object} Alert
 * @property {string} alert
 * @property {'page' | 'ticket'} severity
 * @property {string} expr
 * @property {string} [for]
 * @property {string} summary
 * @property {'1h'} [stepsOf] time between two values; a minute unless told
 * @property {Readonly<Record<string, string>>} fires in promtool's form
 * @property {Readonly<Record<string, string>>} quiet
 */

/** Longer than any test checks. */
const FLAT = 'x60';
function steady(value) {
  return `${value}${FLAT}`;
}
function rising(step) {
  return `0+${step}${FLAT}`;
}

/** Half of the default settle window: the program refuses rounds that are older than the window. */
const HALF_SETTLE_WINDOW_SECONDS = 10_800;
/** The gateway refuses rounds below this balance: the reserve, and what one round takes at most. */
const LEAST_LAMPORTS = 13_143_080;
/** About 350 rounds. */
const FEW_LAMPORTS = 500_000_000;
/** A thousand writes of a feed with their highest fee. */
const KEEPER_LAMPORTS = 13_000_000;
const SNAPSHOT_SECONDS = 8 * 86_400;

/** @type {readonly Alert[]} */
export const ALERTS = [
  {
    alert: 'OracleSettlementLate',
    severity: 'page',
    expr: `oracle_settlement_oldest_pending_seconds > ${HALF_SETTLE_WINDOW_SECONDS}`,
    for: '1m',
    summary: 'A round has waited for its settlement for half of the settle window.',
    fires: { oracle_settlement_oldest_pending_seconds: steady(10_801) },
    quiet: { oracle_settlement_oldest_pending_seconds: steady(10_799) },
  },
  {
    alert: 'OracleSettlementLapsed',
    severity: 'page',
    expr: 'increase(oracle_settlement_lapsed_total[15m]) > 0',
    summary: 'Rounds were served that can no longer be settled.',
    fires: { oracle_settlement_lapsed_total: '0x20 1x40' },
    quiet: { oracle_settlement_lapsed_total: steady(3) },
  },
  {
    alert: 'OracleSettlementParked',
    severity: 'ticket',
    expr: 'max by (state) (oracle_settlement_rounds{state="parked"}) > 0',
    for: '5m',
    summary: 'The program refused rounds until their attempts were used up.',
    fires: { 'oracle_settlement_rounds{state="parked"}': steady(2) },
    quiet: { 'oracle_settlement_rounds{state="parked"}': steady(0), 'oracle_settlement_rounds{state="pending"}': steady(9) },
  },
  {
    alert: 'OracleSettlementHeld',
    severity: 'ticket',
    expr: 'max by (state) (oracle_settlement_rounds{state="held"}) > 0',
    for: '5m',
    summary: 'Served rounds are held: no worker settles them before an operator releases them.',
    fires: { 'oracle_settlement_rounds{state="held"}': steady(2) },
    quiet: { 'oracle_settlement_rounds{state="held"}': steady(0), 'oracle_settlement_rounds{state="parked"}': steady(9) },
  },
  {
    alert: 'OracleSettlementUpstreamDown',
    severity: 'page',
    expr: 'oracle_settlement_up == 0',
    for: '2m',
    summary: 'The outbox or the ledger does not answer a worker.',
    fires: { 'oracle_settlement_up{part="ledger"}': steady(0) },
    quiet: { 'oracle_settlement_up{part="ledger"}': '1x20 0x1 1x40' },
  },
  {
    alert: 'OracleSettlementUnwatched',
    severity: 'page',
    // NaN equals nothing: the outbox did not answer the worker.
    expr: 'absent(oracle_settlement_oldest_pending_seconds) or oracle_settlement_oldest_pending_seconds != oracle_settlement_oldest_pending_seconds',
    for: '5m',
    summary: 'No worker reports its statistics, or the outbox does not answer a worker.',
    fires: { oracle_settlement_in_hand: steady(0) },
    quiet: { oracle_settlement_oldest_pending_seconds: steady(0) },
  },
  {
    alert: 'OracleSettlementRolledBack',
    severity: 'ticket',
    expr: 'increase(oracle_settlement_rolled_back_total[1h]) > 0',
    summary: 'Settlements vanished from the ledger before they were final.',
    fires: { oracle_settlement_rolled_back_total: '0x20 4x40' },
    quiet: { oracle_settlement_rolled_back_total: steady(4) },
  },
  {
    alert: 'OracleReceiptsForgotten',
    severity: 'ticket',
    expr: 'max by (state) (oracle_settlement_receipts{state="forgotten"}) > 0',
    for: '15m',
    summary: 'Receipts found no room in the index and keep their lamports.',
    fires: { 'oracle_settlement_receipts{state="forgotten"}': steady(1) },
    quiet: { 'oracle_settlement_receipts{state="forgotten"}': steady(0), 'oracle_settlement_receipts{state="open"}': steady(99) },
  },
  {
    alert: 'OracleFundsOut',
    severity: 'page',
    expr: `min(oracle_gateway_fee_balance_lamports - oracle_gateway_owed_lamports) < ${LEAST_LAMPORTS}`,
    for: '1m',
    summary: 'The gateway refuses rounds: its key has too few lamports for further settlements.',
    fires: { oracle_gateway_fee_balance_lamports: steady(1_000_000_000), oracle_gateway_owed_lamports: steady(990_000_000) },
    quiet: { oracle_gateway_fee_balance_lamports: steady(1_000_000_000), oracle_gateway_owed_lamports: steady(900_000_000) },
  },
  {
    alert: 'OracleFundsLow',
    severity: 'ticket',
    expr: `min(oracle_gateway_fee_balance_lamports - oracle_gateway_owed_lamports) < ${FEW_LAMPORTS}`,
    for: '10m',
    summary: 'The lamports of the gateway key suffice for a few hundred rounds.',
    fires: { oracle_gateway_fee_balance_lamports: steady(499_000_000), oracle_gateway_owed_lamports: steady(0) },
    quiet: { oracle_gateway_fee_balance_lamports: steady(1_000_000_000), oracle_gateway_owed_lamports: steady(0) },
  },
  {
    alert: 'OracleRpcLimited',
    severity: 'ticket',
    expr: 'sum(rate(oracle_settlement_rpc_calls_total{outcome="too_many"}[10m])) > 0.1',
    for: '15m',
    summary: 'The RPC provider refuses calls as too many.',
    fires: { 'oracle_settlement_rpc_calls_total{outcome="too_many",method="getMultipleAccounts"}': rising(30) },
    quiet: { 'oracle_settlement_rpc_calls_total{outcome="answered",method="getMultipleAccounts"}': rising(300) },
  },
  {
    alert: 'OracleRpcServerDown',
    severity: 'ticket',
    expr: 'oracle_gateway_rpc_server_up == 0 or oracle_settlement_rpc_server_up == 0 or oracle_node_rpc_server_up == 0',
    for: '5m',
    summary: 'One of several RPC servers stalls, refuses, lags behind or belongs to another cluster.',
    fires: { 'oracle_node_rpc_server_up{server="1"}': steady(0) },
    quiet: { 'oracle_node_rpc_server_up{server="1"}': '1x20 0x2 1x40' },
  },
  {
    alert: 'OracleRoundsFail',
    severity: 'page',
    expr: 'sum(rate(oracle_gateway_rounds_total{outcome!="completed"}[10m])) / sum(rate(oracle_gateway_rounds_total[10m])) > 0.2',
    for: '5m',
    summary: 'More than a fifth of the rounds fail.',
    fires: {
      'oracle_gateway_rounds_total{outcome="completed"}': rising(60),
      'oracle_gateway_rounds_total{outcome="node_timeout"}': rising(20),
    },
    quiet: {
      'oracle_gateway_rounds_total{outcome="completed"}': rising(60),
      'oracle_gateway_rounds_total{outcome="node_timeout"}': rising(2),
    },
  },
  {
    alert: 'OracleRoundsSlow',
    severity: 'ticket',
    expr: 'histogram_quantile(0.99, sum by (le) (rate(oracle_gateway_round_seconds_bucket[10m]))) > 5',
    for: '10m',
    summary: 'One round in a hundred takes more than five seconds.',
    fires: {
      'oracle_gateway_round_seconds_bucket{le="5"}': rising(10),
      'oracle_gateway_round_seconds_bucket{le="12"}': rising(60),
      'oracle_gateway_round_seconds_bucket{le="+Inf"}': rising(60),
    },
    quiet: { 'oracle_gateway_round_seconds_bucket{le="5"}': rising(60), 'oracle_gateway_round_seconds_bucket{le="+Inf"}': rising(60) },
  },
  {
    alert: 'OracleNodesSilent',
    severity: 'page',
    expr: 'oracle_gateway_nodes_answering < oracle_gateway_nodes_needed',
    for: '30s',
    summary: 'Fewer nodes answer a gateway than the smallest quorum needs.',
    fires: { oracle_gateway_nodes_answering: steady(2), oracle_gateway_nodes_needed: steady(3) },
    quiet: { oracle_gateway_nodes_answering: '7x20 3x40', oracle_gateway_nodes_needed: steady(3) },
  },
  {
    alert: 'OracleNodeFaults',
    severity: 'ticket',
    expr: 'sum by (node) (rate(oracle_gateway_node_faults_total{fault!~"upstream|dissent|declined|sealed"}[10m])) > 0.1',
    for: '10m',
    summary: 'A node fails more than six times a minute.',
    fires: { 'oracle_gateway_node_faults_total{node="2",step="observe",fault="timeout"}': rising(12) },
    quiet: { 'oracle_gateway_node_faults_total{node="2",step="observe",fault="upstream"}': rising(12) },
  },
  {
    alert: 'OracleNodeViewOld',
    severity: 'page',
    expr: 'oracle_node_ledger_view_age_seconds > 60 or oracle_node_ledger_view_age_seconds < 0',
    for: '2m',
    summary: 'A node has no view of the ledger, or one that is older than a minute.',
    fires: { oracle_node_ledger_view_age_seconds: steady(-1) },
    quiet: { oracle_node_ledger_view_age_seconds: steady(5) },
  },
  {
    alert: 'OracleNodeKeyMissing',
    severity: 'ticket',
    expr: 'oracle_node_encryption_key_held == 0',
    for: '10m',
    summary: 'The ledger names an encryption key that a node does not have.',
    fires: { oracle_node_encryption_key_held: steady(0) },
    quiet: { oracle_node_encryption_key_held: steady(1) },
  },
  {
    alert: 'OracleNodeThreadsLost',
    severity: 'ticket',
    expr: 'sum by (instance) (increase(oracle_node_source_thread_losses_total[15m])) > 3',
    summary: 'Threads of a node that read sources are lost again and again.',
    fires: { 'oracle_node_source_thread_losses_total{reason="hung"}': rising(1) },
    quiet: { 'oracle_node_source_thread_losses_total{reason="hung"}': steady(2) },
  },
  {
    alert: 'OracleOutboxTrouble',
    severity: 'page',
    expr: 'sum by (action) (increase(oracle_gateway_outbox_troubles_total[10m])) > 0',
    summary: 'Redis does not confirm what a gateway writes, or a recorded payment contradicts the ledger.',
    fires: { 'oracle_gateway_outbox_troubles_total{action="wake"}': '0x20 1x40' },
    quiet: { 'oracle_gateway_outbox_troubles_total{action="wake"}': steady(1) },
  },
  {
    alert: 'OraclePaymentsInDoubt',
    severity: 'page',
    expr: 'max(oracle_gateway_oldest_payment_seconds) > 180',
    for: '1m',
    summary: 'A payment is in doubt for longer than a blockhash lives.',
    fires: { oracle_gateway_oldest_payment_seconds: steady(181) },
    quiet: { oracle_gateway_oldest_payment_seconds: steady(60) },
  },
  {
    alert: 'OracleFacilitatorDown',
    severity: 'page',
    expr: 'sum(increase(oracle_gateway_facilitator_troubles_total[10m])) > 5',
    for: '5m',
    summary: 'The facilitator does not answer: paid rounds are refused.',
    fires: { 'oracle_gateway_facilitator_troubles_total{step="verify"}': rising(2) },
    quiet: { 'oracle_gateway_facilitator_troubles_total{step="verify"}': '0x20 1x40' },
  },
  {
    alert: 'OracleAnswersFail',
    severity: 'ticket',
    // Errors by a caller's own limit are its own matter.
    expr: 'sum(rate(oracle_gateway_http_requests_total{status=~"5..",scope!="caller"}[10m])) / sum(rate(oracle_gateway_http_requests_total[10m])) > 0.2',
    for: '10m',
    summary: 'More than a fifth of the answers of the gateways have a status of 500 or above.',
    fires: {
      'oracle_gateway_http_requests_total{operation="executeRound",status="200"}': rising(60),
      'oracle_gateway_http_requests_total{operation="executeRound",status="503"}': rising(10),
      'oracle_gateway_http_requests_total{operation="executeRound",status="503",scope="gateway"}': rising(10),
    },
    quiet: {
      'oracle_gateway_http_requests_total{operation="executeRound",status="200"}': rising(60),
      'oracle_gateway_http_requests_total{operation="executeRound",status="503",scope="gateway"}': rising(2),
      'oracle_gateway_http_requests_total{operation="executeRound",status="503",scope="caller"}': rising(600),
    },
  },
  {
    alert: 'OracleGatewayFull',
    severity: 'ticket',
    expr: 'sum by (resource) (increase(oracle_gateway_share_refusals_total{reason="full"}[10m])) > 0',
    for: '10m',
    summary: 'A gateway refuses callers because it is full.',
    fires: { 'oracle_gateway_share_refusals_total{resource="rounds",reason="full"}': rising(3) },
    quiet: { 'oracle_gateway_share_refusals_total{resource="rounds",reason="own_share"}': rising(3) },
  },
  {
    alert: 'OracleClockOff',
    severity: 'page',
    expr: 'abs(oracle_gateway_clock_offset_seconds) > 0.5',
    for: '2m',
    summary: 'The clock of a gateway differs from the clocks of most nodes.',
    fires: { oracle_gateway_clock_offset_seconds: steady(-0.7) },
    quiet: { oracle_gateway_clock_offset_seconds: steady(0.1) },
  },
  {
    alert: 'OracleSnapshotOld',
    severity: 'ticket',
    expr: `time() - (max(oracle_gateway_snapshot_signed_at_seconds) > 0) > ${SNAPSHOT_SECONDS}`,
    stepsOf: '1h',
    for: '10m',
    summary: 'The registry snapshot is older than eight days: other chains will let the version lapse.',
    fires: { oracle_gateway_snapshot_signed_at_seconds: '1x300' },
    quiet: { oracle_gateway_snapshot_signed_at_seconds: steady(0) },
  },
  {
    alert: 'OracleFeedOld',
    severity: 'page',
    // Every keeper tells the age, so the youngest reading counts. NaN: no keeper has read the ledger, or the feed has no account.
    expr: '(min by (feed) (oracle_keeper_feed_age_seconds) > max by (feed) (oracle_keeper_feed_heartbeat_seconds)) or (min by (feed) (oracle_keeper_feed_age_seconds) != min by (feed) (oracle_keeper_feed_age_seconds))',
    for: '1m',
    summary: 'The value of a feed is older than its heartbeat: readers refuse it.',
    fires: {
      'oracle_keeper_feed_age_seconds{feed="btc-usd"}': steady(61),
      'oracle_keeper_feed_heartbeat_seconds{feed="btc-usd"}': steady(60),
    },
    quiet: {
      'oracle_keeper_feed_age_seconds{feed="btc-usd"}': steady(59),
      'oracle_keeper_feed_heartbeat_seconds{feed="btc-usd"}': steady(60),
    },
  },
  {
    alert: 'OracleKeeperFails',
    severity: 'ticket',
    expr: 'sum by (feed, step) (increase(oracle_keeper_failures_total[10m])) > 5',
    for: '10m',
    summary: 'Checks of a feed fail again and again.',
    fires: { 'oracle_keeper_failures_total{feed="btc-usd",step="source"}': rising(2) },
    quiet: { 'oracle_keeper_failures_total{feed="btc-usd",step="source"}': '0x20 3x40' },
  },
  {
    alert: 'OracleKeeperUpstreamDown',
    severity: 'ticket',
    expr: 'oracle_keeper_up == 0',
    for: '2m',
    summary: 'Redis, the ledger or the gateway does not answer a keeper.',
    fires: { 'oracle_keeper_up{part="redis"}': steady(0) },
    quiet: { 'oracle_keeper_up{part="redis"}': '1x20 0x1 1x40' },
  },
  {
    alert: 'OracleKeeperSpent',
    severity: 'ticket',
    expr: 'max by (feed) (oracle_keeper_spent) > 0.9 * max by (feed) (oracle_keeper_spending_limit)',
    summary: 'The rounds of a feed have used nine tenths of what they may cost in a day.',
    fires: { 'oracle_keeper_spent{feed="btc-usd"}': steady(91), 'oracle_keeper_spending_limit{feed="btc-usd"}': steady(100) },
    quiet: { 'oracle_keeper_spent{feed="btc-usd"}': steady(90), 'oracle_keeper_spending_limit{feed="btc-usd"}': steady(100) },
  },
  {
    alert: 'OracleKeeperFundsLow',
    severity: 'ticket',
    expr: `min(oracle_keeper_payer_lamports) < ${KEEPER_LAMPORTS}`,
    for: '10m',
    summary: 'The lamports of the key that pays for a keeper suffice for about a thousand writes.',
    fires: { oracle_keeper_payer_lamports: steady(12_000_000) },
    quiet: { oracle_keeper_payer_lamports: steady(14_000_000) },
  },
  {
    alert: 'OracleEventLoopSlow',
    severity: 'ticket',
    expr: 'nodejs_eventloop_lag_p99_seconds > 0.2',
    for: '10m',
    summary: 'A process is short of CPU time.',
    fires: { 'nodejs_eventloop_lag_p99_seconds{job="gateway"}': steady(0.3) },
    quiet: { 'nodejs_eventloop_lag_p99_seconds{job="gateway"}': steady(0.06) },
  },
];
