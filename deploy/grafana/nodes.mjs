import { quantiles, rates, RATE } from './panels.mjs';

/**
 * The nodes, as the gateways see them and as they see themselves.
 *
 * @type {import('./panels.mjs').Dashboard}
 */
export const NODES = {
  uid: 'oracle-gateway-nodes',
  title: 'Oracle Gateway: nodes',
  rows: {
    'As gateways see them': [
      { title: 'Faults by node and kind', unit: 'reqps', queries: [rates('oracle_gateway_node_faults_total', ['node', 'step', 'fault'])] },
      { title: 'Time of node calls, by node', unit: 's', queries: quantiles('oracle_gateway_node_seconds', 'node') },
      { title: 'Time of node calls, by step', unit: 's', queries: quantiles('oracle_gateway_node_seconds', 'step') },
      {
        title: 'Nodes that answer',
        unit: 'short',
        queries: [
          ['answer {{instance}}', 'oracle_gateway_nodes_answering'],
          ['the smallest quorum', 'max(oracle_gateway_nodes_needed)'],
        ],
      },
      { title: 'Open streams by node', unit: 'short', queries: [['{{node}}', 'sum by (node) (oracle_gateway_node_streams)']] },
      { title: 'Calls by transport', unit: 'reqps', queries: [rates('oracle_gateway_node_calls_total', ['transport'])] },
    ],
    'As they see themselves': [
      { title: 'Requests by code', unit: 'reqps', queries: [rates('oracle_node_requests_total', ['operation', 'code'])] },
      { title: "Age of a node's view of the ledger", unit: 's', queries: [['{{instance}}', 'oracle_node_ledger_view_age_seconds']] },
      { title: 'CPU', unit: 'percentunit', queries: [['{{instance}}', `rate(process_cpu_seconds_total{job="oracle-node"}[${RATE}])`]] },
      {
        title: 'Delay of the event loop, p99',
        unit: 's',
        queries: [['{{instance}}', 'nodejs_eventloop_lag_p99_seconds{job="oracle-node"}']],
      },
      { title: 'Memory', unit: 'bytes', queries: [['{{instance}}', 'process_resident_memory_bytes{job="oracle-node"}']] },
      { title: 'Threads that were lost', unit: 'reqps', queries: [rates('oracle_node_source_thread_losses_total', ['reason'])] },
    ],
  },
};
