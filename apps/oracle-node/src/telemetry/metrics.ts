import { Counter, Gauge, Histogram, Registry } from 'prom-client';

const PREFIX = 'oracle_node_';

export interface NodeMetrics {
  readonly registry: Registry;
  readonly requests: Counter<'operation' | 'code'>;
  readonly requestDuration: Histogram<'operation'>;
  readonly unauthorized: Counter<'reason'>;
  readonly rpcCalls: Counter<'server' | 'outcome'>;
  readonly rpcServerUp: Gauge<'server'>;
}

/** Figures that are read when the metrics are scraped. */
export interface NodeFigures {
  readonly openSessions: () => number;
  readonly commitments: () => number;
  readonly signedValues: () => number;
  readonly registryVersion: () => number;
  readonly ledgerViewAgeSeconds: () => number;
  readonly encryptionKeyHeld: () => number;
}

/** All metrics of one node, in their own registry: two nodes in one process do not mix. */
export function createMetrics(deps: NodeFigures): NodeMetrics {
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
  gauge('open_sessions', 'Signing sessions that hold nonces', deps.openSessions);
  gauge('commitments', 'Unused nonce pairs that were committed to in advance', deps.commitments);
  gauge('signed_values', 'Remembered values, one for each feed and time', deps.signedValues);
  gauge('registry_version', 'Registry version in the view of this node, 0 without a view', deps.registryVersion);
  gauge('ledger_view_age_seconds', 'Age of the view of the ledger, -1 without a view', deps.ledgerViewAgeSeconds);
  gauge(
    'encryption_key_held',
    '1 when this node has the encryption key that the ledger names, 0 when not, -1 when the ledger names none',
    deps.encryptionKeyHeld,
  );
  return {
    registry,
    requests: new Counter({
      name: `${PREFIX}requests_total`,
      help: 'Requests by operation and outcome: ok or the error code',
      labelNames: ['operation', 'code'],
      registers,
    }),
    requestDuration: new Histogram({
      name: `${PREFIX}request_duration_seconds`,
      help: 'Time from the complete request to the answer',
      labelNames: ['operation'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    unauthorized: new Counter({
      name: `${PREFIX}unauthorized_total`,
      help: 'Requests refused with 401, by reason',
      labelNames: ['reason'],
      registers,
    }),
    rpcCalls: new Counter({
      name: `${PREFIX}rpc_calls_total`,
      help: 'Calls of RPC servers, by position in the list from 0 and by outcome: answered, refused, too_many, behind, failed, other_cluster',
      labelNames: ['server', 'outcome'],
      registers,
    }),
    rpcServerUp: new Gauge({
      name: `${PREFIX}rpc_server_up`,
      help: '1 when this RPC server answers, 0 while calls go to another',
      labelNames: ['server'],
      registers,
    }),
  };
}
