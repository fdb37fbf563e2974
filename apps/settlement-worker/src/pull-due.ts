import type { PassDependencies } from './pass/pass-dependencies.js';
import type { SettlementPass } from './pass/settlement-pass.js';

export type PullDependencies = Pick<PassDependencies, 'outbox' | 'standing' | 'metrics' | 'logger'> & {
  readonly pass: Pick<SettlementPass, 'room' | 'untilRoom' | 'take'>;
};

/** Records looked at in one command. */
const PAGE = 100;
/** A record at the head of the list that nobody can claim must not hide those behind it; so many of them are passed over. */
const MAX_SKIPPED = 1_000;

/**
 * Takes what is due in hand, the longest waiting first, whether a wake-up for it was lost or not, until nothing is due or nothing more is to
 * be had. A backlog is drained as fast as rounds are settled, by as many workers as there are: each takes what the others have not claimed.
 */
export function createPullStep({ outbox, standing, metrics, logger, pass }: PullDependencies): () => Promise<void> {
  return async () => {
    try {
      let skip = 0;
      while (standing.isUp('ledger') && skip <= MAX_SKIPPED) {
        const limit = Math.min(PAGE, pass.room());
        if (limit === 0) {
          await pass.untilRoom(PAGE);
          continue;
        }
        const due = await outbox.due({ limit, skip });
        standing.answered('outbox');
        const taken = await pass.take(due, 'settle');
        if (due.length < limit) return;
        // Others claim from the same head; what is still listed there after that cannot be claimed by us.
        skip = taken === 0 ? skip + due.length : 0;
      }
    } catch (error) {
      standing.failed('outbox', error);
      metrics.sweepFailures.inc({ step: 'due' });
      logger.debug({ err: error }, 'due rounds could not be read');
    }
  };
}
