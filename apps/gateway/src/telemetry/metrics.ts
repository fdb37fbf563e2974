import type { OperationSpec } from '@oracle-gateway/gateway-api';
import { type ErrorRule, errorRules } from '@oracle-gateway/gateway-api/errors';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { beginAtZero, countConcluded, createKeyWatch, type KeyWatch } from '@oracle-gateway/process';
import { SHARED_RESOURCES } from '../errors/share-error.js';
import { READY_PARTS, type ReadObstacles } from '../errors/obstacles.js';

/** Writes that a sweep repairs, and a payment that the ledger tells otherwise. */
export const OUTBOX_ACTIONS = [
  'fail',
  'wake',
  'pay',
  'refusePayment',
  'overturn',
  'doubtPayment',
  'show',
  'sweep',
  'contradiction',
] as const;
export const FACILITATOR_STEPS = ['supported', 'verify', 'settle'] as const;

const LATENCY_BUCKETS_SECONDS = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 12, 25];

/** Sources of the values that are read when metrics are collected. */
export interface GaugeSources {
  readonly roundsInFlight: () => number;
  /** Milliseconds by which the own clock is ahead of the nodes' clocks; null while unknown. */
  readonly clockOffsetMs: () => number | null;
  readonly obstacles: ReadObstacles;
}

/** Every metric of the gateway, on a registry of its own so that two gateways in one process stay apart. */
export interface Metrics {
  /** Before this call, there are no rounds, and the clock is unknown. */
  readFrom(sources: Partial<GaugeSources>): void;
  /** Begins the counters of answers and rounds at 0: of good answers, of refusals that are no caller's matter, and of each path. */
  serve(served: { readonly operations: readonly OperationSpec[]; readonly paths: readonly string[] }): void;
  readonly registry: Registry;
  readonly httpRequests: Counter<'operation' | 'status' | 'code' | 'scope'>;
  readonly httpSeconds: Histogram<'operation'>;
  readonly rounds: Counter<'path' | 'outcome'>;
  readonly signedRounds: Counter<'exchanges'>;
  readonly roundSeconds: Histogram<'path'>;
  readonly dryRuns: Counter<'caller' | 'outcome'>;
  readonly nodeSeconds: Histogram<'node' | 'step'>;
  readonly nodeFaults: Counter<'node' | 'step' | 'fault'>;
  readonly nodeCalls: Counter<'transport'>;
  readonly nodesAnswering: Gauge;
  readonly nodesNeeded: Gauge;
  readonly nodeStreams: Gauge<'node'>;
  readonly nodeStreamHandshakes: Counter<'node' | 'outcome'>;
  readonly nodeStreamEnds: Counter<'node' | 'reason'>;
  readonly snapshotSignedAt: Gauge;
  readonly outboxTroubles: Counter<'action'>;
  readonly payments: Counter<'by' | 'outcome'>;
  readonly paymentsOverturned: Counter;
  readonly concluded: ReturnType<typeof countConcluded>;
  readonly paymentCalls: Counter;
  readonly paymentsOpen: Gauge;
  readonly oldestPaymentSeconds: Gauge;
  readonly facilitatorUp: Gauge;
  readonly facilitatorTroubles: Counter<'step'>;
  readonly shareRefusals: Counter<'resource' | 'reason'>;
  readonly feeBalanceLamports: Gauge;
  readonly owedLamports: Gauge;
  readonly rpcCalls: Counter<'server' | 'outcome'>;
  readonly rpcServerUp: Gauge<'server'>;
  /** Watch of the keys that sign for the gateway. */
  readonly keys: KeyWatch;
}

