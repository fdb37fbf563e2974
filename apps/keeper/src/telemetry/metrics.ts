import { Counter, Gauge, Registry } from 'prom-client';

/** Parts that a keeper depends on. */
export const PARTS = ['redis', 'ledger', 'gateway'] as const;
export type Part = (typeof PARTS)[number] | `target ${string}`;

/** The part that one target of the file is. */
export function targetPart(name: string): Part {
  return `target ${name}`;
}

export interface Metrics {
  readonly registry: Registry;
  readonly ageSeconds: Gauge<'feed' | 'target'>;
  readonly heartbeatSeconds: Gauge<'feed'>;
  readonly checks: Counter<'feed' | 'outcome'>;
  readonly writes: Counter<'feed' | 'reason'>;
  readonly failures: Counter<'feed' | 'step'>;
  readonly spent: Gauge<'feed'>;
  readonly spendingLimit: Gauge<'feed'>;
  readonly payerWrites: Gauge<'target'>;
  readonly lapsesAtSeconds: Gauge<'target'>;
  readonly feesSpent: Gauge<'target'>;
  readonly feesLimit: Gauge<'target'>;
  readonly up: Gauge<'part'>;
}

/** One keeper's metrics, in their own registry. `renew` sets the metrics that depend on the time of the scrape. */
export function createMetrics(renew: (metrics: Pick<Metrics, 'ageSeconds'>) => void = () => undefined): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const metrics: Metrics = {
    registry,
    ageSeconds: new Gauge({
      name: 'oracle_keeper_feed_age_seconds',
      help: 'Age of the value on a target, by its stamp: nodes asked for it then. NaN: the feed has no value, or the target was not read yet. Alert above the heartbeat.',
      labelNames: ['feed', 'target'],
      registers,
      collect: () => renew(metrics),
    }),
    heartbeatSeconds: new Gauge({
      name: 'oracle_keeper_feed_heartbeat_seconds',
      help: 'Greatest age that the value may reach, by the configuration.',
      labelNames: ['feed'],
      registers,
    }),
    checks: new Counter({
      name: 'oracle_keeper_checks_total',
      help: 'Checks of feeds by outcome: not-due, written, written-elsewhere, claimed-elsewhere, backing-off, put-off, failed. A feed of a list is checked with it.',
      labelNames: ['feed', 'outcome'],
      registers,
    }),
    writes: new Counter({
      name: 'oracle_keeper_writes_total',
      help: 'Values that this keeper wrote, by reason: first, ended (an emergency), heartbeat, deviation, open (a purchase that was gone on with).',
      labelNames: ['feed', 'reason'],
      registers,
    }),
    failures: new Counter({
      name: 'oracle_keeper_failures_total',
      help: 'Checks that failed, by step: redis, ledger, source, gateway, submit.',
      labelNames: ['feed', 'step'],
      registers,
    }),
    spent: new Gauge({
      name: 'oracle_keeper_spent',
      help: 'What rounds of the day (UTC) have cost, by all keepers: atomic units, or rounds of a subscription. A feed of a list has its part.',
      labelNames: ['feed'],
      registers,
    }),
    spendingLimit: new Gauge({
      name: 'oracle_keeper_spending_limit',
      help: 'What they may cost: max_per_day. Absent without a limit.',
      labelNames: ['feed'],
      registers,
    }),
    payerWrites: new Gauge({
      name: 'oracle_keeper_payer_writes',
      help: 'Transactions that the key of a target can pay for, each at the highest fee. NaN: the target did not answer.',
      labelNames: ['target'],
      registers,
    }),
    lapsesAtSeconds: new Gauge({
      name: 'oracle_keeper_lapses_at_seconds',
      help: 'When the contract of an EVM chain takes no value any more unless a registry snapshot comes, unix seconds. Absent for Solana.',
      labelNames: ['target'],
      registers,
    }),
    feesSpent: new Gauge({
      name: 'oracle_keeper_fees_spent',
      help: 'What transactions of the day (UTC) have cost on a target, by all keepers: lamports, or gwei.',
      labelNames: ['target'],
      registers,
    }),
    feesLimit: new Gauge({
      name: 'oracle_keeper_fees_limit',
      help: 'What they may cost: max_fees_per_day. Absent without a limit.',
      labelNames: ['target'],
      registers,
    }),
    up: new Gauge({
      name: 'oracle_keeper_up',
      help: '1 where redis, ledger, gateway or a target answered this keeper the last time it asked, else 0.',
      labelNames: ['part'],
      registers,
    }),
  };
  return metrics;
}
