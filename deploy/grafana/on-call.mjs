import { quantiles, rates, RATE } from './panels.mjs';

/** Operations that bring a value. */
const ROUNDS = 'operation=~"execute.*"';

/**
 * The promises of the service, for an operator who was just woken.
 *
 * @type {import('./panels.mjs').Dashboard}
 */
export const ON_CALL = {
  uid: 'oracle-gateway-on-call',
  title: 'Oracle Gateway: on call',
  rows: {
    'Are rounds served?': [
      {
        title: 'Gateways that are ready',
        unit: 'short',
        queries: [
          ['ready', 'sum(oracle_gateway_ready)'],
          ['started', 'count(up{job="gateway"})'],
        ],
      },
      { title: 'Why a gateway is not ready', unit: 'short', queries: [['{{reason}}', 'sum by (reason) (oracle_gateway_not_ready)']] },
      {
        title: 'Part of the rounds that fail by us',
        unit: 'percentunit',
        queries: [
          ['5 minutes', 'oracle:rounds_failed:ratio_rate5m'],
          ['an hour', 'oracle:rounds_failed:ratio_rate1h'],
        ],
      },
      { title: 'Answers by code', unit: 'reqps', queries: [rates(`oracle_gateway_http_requests_total{${ROUNDS}}`, ['status', 'code'])] },
      { title: 'Rounds by outcome', unit: 'reqps', queries: [rates('oracle_gateway_rounds_total', ['outcome'])] },
      { title: 'Time of a round', unit: 's', queries: quantiles('oracle_gateway_round_seconds') },
    ],
    'Do payments conclude?': [
      { title: 'Payments without a conclusion', unit: 'short', queries: [['open', 'max(oracle_gateway_payments_open)']] },
      { title: 'Oldest payment in doubt', unit: 's', queries: [['oldest', 'max(oracle_gateway_oldest_payment_seconds)']] },
      { title: 'Troubles of the facilitator', unit: 'reqps', queries: [rates('oracle_gateway_facilitator_troubles_total', ['step'])] },
      { title: 'Payments by outcome', unit: 'reqps', queries: [rates('oracle_gateway_payments_total', ['outcome'])] },
    ],
    'Do settlements land?': [
      {
        title: 'Oldest pending round',
        unit: 's',
        queries: [
          ['oldest', 'max(oracle_settlement_oldest_pending_seconds)'],
          ['refused from', 'max(oracle_settlement_window_seconds)'],
        ],
      },
      { title: 'Rounds by state', unit: 'short', queries: [['{{state}}', 'max by (state) (oracle_settlement_rounds)']] },
      {
        title: 'Rounds settled, and lost',
        unit: 'reqps',
        queries: [
          ['settled', `sum(rate(oracle_settlement_settled_total[${RATE}]))`],
          ['lapsed', `sum(rate(oracle_settlement_lapsed_total[${RATE}]))`],
        ],
      },
      {
        title: 'Lamports of the gateway key',
        unit: 'short',
        queries: [
          ['has', 'min(oracle_gateway_fee_balance_lamports)'],
          ['owes', 'max(oracle_gateway_owed_lamports)'],
        ],
      },
      { title: 'Until they end, at the rate of a quarter of an hour', unit: 's', queries: [['left', 'oracle:purse_lamports / (-deriv(oracle:purse_lamports[15m]) > 0)']] }, // prettier-ignore
    ],
    'Are feeds fresh, and do chains go on?': [
      {
        title: 'Age of each feed',
        unit: 's',
        queries: [
          ['{{feed}} {{target}}', 'min by (feed, target) (oracle_keeper_feed_age_seconds)'],
          ['{{feed}} at most', 'max by (feed) (oracle_keeper_feed_heartbeat_seconds)'],
        ],
      },
      { title: 'Age of the registry snapshot', unit: 's', queries: [['age', 'time() - max(oracle_gateway_snapshot_signed_at_seconds)']] },
      {
        title: 'Transactions that the keepers’ keys pay for',
        unit: 'short',
        queries: [['{{target}}', 'min by (target) (oracle_keeper_payer_writes)']],
      },
    ],
    'Is everything up?': [
      {
        title: 'Processes by job',
        unit: 'short',
        queries: [
          ['{{job}} up', 'sum by (job) (up)'],
          ['{{job}} expected', 'count by (job) (up)'],
        ],
      },
      {
        title: 'What each part reaches',
        unit: 'short',
        queries: [
          ['worker: {{part}}', 'min by (part) (oracle_settlement_up)'],
          ['keeper: {{part}}', 'min by (part) (oracle_keeper_up)'],
          ['gateway: facilitator', 'min(oracle_gateway_facilitator_up)'],
          ['Redis', 'min(redis_up)'],
        ],
      },
      {
        title: 'Memory of Redis',
        unit: 'bytes',
        queries: [
          ['used', 'max(redis_memory_used_bytes)'],
          ['at most, 0 without a limit', 'max(redis_memory_max_bytes)'],
        ],
      },
      { title: 'Append-only file of Redis', unit: 'bytes', queries: [['size', 'max(redis_aof_current_size_bytes)']] },
    ],
  },
};