export function createMetrics(): Metrics {
  let sources: GaugeSources = { roundsInFlight: () => 0, clockOffsetMs: () => null, obstacles: () => Promise.resolve([]) };
  const registry = new Registry();
  const registers = [registry];
  new Gauge({
    name: 'oracle_gateway_rounds_in_flight',
    help: 'Rounds being served now.',
    registers,
    collect() {
      this.set(sources.roundsInFlight());
    },
  });
  new Gauge({
    name: 'oracle_gateway_clock_offset_seconds',
    help: 'Least time by which the clock of the gateway is ahead of the clocks of most nodes. NaN: too few have told theirs.',
    registers,
    collect() {
      this.set((sources.clockOffsetMs() ?? Number.NaN) / 1_000);
    },
  });
  const partsInTheWay = async (): Promise<ReadonlySet<string>> => new Set((await sources.obstacles()).map(({ part }) => part));
  new Gauge({
    name: 'oracle_gateway_not_ready',
    help: 'Of each part without which no round is served, 1 while it stands in the way, else 0: stopping, payments, clock, outbox, ledger, nodes, account, funds.',
    labelNames: ['reason'],
    registers,
    async collect() {
      const parts = await partsInTheWay();
      for (const reason of READY_PARTS) this.set({ reason }, parts.has(reason) ? 1 : 0);
    },
  });
  new Gauge({
    name: 'oracle_gateway_ready',
    help: '1 while this process can serve a round, else 0.',
    registers,
    async collect() {
      this.set((await partsInTheWay()).size === 0 ? 1 : 0);
    },
  });
  const latency = { buckets: LATENCY_BUCKETS_SECONDS, registers };
  const metrics: Metrics = {
    registry,
    serve({ operations, paths }) {
      for (const { name: operation, responses } of operations)
        for (const answer of answersOf(responses)) metrics.httpRequests.inc({ operation, ...answer }, 0);
      beginAtZero(metrics.rounds, { path: paths, outcome: ['completed', ...FAILURES] });
    },
    readFrom: (opened) => void (sources = { ...sources, ...opened }),
    httpRequests: new Counter({
      name: 'oracle_gateway_http_requests_total',
      help: 'Answers by operation, status and code of the refusal. Those for want of room have the scope of their refusal: caller, gateway or nodes.',
      labelNames: ['operation', 'status', 'code', 'scope'],
      registers,
    }),
    httpSeconds: new Histogram({ name: 'oracle_gateway_http_seconds', help: 'Time to answer.', labelNames: ['operation'], ...latency }),
    rounds: new Counter({
      name: 'oracle_gateway_rounds_total',
      help: 'Rounds by path and outcome: completed, or an error code.',
      labelNames: ['path', 'outcome'],
      registers,
    }),
    signedRounds: new Counter({
      name: 'oracle_gateway_signed_rounds_total',
      help: 'Completed rounds by exchanges with the nodes: 1 when the signers answered with value and signature at once.',
      labelNames: ['exchanges'],
      registers,
    }),
    roundSeconds: new Histogram({
      name: 'oracle_gateway_round_seconds',
      help: 'Time of completed rounds.',
      labelNames: ['path'],
      ...latency,
    }),
    dryRuns: new Counter({
      name: 'oracle_gateway_dry_runs_total',
      help: 'Answered dry runs by caller (known, stranger) and outcome: would_sign, or why nothing would be signed',
      labelNames: ['caller', 'outcome'],
      registers,
    }),
    nodeSeconds: new Histogram({
      name: 'oracle_gateway_node_seconds',
      help: 'Time of answered node calls.',
      labelNames: ['node', 'step'],
      ...latency,
    }),
    nodeFaults: new Counter({
      name: 'oracle_gateway_node_faults_total',
      help: 'Faults by node, step and kind.',
      labelNames: ['node', 'step', 'fault'],
      registers,
    }),
    nodeCalls: new Counter({
      name: 'oracle_gateway_node_calls_total',
      help: 'Calls of nodes by transport: stream or http.',
      labelNames: ['transport'],
      registers,
    }),
    nodesAnswering: new Gauge({
      name: 'oracle_gateway_nodes_answering',
      help: 'Nodes that have answered this process within half a minute.',
      registers,
    }),
    nodesNeeded: new Gauge({
      name: 'oracle_gateway_nodes_needed',
      help: 'Nodes that the smallest quorum of the current registry needs.',
      registers,
    }),
    nodeStreams: new Gauge({
      name: 'oracle_gateway_node_streams',
      help: 'Streams to each node that take calls: 1, or 0 without one.',
      labelNames: ['node'],
      registers,
    }),
    nodeStreamHandshakes: new Counter({
      name: 'oracle_gateway_node_stream_handshakes_total',
      help: 'Handshakes of streams by node and outcome: opened, or refused, unreachable, timeout, not_authentic.',
      labelNames: ['node', 'outcome'],
      registers,
    }),
    nodeStreamEnds: new Counter({
      name: 'oracle_gateway_node_stream_ends_total',
      help: 'Streams that ended, by node and reason: draining (the node sent a drain notice), lost, idle, or why one side closed it.',
      labelNames: ['node', 'reason'],
      registers,
    }),
    snapshotSignedAt: new Gauge({
      name: 'oracle_gateway_snapshot_signed_at_seconds',
      help: 'When nodes signed the newest registry snapshot of the current version, unix seconds; 0: no snapshot is kept.',
      registers,
    }),
    outboxTroubles: new Counter({
      name: 'oracle_gateway_outbox_troubles_total',
      help: 'Records that a sweep has to repair, by action.',
      labelNames: ['action'],
      registers,
    }),
    payments: new Counter({
      name: 'oracle_gateway_payments_total',
      help: 'Payments of rounds that are paid per request, by outcome and by the part that found it out.',
      labelNames: ['by', 'outcome'],
      registers,
    }),
    paymentsOverturned: new Counter({
      name: 'oracle_gateway_payments_overturned_total',
      help: 'Payments that the ledger showed after they had been given up.',
      registers,
    }),
    concluded: countConcluded({
      prefix: 'oracle_gateway',
      registry,
      help: 'Atomic units of the stablecoin of payments that this process concluded, by path and conclusion of the books: paid, or overturned (given up before, and on the ledger after all).',
    }),
    paymentCalls: new Counter({
      name: 'oracle_gateway_payment_calls_total',
      help: 'Calls of the ledger by the sweep that searches for payments.',
      registers,
    }),
    paymentsOpen: new Gauge({
      name: 'oracle_gateway_payments_open',
      help: 'Payments begun and not concluded, of all processes of the keypair. NaN: the outbox did not answer.',
      registers,
    }),
    oldestPaymentSeconds: new Gauge({
      name: 'oracle_gateway_oldest_payment_seconds',
      help: 'Age of the oldest payment that is begun and not concluded; 0 without one. NaN: the outbox did not answer.',
      registers,
    }),
    facilitatorUp: new Gauge({
      name: 'oracle_gateway_facilitator_up',
      help: '1 where the facilitator answered the last time it was asked, else 0. NaN: payments per request are not served.',
      registers,
    }),
    facilitatorTroubles: new Counter({
      name: 'oracle_gateway_facilitator_troubles_total',
      help: 'Calls to which the facilitator gave no usable answer, by step.',
      labelNames: ['step'],
      registers,
    }),
    shareRefusals: new Counter({
      name: 'oracle_gateway_share_refusals_total',
      help: 'Refusals because a share was used (own_share, strangers_share) or the whole (full), and connections closed for others.',
      labelNames: ['resource', 'reason'],
      registers,
    }),
    feeBalanceLamports: new Gauge({
      name: 'oracle_gateway_fee_balance_lamports',
      help: 'Lamports of the accounts that pay for settlements. Of several, only one counts with the 10,000,000 that each keeps back.',
      registers,
    }),
    owedLamports: new Gauge({
      name: 'oracle_gateway_owed_lamports',
      help: 'Most lamports that the settlements of served rounds will take, of all processes of the keypair. Each scrape renews it.',
      registers,
    }),
    rpcCalls: new Counter({
      name: 'oracle_gateway_rpc_calls_total',
      help: 'Calls of each ledger RPC server, by its place in the list, from 0, and outcome: answered, refused, too_many, behind (it lags), ahead (its slot is beyond what time explains), failed, other_cluster.',
      labelNames: ['server', 'outcome'],
      registers,
    }),
    rpcServerUp: new Gauge({
      name: 'oracle_gateway_rpc_server_up',
      help: 'Of several RPC servers, 1 while this one answers, 0 while calls go to another.',
      labelNames: ['server'],
      registers,
    }),
    keys: createKeyWatch({ prefix: 'oracle_gateway', registry }),
  };
  metrics.facilitatorUp.set(Number.NaN);
  beginAtZero(metrics.outboxTroubles, { action: OUTBOX_ACTIONS });
  beginAtZero(metrics.facilitatorTroubles, { step: FACILITATOR_STEPS });
  beginAtZero(metrics.payments, { by: ['request', 'sweep'], outcome: ['paid', 'unpaid', 'unknown'] });
  beginAtZero(metrics.shareRefusals, { resource: SHARED_RESOURCES, reason: ['full', 'own_share', 'strangers_share'] });
  beginAtZero(metrics.shareRefusals, { resource: ['connections'], reason: ['closed'] });
  return metrics;
}

const BAD_REQUEST = 400;
const SERVER_ERROR = 500;
const TOO_MANY_REQUESTS = 429;

/** Codes with which a round can fail. */
const FAILURES = Object.entries<ErrorRule>(errorRules).flatMap(([code, { status }]) => (status >= SERVER_ERROR ? [code] : []));

/** Label sets of the good answers of an operation, and of its refusals that operators watch. */
function answersOf(responses: OperationSpec['responses']): { status: number; code: string; scope: string }[] {
  return Object.entries(responses).flatMap(([text, { codes = [] }]) => {
    const status = Number(text);
    if (status < BAD_REQUEST) return [{ status, code: '', scope: '' }];
    if (status < SERVER_ERROR && status !== TOO_MANY_REQUESTS) return [];
    return codes.map((code) => ({ status, code, scope: (errorRules[code] as ErrorRule).scope ?? '' }));
  });
}
