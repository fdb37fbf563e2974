import type { OutboxConnection } from '@oracle-gateway/outbox';
import { Queue, Worker } from 'bullmq';

export interface ScheduleDeps {
  readonly redis: OutboxConnection;
  /** A connection that may block. */
  readonly blockingRedis: OutboxConnection;
  /** Beginning of all keys. */
  readonly prefix: string;
  /** Checks at once of one keeper. */
  readonly concurrency: number;
  /** Names of feeds and milliseconds between two checks. */
  readonly periods: ReadonlyMap<string, number>;
  /** Checks a feed. Never rejects. */
  readonly onTick: (feed: string) => Promise<void>;
  readonly onTrouble: (error: Error) => void;
}

/** The clock of all keepers of one Redis: each check is a job that one of them takes. */
export interface Schedule {
  /** Adds what is missing in Redis, changes what differs, and removes feeds that are kept no more. */
  renew(): Promise<void>;
  /** Begins to check. */
  start(): void;
  /** Takes no further job; resolves when the checks of this keeper have ended. */
  close(): Promise<void>;
}

const QUEUE = 'checks';
/** A job of a dead keeper returns after this long. Its feed's claim decides what happens then. */
const JOB_LOCK_MS = 5_000;
const STALLED_CHECK_MS = 2_500;
/** BullMQ's own pause after trouble with the connection is 15 s: longer than a failover. */
const RETRY_MS = 1_000;
const NOTHING_KEPT = { removeOnComplete: { count: 0 }, removeOnFail: { count: 0 } } as const;

interface Tick {
  readonly feed: string;
}

export function createSchedule({ redis, blockingRedis, prefix, concurrency, periods, onTick, onTrouble }: ScheduleDeps): Schedule {
  const queue = new Queue<Tick>(QUEUE, { connection: redis, prefix, streams: { events: { maxLen: 0 } } });
  queue.on('error', onTrouble);
  const worker = new Worker<Tick>(QUEUE, ({ data }) => (periods.has(data.feed) ? onTick(data.feed) : Promise.resolve()), {
    connection: blockingRedis,
    prefix,
    concurrency,
    autorun: false,
    lockDuration: JOB_LOCK_MS,
    stalledInterval: STALLED_CHECK_MS,
    runRetryDelay: RETRY_MS,
    maxStalledCount: Number.MAX_SAFE_INTEGER,
    ...NOTHING_KEPT,
  });
  worker.on('error', onTrouble);

  return {
    async renew() {
      const there = new Map((await queue.getJobSchedulers()).map(({ key, every }) => [key, every]));
      for (const key of there.keys()) if (!periods.has(key)) await queue.removeJobScheduler(key);
      for (const [feed, every] of periods) {
        if (Number(there.get(feed)) === every) continue;
        // One step in Redis: of several keepers that do so, one scheduler is left.
        await queue.upsertJobScheduler(feed, { every }, { name: 'check', data: { feed }, opts: NOTHING_KEPT });
      }
    },
    start() {
      worker.run().catch((error: unknown) => onTrouble(error instanceof Error ? error : new Error('the queue has ended')));
    },
    async close() {
      await worker.close();
      await queue.close();
    },
  };
}
