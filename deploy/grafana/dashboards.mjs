import { VizLegendOptionsBuilder } from '@grafana/grafana-foundation-sdk/common';
import { DashboardBuilder, DatasourceVariableBuilder, RowBuilder } from '@grafana/grafana-foundation-sdk/dashboard';
import { DataqueryBuilder } from '@grafana/grafana-foundation-sdk/prometheus';
import { PanelBuilder } from '@grafana/grafana-foundation-sdk/timeseries';

/** Half the width of a dashboard, and a third of a screen. */
const SPAN = 12;
const HEIGHT = 8;
const RATE = '$__rate_interval';

/**
 * @typedef {object} Panel
 * @property {string} title
 * @property {string} unit as Grafana names it
 * @property {readonly (readonly [legend: string, expr: string])[]} queries
 */

function quantiles(metric, by) {
  return ['0.5', '0.99'].map((quantile) => [
    `p${Number(quantile) * 100}${by === undefined ? '' : ` {{${by}}}`}`,
    `histogram_quantile(${quantile}, sum by (le${by === undefined ? '' : `, ${by}`}) (rate(${metric}_bucket[${RATE}])))`,
  ]);
}

/** @type {Readonly<Record<string, readonly Panel[]>>} */
export const ROWS = {
  Rounds: [
    {
      title: 'Rounds by outcome',
      unit: 'reqps',
      queries: [['{{outcome}}', `sum by (outcome) (rate(oracle_gateway_rounds_total[${RATE}]))`]],
    },
    { title: 'Time of a round', unit: 's', queries: quantiles('oracle_gateway_round_seconds') },
    { title: 'Rounds by path', unit: 'reqps', queries: [['{{path}}', `sum by (path) (rate(oracle_gateway_rounds_total[${RATE}]))`]] },
    { title: 'Rounds in flight', unit: 'short', queries: [['{{instance}}', 'oracle_gateway_rounds_in_flight']] },
    {
      title: 'Exchanges with the nodes',
      unit: 'reqps',
      queries: [['{{exchanges}}', `sum by (exchanges) (rate(oracle_gateway_signed_rounds_total[${RATE}]))`]],
    },
    {
      title: 'Refusals of shares',
      unit: 'reqps',
      queries: [['{{resource}} {{reason}}', `sum by (resource, reason) (rate(oracle_gateway_share_refusals_total[${RATE}]))`]],
    },
  ],
  Nodes: [
    { title: 'Time of node calls, by node', unit: 's', queries: quantiles('oracle_gateway_node_seconds', 'node') },
    {
      title: 'Faults by node and kind',
      unit: 'reqps',
      queries: [['{{node}} {{fault}}', `sum by (node, fault) (rate(oracle_gateway_node_faults_total[${RATE}]))`]],
    },
    {
      title: 'Requests at a node',
      unit: 'reqps',
      queries: [['{{operation}} {{code}}', `sum by (operation, code) (rate(oracle_node_requests_total[${RATE}]))`]],
    },
    { title: "Age of a node's view of the ledger", unit: 's', queries: [['{{instance}}', 'oracle_node_ledger_view_age_seconds']] },
  ],
  Settlement: [
    { title: 'Oldest pending round', unit: 's', queries: [['oldest', 'max(oracle_settlement_oldest_pending_seconds)']] },
    { title: 'Rounds by state', unit: 'short', queries: [['{{state}}', 'max by (state) (oracle_settlement_rounds)']] },
    {
      title: 'Settled rounds and transactions',
      unit: 'reqps',
      queries: [
        ['rounds', `sum(rate(oracle_settlement_settled_total[${RATE}]))`],
        ['transactions', `sum(rate(oracle_settlement_transactions_total[${RATE}]))`],
      ],
    },
    {
      title: 'RPC calls by outcome',
      unit: 'reqps',
      queries: [['{{method}} {{outcome}}', `sum by (method, outcome) (rate(oracle_settlement_rpc_calls_total[${RATE}]))`]],
    },
  ],
  Money: [
    {
      title: 'Lamports of the gateway key',
      unit: 'short',
      queries: [
        ['has', 'min(oracle_gateway_fee_balance_lamports)'],
        ['owes', 'max(oracle_gateway_owed_lamports)'],
      ],
    },
    { title: 'Payments without a conclusion', unit: 'short', queries: [['open', 'max(oracle_gateway_payments_open)']] },
  ],
  Feeds: [
    {
      title: 'Age of each feed',
      unit: 's',
      queries: [
        ['{{feed}}', 'min by (feed) (oracle_keeper_feed_age_seconds)'],
        ['{{feed}} at most', 'max by (feed) (oracle_keeper_feed_heartbeat_seconds)'],
      ],
    },
    {
      title: 'Checks of keepers by outcome',
      unit: 'reqps',
      queries: [['{{outcome}}', `sum by (outcome) (rate(oracle_keeper_checks_total[${RATE}]))`]],
    },
    { title: 'Spent today, of the limit', unit: 'percentunit', queries: [['{{feed}}', 'max by (feed) (oracle_keeper_spent) / max by (feed) (oracle_keeper_spending_limit)']] }, // prettier-ignore
    { title: 'Lamports of the keepers’ key', unit: 'short', queries: [['has', 'min(oracle_keeper_payer_lamports)']] },
  ],
  Processes: [
    { title: 'CPU', unit: 'percentunit', queries: [['{{job}} {{instance}}', `rate(process_cpu_seconds_total[${RATE}])`]] },
    { title: 'Memory', unit: 'bytes', queries: [['{{job}} {{instance}}', 'process_resident_memory_bytes']] },
    { title: 'Delay of the event loop, p99', unit: 's', queries: [['{{job}} {{instance}}', 'nodejs_eventloop_lag_p99_seconds']] },
    { title: 'Open connections and files', unit: 'short', queries: [['{{job}} {{instance}}', 'process_open_fds']] },
  ],
};

/** The dashboard in Grafana's JSON model. */
export function dashboard() {
  const builder = new DashboardBuilder('Oracle Gateway')
    .uid('oracle-gateway')
    .tags(['oracle-gateway'])
    .refresh('30s')
    .time({ from: 'now-1h', to: 'now' })
    .withVariable(new DatasourceVariableBuilder('datasource').label('Data source').type('prometheus'));
  for (const [title, panels] of Object.entries(ROWS)) {
    builder.withRow(new RowBuilder(title));
    for (const { title: panelTitle, unit, queries } of panels) {
      const legend = new VizLegendOptionsBuilder().showLegend(true).displayMode('list').placement('bottom').calcs([]);
      const panel = new PanelBuilder().title(panelTitle).unit(unit).span(SPAN).height(HEIGHT).legend(legend);
      // The variable of the dashboard, for Grafana to fill in.
      panel.datasource({ type: 'prometheus', uid: '${datasource}' });
      for (const [name, expr] of queries) panel.withTarget(new DataqueryBuilder().expr(expr).legendFormat(name));
      builder.withPanel(panel);
    }
  }
  return builder.build();
}

/** Queries that Grafana sends to Prometheus, with the window that it puts in. */
export function queriesOf(rateWindow) {
  return Object.values(ROWS).flatMap((panels) =>
    panels.flatMap(({ title, queries }) => queries.map(([legend, expr]) => ({ title, legend, expr: expr.replaceAll(RATE, rateWindow) }))),
  );
}
