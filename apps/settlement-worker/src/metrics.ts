import { Counter, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  readonly registry: Registry;
  readonly settled: Counter;
  readonly refused: Counter<'reason'>;
  readonly parked: Counter;
  readonly lapsed: Counter;
  readonly rounds: Gauge<'state'>;
  readonly oldestPendingSeconds: Gauge;
  readonly sweepSeconds: Histogram;
  readonly sweepFailures: Counter<'step'>;
}

/** One worker's metrics, on a registry of their own. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    settled: new Counter({ name: 'oracle_settlement_settled_total', help: 'Rounds this worker found or made settled.', registers }),
    refused: new Counter({ name: 'oracle_settlement_refused_total', help: 'Refusals, by reason.', labelNames: ['reason'], registers }),
    parked: new Counter({ name: 'oracle_settlement_parked_total', help: 'Rounds whose attempts were used up.', registers }),
    lapsed: new Counter({ name: 'oracle_settlement_lapsed_total', help: 'Rounds that can no longer be settled.', registers }),
    rounds: new Gauge({
      name: 'oracle_settlement_rounds',
      help: 'Records of the outbox by state; pending includes parked.',
      labelNames: ['state'],
      registers,
    }),
    oldestPendingSeconds: new Gauge({
      name: 'oracle_settlement_oldest_pending_seconds',
      help: "Age of the oldest pending round by its own timestamp; 0 without one. Alert at half of the program's settlement window.",
      registers,
    }),
    sweepSeconds: new Histogram({
      name: 'oracle_settlement_sweep_seconds',
      help: 'Duration of one sweep.',
      buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 30],
      registers,
    }),
    sweepFailures: new Counter({
      name: 'oracle_settlement_sweep_failures_total',
      help: 'Failed steps of sweeps.',
      labelNames: ['step'],
      registers,
    }),
  };
}
