import type { Config } from './config.js';
import type { Context } from './context.js';
import { repeat } from './repeat.js';
import { createSettlementBatches } from './settlement-batches.js';
import { createSettlementConsumer } from './settlement-consumer.js';
import { settleRound } from './settle-round.js';
import { createSweep } from './sweep.js';
import { withinMs } from './within.js';

/** After this long a stopping worker no longer waits for confirmations; the rest of the ten seconds is for writing that down. */
const STOP_PATIENCE_MS = 7_000;
/** A server that does not answer must not keep the process alive. */
const STOP_TIMEOUT_MS = 9_500;

/** Begins to take wake-ups and to sweep. */
export function startSettling(context: Context, { batchLimit, intervalSeconds }: Config['settlement']): { stop(): Promise<void> } {
  const { settling, queue, queueRedis, gateway, stop } = context;
  const { logger } = settling;
  const intervalMs = intervalSeconds * 1_000;
  const batches = createSettlementBatches({
    limit: batchLimit,
    intervalMs,
    settle: async (roundIds) => {
      const results = await Promise.allSettled(roundIds.map((roundId) => settleRound(settling, roundId)));
      for (const [index, result] of results.entries()) {
        if (result.status === 'rejected')
          logger.error({ roundId: roundIds[index], err: result.reason as unknown }, 'the outbox failed; the round waits');
      }
    },
  });
  const consumer = createSettlementConsumer({ redis: queueRedis, gateway, batchLimit, batches, logger });
  const sweep = repeat(createSweep({ ...settling, queue }), intervalMs);

  return {
    async stop() {
      const patience = setTimeout(() => stop.abort(), STOP_PATIENCE_MS);
      const finished = Promise.all([sweep.stop(), batches.close(), consumer.close()]);
      const isInTime = await withinMs(finished, STOP_TIMEOUT_MS);
      clearTimeout(patience);
      if (!isInTime) logger.error('stopped with unfinished work; the records hold where it stands');
    },
  };
}
