import type { RoundId } from '@oracle-gateway/protocol';
import type { PassDeps } from '../pass/pass-deps.js';
import type { SettlementPass } from '../pass/settlement-pass.js';

export type PullDeps = Pick<PassDeps, 'outbox' | 'upstreams' | 'metrics' | 'logger'> & {
  readonly pass: Pick<SettlementPass, 'room' | 'untilRoom' | 'take'>;
  /** Rounds with an earlier timestamp, Unix seconds, are past half of their settlement window; null: the window is not known yet. */
  readonly halfTimeSeconds: () => number | null;
};

/** Records checked in one command. */
const PAGE = 100;
/** Rounds that one run remembers as tried. It ends after this many. */
const MAX_TRIED = 10_000;
/** Rounds past half of their window that one run takes first. Parked ones and claimed ones are among them, and are left alone. */
const MOST_LATE = 2_000;

/**
 * Claims due rounds until none is left that can be claimed: first those past half of their settlement window, the oldest first, then the
 * longest waiting. It needs no wake-up, so a lost one costs
 * nothing. Several workers drain a backlog together: each takes the rounds that the others have not claimed.
 */
export function createPullStep({ outbox, upstreams, metrics, logger, pass, halfTimeSeconds }: PullDeps): () => Promise<void> {
  return async () => {
    const tried = new Set<RoundId>();
    let late: readonly RoundId[] | null = null;
    let skip = 0;
    try {
      while (upstreams.isUp('ledger') && tried.size <= MAX_TRIED) {
        const limit = Math.min(PAGE, pass.room());
        if (limit === 0) {
          await pass.untilRoom(PAGE);
          continue;
        }
        const timestampSeconds: number | null = halfTimeSeconds();
        if (late === null && timestampSeconds !== null) late = await outbox.pendingBefore({ timestampSeconds, limit: MOST_LATE });
        if (late !== null && late.length > 0) {
          const first: readonly RoundId[] = late.slice(0, limit);
          late = late.slice(limit);
          first.forEach((roundId) => tried.add(roundId));
          await pass.take(first, 'settle');
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
