import type { RoundId } from '@oracle-gateway/protocol';
import type { PassDeps } from '../pass/pass-deps.js';
import type { SettlementPass } from '../pass/settlement-pass.js';

export type PullDeps = Pick<PassDeps, 'outbox' | 'upstreams' | 'metrics' | 'logger'> & {
  readonly pass: Pick<SettlementPass, 'room' | 'untilRoom' | 'take'>;
};

/** Records looked at in one command. */
const PAGE = 100;
/** Rounds remembered as tried in one run; after so many it begins anew. */
const MAX_TRIED = 10_000;

/**
 * Takes what is due in hand, the longest waiting first, whether a wake-up for it was lost or not, until nothing is due or nothing more is to
 * be had. A backlog is drained as fast as rounds are settled, by as many workers as there are: each takes what the others have not claimed.
 */
export function createPullStep({ outbox, upstreams, metrics, logger, pass }: PullDeps): () => Promise<void> {
  return async () => {
    const tried = new Set<RoundId>();
    let skip = 0;
    try {
      while (upstreams.isUp('ledger') && tried.size <= MAX_TRIED) {
        const limit = Math.min(PAGE, pass.room());
        if (limit === 0) {
          await pass.untilRoom(PAGE);
          continue;
        }
        const due = await outbox.due({ limit, skip });
        upstreams.answered('outbox');
        const fresh = due.filter((roundId) => !tried.has(roundId));
        fresh.forEach((roundId) => tried.add(roundId));
        if (fresh.length > 0) await pass.take(fresh, 'settle');
        // Records that are still listed after they were tried cannot be claimed now; they must not hide those behind them.
        else skip += due.length;
        if (due.length < limit) return;
      }
    } catch (error) {
      upstreams.failed('outbox', error);
      metrics.sweepFailures.inc({ step: 'due' });
      logger.debug({ err: error }, 'due rounds could not be read');
    }
  };
}
