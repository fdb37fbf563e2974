import type { RoundId } from '@oracle-gateway/protocol';

/** Collects rounds until a batch is full or the interval has passed. */
export interface SettlementBatches {
  /** Resolves when the round's batch was taken, or when the collector was closed before. */
  add(roundId: RoundId): Promise<void>;
  /** Starts no further batch; waiting rounds stay due. Resolves when the batches that were started are taken. */
  close(): Promise<void>;
}

export interface SettlementBatchesInput {
  /** A batch of this size does not wait. */
  readonly limit: number;
  readonly intervalMs: number;
  /** `isFull`: the batch did not wait for the interval. */
  readonly take: (roundIds: readonly RoundId[], isFull: boolean) => Promise<void>;
}

interface Waiting {
  readonly roundId: RoundId;
  readonly done: () => void;
  readonly failed: (reason: unknown) => void;
}

export function createSettlementBatches({ limit, intervalMs, take }: SettlementBatchesInput): SettlementBatches {
  let waiting: Waiting[] = [];
  let isClosed = false;
  const running = new Set<Promise<void>>();

  const start = (isFull: boolean): void => {
    if (waiting.length === 0) return;
    const batch = waiting;
    waiting = [];
    const taken = take(
      batch.map(({ roundId }) => roundId),
      isFull,
    );
    const run = taken.then(
      () => batch.forEach(({ done }) => done()),
      (reason: unknown) => batch.forEach(({ failed }) => failed(reason)),
    );
    running.add(run);
    void run.finally(() => running.delete(run));
  };
  const timer = setInterval(() => start(false), intervalMs);

  return {
    add(roundId) {
      if (isClosed) return Promise.resolve();
      return new Promise((done, failed) => {
        waiting.push({ roundId, done, failed });
        if (waiting.length >= limit) start(true);
      });
    },
    async close() {
      isClosed = true;
      clearInterval(timer);
      waiting.forEach(({ done }) => done());
      waiting = [];
      await Promise.all(running);
    },
  };
}
