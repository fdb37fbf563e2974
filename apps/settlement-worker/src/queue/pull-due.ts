import type { RoundId } from '@oracle-gateway/protocol';
import type { PassDeps } from '../pass/pass-deps.js';
import type { SettlementPass } from '../pass/settlement-pass.js';

export type PullDeps = Pick<PassDeps, 'outbox' | 'upstreams' | 'metrics' | 'logger'> & {
  readonly pass: Pick<SettlementPass, 'room' | 'untilRoom' | 'take'>;
};

/** Records looked at in one command. */
const PAGE = 100;
/** Rounds that one run remembers as tried. It ends after this many. */
const MAX_TRIED = 10_000;

/**
 * Claims due rounds, the longest waiting first, until no due round is left that can be claimed. It needs no wake-up, so a lost one costs
 * nothing. Several workers drain a backlog together: each takes the rounds that the others have not claimed.
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
        // Records that stay listed after they were tried cannot be claimed now. They must not hide the records behind them.
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
