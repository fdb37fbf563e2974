import { beginAtZero } from '@oracle-gateway/process';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

const PREFIX = 'oracle_node_';

/** Why a thread was lost: it ended by itself, it hung, or it needed more memory than it may have. */
export const THREAD_LOSSES = ['ended', 'hung', 'grown'] as const;
export type ThreadLoss = (typeof THREAD_LOSSES)[number];

export interface NodeMetrics {
  readonly registry: Registry;
  readonly requests: Counter<'operation' | 'code'>;
  readonly requestDuration: Histogram<'operation'>;
  readonly unauthorized: Counter<'reason'>;
  readonly streamEnds: Counter<'reason'>;
  readonly threadLosses: Counter<'reason'>;
  readonly rpcCalls: Counter<'server' | 'outcome'>;
  readonly rpcServerUp: Gauge<'server'>;
}

/** Values that are read when the metrics are scraped. */
export interface MetricsDeps {
  readonly streams: () => number;
  readonly openSessions: () => number;
  readonly commitments: () => number;
  readonly registryVersion: () => number;
  readonly ledgerViewAgeSeconds: () => number;
  readonly encryptionKeyHeld: () => number;
}

/** All metrics of one node, in their own registry: two nodes in one process do not mix. */
export function createMetrics(deps: MetricsDeps): NodeMetrics {
  const registry = new Registry();
  const registers = [registry];
  const gauge = (name: string, help: string, read: () => number): void => {
    new Gauge({
      name: PREFIX + name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  };
  gauge('streams', 'Open streams of gateways.', deps.streams);
  gauge('open_sessions', 'Signing sessions that hold nonces.', deps.openSessions);
  gauge('commitments', 'Unused nonce pairs that the node committed to in advance; 0 while gateways ask for none.', deps.commitments);
  gauge('registry_version', 'Registry version in the view of this node; 0 without a view.', deps.registryVersion);
  gauge('ledger_view_age_seconds', 'Age of the view of the ledger; -1 without a view.', deps.ledgerViewAgeSeconds);
  gauge(
    'encryption_key_held',
    '1 while this node has the encryption key that the ledger names, 0 while not; -1 without a Node account.',
    deps.encryptionKeyHeld,
  );
  const metrics: NodeMetrics = {
    registry,
    requests: new Counter({
      name: `${PREFIX}requests_total`,
      help: 'Requests by operation and outcome: ok, an error code, or abandoned when the gateway left before the answer.',
      labelNames: ['operation', 'code'],
      registers,
    }),
    requestDuration: new Histogram({
      name: `${PREFIX}request_duration_seconds`,
      help: 'Time from the complete request to the answer.',
      labelNames: ['operation'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    unauthorized: new Counter({
      name: `${PREFIX}unauthorized_total`,
      help: 'Requests refused with 401, by reason.',
      labelNames: ['reason'],
      registers,
    }),
    streamEnds: new Counter({
      name: `${PREFIX}stream_ends_total`,
      help: 'Streams that ended, by reason: done and going_away are orderly, the others are in docs/protocol.md.',
      labelNames: ['reason'],
      registers,
    }),
    threadLosses: new Counter({
      name: `${PREFIX}source_thread_losses_total`,
      help: 'Threads of sources that were lost and started anew, by reason: ended, hung, or grown beyond their memory.',
      labelNames: ['reason'],
      registers,
    }),
    rpcCalls: new Counter({
      name: `${PREFIX}rpc_calls_total`,
      help: 'Calls of each RPC server, by its place in the list, from 0, and outcome: answered, refused, too_many, behind (it lags), ahead (its slot is beyond what time explains), failed, other_cluster.',
      labelNames: ['server', 'outcome'],
      registers,
    }),
    rpcServerUp: new Gauge({
      name: `${PREFIX}rpc_server_up`,
      help: 'Of several RPC servers, 1 while this one answers, 0 while calls go to another.',
      labelNames: ['server'],
      registers,
    }),
  };
  beginAtZero(metrics.threadLosses, { reason: THREAD_LOSSES });
  return metrics;
}
