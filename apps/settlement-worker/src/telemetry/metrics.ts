import { beginAtZero, countConcluded, createKeyWatch, type KeyWatch } from '@oracle-gateway/process';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Parts that a worker depends on. */
export const PARTS = ['outbox', 'ledger'] as const;
export type Part = (typeof PARTS)[number];

export interface Metrics {
  readonly registry: Registry;
  readonly settled: Counter;
  readonly transactions: Counter;
  readonly rolledBack: Counter;
  readonly reclaimedReceipts: Counter;
  readonly reclaimedLamports: Counter;
  readonly receipts: Gauge<'state'>;
  readonly refused: Counter<'reason'>;
  readonly parked: Counter;
  readonly lapsed: Counter;
  readonly concluded: ReturnType<typeof countConcluded>;
  readonly rounds: Gauge<'state'>;
  readonly booksRows: Gauge<'state'>;
  readonly booksOldestSeconds: Gauge;
  readonly claimed: Gauge;
  readonly oldestPendingSeconds: Gauge;
  readonly windowSeconds: Gauge;
  readonly payerLamports: Gauge<'payer'>;
  readonly announcedChanges: Gauge;
  readonly up: Gauge<'part'>;
  readonly rpcCalls: Counter<'method' | 'outcome'>;
  readonly rpcServerCalls: Counter<'server' | 'outcome'>;
  readonly rpcServerUp: Gauge<'server'>;
  /** Watch of the gateway's keys and of the keys that pay. */
  readonly keys: KeyWatch;
  readonly sweepSeconds: Histogram;
  readonly sweepFailures: Counter<'step'>;
}

/** One worker's metrics, in their own registry. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const metrics: Metrics = {
    registry,
    settled: new Counter({ name: 'oracle_settlement_settled_total', help: 'Rounds this worker found or made settled.', registers }),
    transactions: new Counter({
      name: 'oracle_settlement_transactions_total',
      help: 'Transactions that this worker made; each settles one round or several.',
      registers,
    }),
    rolledBack: new Counter({
      name: 'oracle_settlement_rolled_back_total',
      help: 'Settlements that vanished from the ledger before they were final; their rounds are pending again.',
      registers,
    }),
    reclaimedReceipts: new Counter({
      name: 'oracle_settlement_reclaimed_receipts_total',
      help: 'Receipts that this worker closed because their rounds can never settle again.',
      registers,
    }),
    reclaimedLamports: new Counter({
      name: 'oracle_settlement_reclaimed_lamports_total',
      help: 'Lamports that came back with closed receipts and signer sets.',
      registers,
    }),
    receipts: new Gauge({
      name: 'oracle_settlement_receipts',
      help: 'Receipts that are not closed: open are in the index that all workers share, forgotten had no room in it. NaN: the outbox did not answer.',
      labelNames: ['state'],
      registers,
    }),
    refused: new Counter({
      name: 'oracle_settlement_refused_total',
      help: "Refusals by reason: the program's error name, or transaction, instruction, program (another program's), conflict, internal.",
      labelNames: ['reason'],
      registers,
    }),
    parked: new Counter({ name: 'oracle_settlement_parked_total', help: 'Rounds whose attempts were used up. Alert on any.', registers }),
    lapsed: new Counter({ name: 'oracle_settlement_lapsed_total', help: 'Rounds that can no longer be settled. Alert on any.', registers }),
    concluded: countConcluded({
      prefix: 'oracle_settlement',
      registry,
      help: 'Atomic units of the stablecoin of rounds that this worker concluded, by path and conclusion of the books: final was taken; lapsed and rolled-back were not. A subscription is paid in advance, so that its rounds add 0.',
    }),
    rounds: new Gauge({
      name: 'oracle_settlement_rounds',
      help: 'Records of the outbox by state: reserved, pending (parked and held ones included), parked, held (until an operator releases them), unfinal (settled, not final yet). NaN: the outbox did not answer.',
      labelNames: ['state'],
      registers,
    }),
    booksRows: new Gauge({
      name: 'oracle_settlement_books_rows',
      help: 'Rows of the books by state: waiting to be pulled (1,000,000 at most), lost because they found no room. NaN: the outbox did not answer.',
      labelNames: ['state'],
      registers,
    }),
    booksOldestSeconds: new Gauge({
      name: 'oracle_settlement_books_oldest_seconds',
      help: 'Age of the oldest row of the books that waits to be pulled; 0 without one, NaN: the outbox did not answer.',
      registers,
    }),
    claimed: new Gauge({ name: 'oracle_settlement_in_hand', help: 'Rounds that this worker has claimed.', registers }),
    oldestPendingSeconds: new Gauge({
      name: 'oracle_settlement_oldest_pending_seconds',
      help: 'Age of the oldest pending round by its own timestamp; 0 without one, NaN: the outbox did not answer. Alert at half of the settle window.',
      registers,
    }),
    windowSeconds: new Gauge({
      name: 'oracle_settlement_window_seconds',
      help: 'Age beyond which the program refuses a round, as the ledger had it last. NaN: it was not read yet.',
      registers,
    }),
    payerLamports: new Gauge({
      name: 'oracle_settlement_payer_lamports',
      help: 'Lamports of each account that pays for the settlements of the shard, and for their receipts. NaN: the ledger did not answer.',
      labelNames: ['payer'],
      registers,
    }),
    announcedChanges: new Gauge({
      name: 'oracle_settlement_announced_changes',
      help: 'Announced changes of the program, its nodes or its administrator that can still be made. NaN: the server refuses getProgramAccounts, or the ledger did not answer. Alert on any.',
      registers,
    }),
    up: new Gauge({
      name: 'oracle_settlement_up',
      help: '1 where outbox or ledger answered this worker the last time it asked, else 0.',
      labelNames: ['part'],
      registers,
    }),
    rpcCalls: new Counter({
      name: 'oracle_settlement_rpc_calls_total',
      help: 'Calls of the ledger RPC, by method and outcome: answered, too_many, failed.',
      labelNames: ['method', 'outcome'],
      registers,
    }),
    rpcServerCalls: new Counter({
      name: 'oracle_settlement_rpc_server_calls_total',
      help: 'Calls of each ledger RPC server, by its place in the list, from 0, and outcome: answered, refused, too_many, behind (it lags), ahead (its slot is beyond what time explains), failed, other_cluster.',
      labelNames: ['server', 'outcome'],
      registers,
    }),
    rpcServerUp: new Gauge({
      name: 'oracle_settlement_rpc_server_up',
      help: 'Of several RPC servers, 1 while this one answers, 0 while calls go to another.',
      labelNames: ['server'],
      registers,
    }),
    keys: createKeyWatch({ prefix: 'oracle_settlement', registry }),
    sweepSeconds: new Histogram({
      name: 'oracle_settlement_sweep_seconds',
      help: 'Duration of one sweep.',
      buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 30],
      registers,
    }),
    sweepFailures: new Counter({
      name: 'oracle_settlement_sweep_failures_total',
      help: 'Failed steps of sweeps, by step.',
      labelNames: ['step'],
      registers,
    }),
  };
  metrics.windowSeconds.set(Number.NaN);
  metrics.announcedChanges.set(Number.NaN);
  beginAtZero(metrics.sweepFailures, { step: ['expire', 'due', 'lapse', 'statistics', 'finality'] });
  return metrics;
}
