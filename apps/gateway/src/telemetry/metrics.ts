import { Counter, Gauge, Histogram, Registry } from 'prom-client';

const LATENCY_BUCKETS_SECONDS = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 12, 25];

/** Every metric of the gateway, on a registry of its own so that two gateways in one process stay apart. */
/** Sources of the values that are read when metrics are collected. */
export interface GaugeSources {
  readonly roundsInFlight: () => number;
  /** Milliseconds by which the own clock is ahead of the nodes' clocks; null while unknown. */
  readonly clockOffsetMs: () => number | null;
}

export interface Metrics {
  /** Before this call, there are no rounds and the clock is unknown. */
  readFrom(sources: GaugeSources): void;
  readonly registry: Registry;
  readonly httpRequests: Counter<'operation' | 'status' | 'scope'>;
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
  readonly paymentCalls: Counter;
  readonly paymentsOpen: Gauge;
  readonly oldestPaymentSeconds: Gauge;
  readonly facilitatorTroubles: Counter<'step'>;
  readonly shareRefusals: Counter<'resource' | 'reason'>;
  readonly feeBalanceLamports: Gauge;
  readonly owedLamports: Gauge;
  readonly rpcCalls: Counter<'server' | 'outcome'>;
  readonly rpcServerUp: Gauge<'server'>;
}

export function createMetrics(): Metrics {
  let sources: GaugeSources = { roundsInFlight: () => 0, clockOffsetMs: () => null };
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
  const latency = { buckets: LATENCY_BUCKETS_SECONDS, registers };
  return {
    registry,
    readFrom: (opened) => void (sources = opened),
    httpRequests: new Counter({
      name: 'oracle_gateway_http_requests_total',
      help: 'Answers by operation and status. Those for want of room have the scope of their refusal: caller, gateway or nodes.',
      labelNames: ['operation', 'status', 'scope'],
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
      help: "Lamports of the gateway's key, which pays for settlements.",
      registers,
    }),
    owedLamports: new Gauge({
      name: 'oracle_gateway_owed_lamports',
      help: 'Most lamports that the settlements of served rounds will take, of all processes of the keypair. Each call of /ready renews it.',
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
  };
}
