import {
  roundsOfJob,
  type OutboxConnection,
  SETTLEMENT_JOBS_KEPT,
  SETTLEMENT_QUEUE,
  settlementQueuePrefix,
  type SettlementJob,
} from '@oracle-gateway/outbox';
import type { Address } from '@oracle-gateway/protocol';
import { Worker } from 'bullmq';
import type { Logger } from 'pino';
import type { SettlementBatches } from './settlement-batches.js';

export interface SettlementConsumer {
  /** Takes no further job; resolves when the rounds of the taken jobs are claimed. */
  close(): Promise<void>;
}

export interface SettlementConsumerDeps {
  /** A connection that may block. */
  readonly redis: OutboxConnection;
  readonly gateway: Address;
  /** Jobs held at once: a full batch. A job ends when its round is claimed, so the next batch fills while the last one is settled. */
  readonly batchLimit: number;
  readonly batches: Pick<SettlementBatches, 'add'>;
  readonly logger: Logger;
}

/** A job of a dead worker returns to the queue after this long, any number of times. Whether work is left depends on the record alone. */
const JOB_LOCK_MS = 15_000;
const STALLED_CHECK_MS = 5_000;
/** BullMQ's own pause after trouble with the connection is 15 s: longer than a failover. */
const RETRY_MS = 1_000;

/** Takes wake-ups off the queue. The result of a job has no meaning: the record holds the state of the round. */
export function createSettlementConsumer({ redis, gateway, batchLimit, batches, logger }: SettlementConsumerDeps): SettlementConsumer {
  const worker = new Worker<SettlementJob>(
    SETTLEMENT_QUEUE,
    async ({ data }) => {
      await Promise.all(roundsOfJob(data).map((roundId) => batches.add(roundId)));
    },
    {
      connection: redis,
      prefix: settlementQueuePrefix(gateway),
      concurrency: batchLimit,
      lockDuration: JOB_LOCK_MS,
      stalledInterval: STALLED_CHECK_MS,
      runRetryDelay: RETRY_MS,
      maxStalledCount: Number.MAX_SAFE_INTEGER,
      ...SETTLEMENT_JOBS_KEPT,
    },
  );
  worker.on('error', (error) => logger.warn({ reason: error.message }, 'the settlement queue has trouble'));
  return { close: () => worker.close() };
}
