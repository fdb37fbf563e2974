import { rates, RATE } from './panels.mjs';

const NOT_NODES = 'job!~"oracle-node|redis"';

/** Atomic units of a dollar, and seconds of a minute. */
const [ATOMIC, MINUTE] = ['1e6', '60'];

/**
 * Dollars a minute by path and conclusion.
 *
 * @param {string} metric of atomic units
 */
function dollars(metric) {
  return ['{{path}} {{conclusion}}', `sum by (path, conclusion) (rate(${metric}[${RATE}])) * ${MINUTE} / ${ATOMIC}`];
}

/**
 * The parts behind the promises: for an operator who looks for a cause, and for capacity.
 *
 * @type {import('./panels.mjs').Dashboard}
 */
export const DETAILS = {
  uid: 'oracle-gateway-details',
  title: 'Oracle Gateway: details',
  rows: {
    Rounds: [
      { title: 'Rounds by path', unit: 'reqps', queries: [rates('oracle_gateway_rounds_total', ['path'])] },
      { title: 'Rounds in flight', unit: 'short', queries: [['{{instance}}', 'oracle_gateway_rounds_in_flight']] },
      { title: 'Exchanges with the nodes', unit: 'reqps', queries: [rates('oracle_gateway_signed_rounds_total', ['exchanges'])] },
      { title: 'Refusals of shares', unit: 'reqps', queries: [rates('oracle_gateway_share_refusals_total', ['resource', 'reason'])] },
    ],
    Settlement: [
      { title: 'Transactions', unit: 'reqps', queries: [['transactions', `sum(rate(oracle_settlement_transactions_total[${RATE}]))`]] },
      {
        title: 'Calls of the RPC server by workers',
        unit: 'reqps',
        queries: [rates('oracle_settlement_rpc_calls_total', ['method', 'outcome'])],
      },
      {
        title: 'Calls of the RPC server by gateways',
        unit: 'reqps',
        queries: [rates('oracle_gateway_rpc_calls_total', ['method', 'outcome'])],
      },
      { title: 'Open receipts', unit: 'short', queries: [['{{state}}', 'max by (state) (oracle_settlement_receipts)']] },
    ],
    Money: [
      { title: 'Payments per request, a minute', unit: 'currencyUSD', queries: [dollars('oracle_gateway_concluded_atomic_total')] },
      { title: 'Settlements by conclusion, a minute', unit: 'currencyUSD', queries: [dollars('oracle_settlement_concluded_atomic_total')] },
    ],
    Feeds: [
      { title: 'Checks of keepers by outcome', unit: 'reqps', queries: [rates('oracle_keeper_checks_total', ['outcome'])] },
      { title: 'Spent today, of the limit', unit: 'percentunit', queries: [['{{feed}}', 'max by (feed) (oracle_keeper_spent) / max by (feed) (oracle_keeper_spending_limit)']] }, // prettier-ignore
    ],
    Processes: [
      { title: 'CPU', unit: 'percentunit', queries: [['{{job}} {{instance}}', `rate(process_cpu_seconds_total{${NOT_NODES}}[${RATE}])`]] },
      { title: 'Memory', unit: 'bytes', queries: [['{{job}} {{instance}}', `process_resident_memory_bytes{${NOT_NODES}}`]] },
      {
        title: 'Delay of the event loop, p99',
        unit: 's',
        queries: [['{{job}} {{instance}}', `nodejs_eventloop_lag_p99_seconds{${NOT_NODES}}`]],
      },
      { title: 'Open connections and files', unit: 'short', queries: [['{{job}} {{instance}}', `process_open_fds{${NOT_NODES}}`]] },
    ],
  },
};
