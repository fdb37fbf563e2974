import { repeat, withDeadline, type Repetition } from '@oracle-gateway/process';
import type { Config } from './config/config.js';
import type { Context } from './context.js';
import { createFinalityStep } from './upkeep/finality.js';
import type { PassDeps } from './pass/pass-deps.js';
import { createSettlementPass } from './pass/settlement-pass.js';
import { createPullStep } from './queue/pull-due.js';
import { createReclaimStep, RECLAIM_INTERVAL_MS } from './reclaim/reclaim.js';
import { createSettlementBatches } from './queue/settlement-batches.js';
import { createSettlementConsumer } from './queue/settlement-consumer.js';
import { createSweep } from './upkeep/sweep.js';

/** After this long a stopping worker no longer waits for confirmations; the rest of the ten seconds is for writing that down. */
const STOP_PATIENCE_MS = 6_000;
/** A server that does not answer must not keep the process alive. */
const STOP_TIMEOUT_MS = 8_500;
/** Wake-ups that wait for a queue that is gone are wake-ups only. */
const INTAKE_TIMEOUT_MS = 1_000;
/** Ten full batches: rounds that wait for the ledger keep no new ones from being sent. */
const BATCHES_CLAIMED = 10;
const LEAST_CLAIMED = 100;
/** Bounds what one worker holds in memory, and what another must take over when it dies. */
const MOST_CLAIMED = 1_000;
const FINALITY_INTERVAL_MS = 5_000;
const SIGNER_SETS_INTERVAL_MS = 5_000;
/** Rounds wait so long at the start to learn which signer sets have accounts: those of a backlog would all be sent without. */
const SIGNER_SETS_PATIENCE_MS = 2_000;

/** A context, and the mint that the ledger named. */
export type SettlingContext = Context & { readonly settling: PassDeps };

/** Begins to take wake-ups, to look for what is due, and to sweep. */
export function startSettling(context: SettlingContext, { batchLimit, intervalSeconds }: Config['settlement']): { stop(): Promise<void> } {
  const { settling, signerSets, receipts, paidSets, nowMs, queueRedis, gateway } = context;
  const { logger, metrics, upstreams } = settling;
  const intervalMs = intervalSeconds * 1_000;
  const maxClaimed = Math.min(Math.max(LEAST_CLAIMED, BATCHES_CLAIMED * batchLimit), MOST_CLAIMED);
  // What is given back is looked for again when it is due, whatever the interval.
  const onDue = (ms: number): void => pull.within(ms);

  const repeatStep = (step: string, work: () => Promise<void>, everyMs: number): Repetition =>
    repeat(work, {
      intervalMs: everyMs,
      onError(error) {
        metrics.sweepFailures.inc({ step });
        logger.debug({ step, err: error }, 'a background step failed; it runs again');
      },
    });
  const accounts = repeatStep('signer_sets', () => signerSets.step(), SIGNER_SETS_INTERVAL_MS);
  const accountsKnown = withDeadline(accounts.first, SIGNER_SETS_PATIENCE_MS);
  void settling.ledger.priorityFee.refresh();

  const pass = createSettlementPass(settling, { maxClaimed, onDue });
  const pullStep = createPullStep({ ...settling, pass });
  const pullKnowing = async (): Promise<void> => {
    await accountsKnown;
    await pullStep();
  };
  const pull: Repetition = repeatStep('pull', pullKnowing, intervalMs);
  const batches = createSettlementBatches({
    limit: batchLimit,
    intervalMs,
    async take(roundIds, isFull) {
      // While the ledger does not answer they stay due; they are pulled once it does.
      if (!upstreams.isUp('ledger')) return;
      await accountsKnown;
      await pass.untilRoom(roundIds.length);
      // A full batch tells that others follow soon.
      await pass.take(roundIds, 'settle', { mayWait: isFull });
    },
  });
  const consumer = createSettlementConsumer({ redis: queueRedis, gateway, batchLimit, batches, logger });
  const steps = [
    pull,
    accounts,
    repeatStep('sweep', createSweep({ ...settling, pass, receipts, nowMs }), intervalMs),
    repeatStep('finality', createFinalityStep({ ...settling, receipts, nowMs, onDue }), FINALITY_INTERVAL_MS),
    repeatStep('reclaim', createReclaimStep({ ...settling, receipts, paidSets }), RECLAIM_INTERVAL_MS),
  ];

  return {
    async stop() {
      const patience = new AbortController();
      const timer = setTimeout(() => patience.abort(), STOP_PATIENCE_MS);
      const intake = Promise.all([...steps.map((step) => step.stop()), batches.close(), consumer.close()]);
      const isSettled = await withDeadline(pass.close(patience.signal), STOP_TIMEOUT_MS);
      const isInTime = (await withDeadline(intake, INTAKE_TIMEOUT_MS)) && isSettled;
      clearTimeout(timer);
      patience.abort();
      if (!isInTime) logger.error('stopped with unfinished work; the records hold where it stands');
    },
  };
}
