import type { Address, RoundId } from '@oracle-gateway/protocol';
import { Queue } from 'bullmq';
import type { OutboxConnection } from '../connection/scripts.js';
import { isRoundId } from '../records/round-id.js';
import { outboxPrefix } from '../wire/keys.js';

/** Name of the queue that wakes workers. */
export const SETTLEMENT_QUEUE = 'settlement';

/** Finished jobs that a queue's consumer keeps: nothing, so that their round can be woken again. */
export const SETTLEMENT_JOBS_KEPT = { removeOnComplete: { count: 0 }, removeOnFail: { count: 0 } } as const;

/** A wake-up names rounds; everything else is in their records. */
export interface SettlementJob {
  readonly roundId: string;
  /** Rounds that were gathered with it. A worker of an earlier build leaves them to its sweep. */
  readonly others?: readonly string[];
}

/** Wakes settlement workers. A lost wake-up, or a lost queue, loses no settlement: the sweep finds every due record. */
export interface SettlementQueue {
  /**
   * Resolves once a job names the round. Rounds that are woken within a tenth of a second share a job. Never rejects: a failure goes to
   * `onFailure`, by default `onWakeFailure` of the queue.
   */
  wake(roundId: RoundId, onFailure?: WakeFailureListener): Promise<void>;
  /** Adds what is gathered. */
  close(): Promise<void>;
}

export type WakeFailureListener = (error: unknown, roundId: RoundId) => void;

/** Connection and Gateway account of the queue. */
export interface SettlementQueueOptions {
  readonly redis: OutboxConnection;
  readonly gateway: Address;
  readonly onWakeFailure?: WakeFailureListener;
}

/** Short beside the interval for which a worker's batch waits. */
const GATHER_MS = 100;
/** Rounds of one job: a worker's batch, unless it is configured otherwise. */
const MOST_GATHERED = 25;

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
  const adding = new Set<Promise<void>>();
  let gathering: Gathering | undefined;

  const add = async (listeners: ReadonlyMap<RoundId, WakeFailureListener>): Promise<void> => {
    const [roundId, ...others] = listeners.keys();
    if (roundId === undefined) return;
    try {
      const job = others.length === 0 ? { roundId } : { roundId, others };
      await queue.add('settle', job, { jobId: settlementJobId(roundId) });
    } catch (error) {
      for (const [failed, onFailure] of listeners) onFailure(error, failed);
    }
  };
  const endGathering = (): void => {
    if (gathering === undefined) return;
    const { listeners, timer, done } = gathering;
    gathering = undefined;
    clearTimeout(timer);
    const added = add(listeners).finally(() => adding.delete(added));
    adding.add(added);
    void added.then(() => done.forEach((resolve) => resolve()));
  };
  return {
    wake: (roundId, onFailure = onWakeFailure) =>
      new Promise((resolve) => {
        gathering ??= { listeners: new Map(), timer: setTimeout(endGathering, GATHER_MS), done: [] };
        gathering.listeners.set(roundId, onFailure);
        gathering.done.push(resolve);
        if (gathering.listeners.size >= MOST_GATHERED) endGathering();
      }),
    async close() {
      endGathering();
      await Promise.all(adding);
      await queue.close();
    },
  };
}

/** Rounds that one job will name, with who hears of a failure. */
interface Gathering {
  readonly listeners: Map<RoundId, WakeFailureListener>;
  readonly timer: NodeJS.Timeout;
  readonly done: (() => void)[];
}

/** The rounds that a job names. Another process wrote the job, so a member may have any form. */
export function roundsOfJob(job: { readonly roundId: unknown; readonly others?: unknown }): readonly RoundId[] {
  const others: readonly unknown[] = Array.isArray(job.others) ? job.others : [];
  return [job.roundId, ...others].filter((text) => typeof text === 'string' && isRoundId(text));
}

/** BullMQ refuses ids that look like integers, hence the letter. 22 characters of base58, 128 bits, tell rounds apart, and the job stays small. */
export function settlementJobId(roundId: RoundId): string {
  return `s-${roundId.slice(0, 22)}`;
}
