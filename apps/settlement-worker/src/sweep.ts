import type { Outbox, SettlementQueue } from '@oracle-gateway/outbox';
import type { RoundId } from '@oracle-gateway/protocol';
import type { ClaimDependencies } from './claim.js';
import { lapseRound } from './lapse-round.js';

export type SweepDependencies = ClaimDependencies & {
  readonly queue: Pick<SettlementQueue, 'wake'>;
};

/** Records looked at by one step of one sweep; the rest is found by the next. */
const STEP_LIMIT = 500;

/**
 * What no wake-up brings about: reservations whose owner died, due records without a job, rounds whose window has passed, figures.
 * A step that fails keeps none of the others from running.
 */
export function createSweep(dependencies: SweepDependencies): () => Promise<void> {
  const { metrics, logger } = dependencies;
  const steps = {
    expire: () => expireReservations(dependencies),
    wake: () => wakeDue(dependencies),
    lapse: createLapseStep(dependencies),
    figures: () => reportFigures(dependencies),
  };
  return async () => {
    const endTimer = metrics.sweepSeconds.startTimer();
    for (const [step, runStep] of Object.entries(steps)) {
      try {
        await runStep();
      } catch (error) {
        metrics.sweepFailures.inc({ step });
        logger.error({ step, err: error }, 'a step of the sweep failed');
      }
    }
    endTimer();
  };
}

async function expireReservations({ outbox, logger }: SweepDependencies): Promise<void> {
  const expired = await outbox.expireReservations({ limit: STEP_LIMIT });
  if (expired > 0) logger.warn({ expired }, 'reservations without a result have expired');
}

/** A job that waits already is left alone; the record decides whether there is anything to do. */
async function wakeDue({ outbox, queue }: SweepDependencies): Promise<void> {
  const due = await outbox.due({ limit: STEP_LIMIT });
  await Promise.all(due.map((roundId) => queue.wake(roundId)));
}

function createLapseStep(dependencies: SweepDependencies): () => Promise<void> {
  const { outbox, ledger, logger } = dependencies;
  let warnedOf: RoundId | undefined;
  return async () => {
    const { settleWindowSeconds } = await ledger.reader.config();
    const windowSeconds = Number(settleWindowSeconds);
    const clockSeconds = await ledger.reader.clockSeconds();

    const [oldest] = await outbox.pendingBefore({ timestampSeconds: halfWindowAgo(clockSeconds, windowSeconds), limit: 1 });
    if (oldest !== undefined && oldest !== warnedOf)
      logger.error({ roundId: oldest }, 'half of the settlement window has passed for a pending round');
    warnedOf = oldest;

    const closedBefore = Math.max(0, clockSeconds - windowSeconds);
    const closed = await outbox.pendingBefore({ timestampSeconds: closedBefore, limit: STEP_LIMIT });
    for (const roundId of closed) await lapseAlone(dependencies, roundId);
  };
}

/** A record that cannot even be read must not keep the others from lapsing. */
async function lapseAlone(dependencies: SweepDependencies, roundId: RoundId): Promise<void> {
  try {
    await lapseRound(dependencies, roundId);
  } catch (error) {
    dependencies.metrics.sweepFailures.inc({ step: 'lapse' });
    dependencies.logger.error({ roundId, err: error }, 'the round could not lapse');
  }
}

const halfWindowAgo = (clockSeconds: number, windowSeconds: number): number => Math.max(0, clockSeconds - Math.floor(windowSeconds / 2));

/** Figures of the whole outbox; also taken while settlement is disabled. */
export async function reportFigures({
  outbox,
  metrics,
}: {
  outbox: Pick<Outbox, 'figures'>;
  metrics: SweepDependencies['metrics'];
}): Promise<void> {
  const { reserved, pending, parked, oldestPendingMs } = await outbox.figures();
  metrics.rounds.set({ state: 'reserved' }, reserved);
  metrics.rounds.set({ state: 'pending' }, pending);
  metrics.rounds.set({ state: 'parked' }, parked);
  metrics.oldestPendingSeconds.set((oldestPendingMs ?? 0) / 1_000);
}
