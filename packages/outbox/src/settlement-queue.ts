import type { Address, RoundId } from '@oracle-gateway/protocol';
import { Queue } from 'bullmq';
import { outboxPrefix } from './keys.js';
import type { OutboxConnection } from './scripts.js';

export const SETTLEMENT_QUEUE = 'settlement';

/** What a queue's consumer keeps of jobs that are over: nothing, so that their round can be woken again. */
export const SETTLEMENT_JOBS_KEPT = { removeOnComplete: { count: 0 }, removeOnFail: { count: 0 } } as const;

/** A wake-up names a round; everything else is in the record. Small: its hash stays a list pack while no value is longer than 64 bytes. */
export interface SettlementJob {
  readonly roundId: string;
}

/** Wakes settlement workers. A lost wake-up, or a lost queue, loses no settlement: the sweep finds every due record. */
export interface SettlementQueue {
  /** Adds a job for the round unless one waits already. Never rejects: a failure goes to `onFailure`, by default `onWakeFailure` of the queue. */
  wake(roundId: RoundId, onFailure?: WakeFailureListener): Promise<void>;
  close(): Promise<void>;
}

export type WakeFailureListener = (error: unknown, roundId: RoundId) => void;

export interface SettlementQueueOptions {
  readonly redis: OutboxConnection;
  readonly gateway: Address;
  readonly onWakeFailure?: WakeFailureListener;
}

/** BullMQ's key prefix: the same hash tag as the records. */
export function settlementQueuePrefix(gateway: Address): string {
  return outboxPrefix(gateway);
}

/**
 * The sending end of the queue. A job is one attempt, BullMQ's default; the record counts attempts. The consumer removes jobs when done or failed
 * (SETTLEMENT_JOBS_KEPT), because BullMQ silently ignores an id that still exists.
 */
export function createSettlementQueue({ redis, gateway, onWakeFailure = () => undefined }: SettlementQueueOptions): SettlementQueue {
  const queue = new Queue<SettlementJob>(SETTLEMENT_QUEUE, {
    connection: redis,
    prefix: settlementQueuePrefix(gateway),
    // The queue's events have no listener.
    streams: { events: { maxLen: 0 } },
  });
  // Connection trouble is reported by the wake-up it breaks; without a listener it would end the process.
  queue.on('error', () => undefined);
  return {
    async wake(roundId, onFailure = onWakeFailure) {
      try {
        await queue.add('settle', { roundId }, { jobId: settlementJobId(roundId) });
      } catch (error) {
        onFailure(error, roundId);
      }
    },
    close: () => queue.close(),
  };
}

/** BullMQ refuses ids that look like integers, hence the letter. 22 characters of base58, 128 bits, tell rounds apart, and the job stays small. */
export function settlementJobId(roundId: RoundId): string {
  return `s-${roundId.slice(0, 22)}`;
}
