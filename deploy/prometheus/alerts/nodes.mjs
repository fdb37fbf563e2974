import { FAILED_FOR_NODES, failed, SERVED, served } from './rounds.mjs';
import { born, rising, steady } from './series.mjs';

/** Other chains keep a version for fourteen days after its last snapshot, unless they were set up otherwise. */
const SNAPSHOT_OLD_SECONDS = 8 * 86_400;
const SNAPSHOT_LAPSING_SECONDS = 12 * 86_400;
function snapshotOlderThan(seconds) {
  return `time() - (max(oracle_gateway_snapshot_signed_at_seconds) > 0) > ${seconds}`;
}

const ANSWERING = 'oracle_gateway_nodes_answering';
/** Nodes are lost, and rounds fail for want of nodes more often than others are served: their quorums are larger than the smallest. */
const TOO_FEW_FOR_ROUNDS = [
  `min(${ANSWERING}) < max(max_over_time(${ANSWERING}[30m]))`,
  `sum(rate(${FAILED_FOR_NODES}[1m])) > sum(rate(${SERVED}[1m]))`,
].join(' and ');

/** Nodes, and what they keep alive. @type {readonly import('./series.mjs').Alert[]} */
export const NODE_ALERTS = [
  {
    alert: 'OracleNodesSilent',
    severity: 'page',
    part: 'nodes',
    expr: `min(${ANSWERING}) < max(oracle_gateway_nodes_needed) or (${TOO_FEW_FOR_ROUNDS})`,
    stepsOf: '15s',
    for: '30s',
    summary: 'Fewer nodes answer a gateway than rounds need.',
    explains: ['OracleNodeDown', 'OracleNodeFaults', 'OracleGatewayNotReady', 'OracleRoundsFail', 'OracleFeedOld', 'OracleKeeperFails'],
    fires: [
      { [ANSWERING]: born(2), oracle_gateway_nodes_needed: steady(3) },
      // Three of five are lost, and callers ask for three.
      {
        [ANSWERING]: '5x15 2x300',
        oracle_gateway_nodes_needed: steady(2),
        [served]: '0+10x15 150x300',
        [failed('node_failure')]: '0x15 0+10x300',
      },
    ],
    // One node is lost, and a caller's source is slow to all of them.
    quiet: {
      [ANSWERING]: '5x15 4x300',
      oracle_gateway_nodes_needed: steady(2),
      [served]: rising(10),
      [failed('node_timeout')]: rising(5),
    },
  },
  {
    alert: 'OracleNodeFaults',
    severity: 'ticket',
    part: 'nodes',
    expr: 'sum by (node) (rate(oracle_gateway_node_faults_total{fault!~"upstream|dissent|declined|sealed"}[10m])) > 0.1',
    for: '10m',
    summary: 'A node fails more than six times a minute.',
    fires: { 'oracle_gateway_node_faults_total{node="2",step="observe",fault="timeout"}': '_x5 0+12x300' },
    quiet: { 'oracle_gateway_node_faults_total{node="2",step="observe",fault="upstream"}': rising(12) },
  },
  {
    alert: 'OracleNodeViewOld',
    severity: 'page',
    part: 'ledger',
    expr: 'oracle_node_ledger_view_age_seconds > 60 or oracle_node_ledger_view_age_seconds < 0',
    for: '2m',
    summary: 'A node has no view of the ledger, or one that is older than a minute.',
    fires: { oracle_node_ledger_view_age_seconds: born(-1) },
    quiet: { oracle_node_ledger_view_age_seconds: steady(5) },
  },
  {
    alert: 'OracleNodeKeyMissing',
    severity: 'ticket',
    part: 'nodes',
    expr: 'oracle_node_encryption_key_held == 0',
    for: '10m',
    summary: 'The ledger names an encryption key that a node does not have.',
    fires: { oracle_node_encryption_key_held: steady(0) },
    quiet: { oracle_node_encryption_key_held: steady(1) },
  },
  {
    alert: 'OracleNodeThreadsLost',
    severity: 'ticket',
    part: 'nodes',
    expr: 'sum by (instance) (increase(oracle_node_source_thread_losses_total[15m])) > 3',
    summary: 'Threads of a node that read sources are lost again and again.',
    fires: { 'oracle_node_source_thread_losses_total{reason="hung"}': '_x5 1+1x300' },
    quiet: { 'oracle_node_source_thread_losses_total{reason="hung"}': steady(2) },
  },
  {
    alert: 'OracleSnapshotOld',
    severity: 'ticket',
    part: 'chains',
    expr: snapshotOlderThan(SNAPSHOT_OLD_SECONDS),
    stepsOf: '1h',
    for: '10m',
    summary: 'The registry snapshot is older than eight days: other chains will let the version lapse.',
    fires: { oracle_gateway_snapshot_signed_at_seconds: '1x300' },
    quiet: { oracle_gateway_snapshot_signed_at_seconds: steady(0) },
  },
  {
    alert: 'OracleSnapshotLapsing',
    severity: 'page',
    part: 'chains',
    expr: snapshotOlderThan(SNAPSHOT_LAPSING_SECONDS),
    stepsOf: '1h',
    for: '10m',
    summary: 'The registry snapshot is older than twelve days: other chains refuse values within two days.',
    explains: ['OracleSnapshotOld'],
    fires: { oracle_gateway_snapshot_signed_at_seconds: '1x300' },
    quiet: { oracle_gateway_snapshot_signed_at_seconds: steady(0) },
  },
];
