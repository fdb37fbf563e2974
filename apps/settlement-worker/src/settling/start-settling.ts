import { repeat, withDeadline, type Repetition } from '@oracle-gateway/process';
import type { OutboxConnection } from '@oracle-gateway/outbox';
import type { Address } from '@oracle-gateway/protocol';
import type { Config } from '../config/config.js';
import { createAnnouncedChangesStep } from '../upkeep/announced-changes.js';
import { createFinalityStep } from '../upkeep/finality.js';
import type { PassDeps } from '../pass/pass-deps.js';
import { createSettlementPass } from '../pass/settlement-pass.js';
import { createPullStep } from '../queue/pull-due.js';
import type { ReceiptIndex } from '../reclaim/receipt-index.js';
import { createReclaimStep, RECLAIM_INTERVAL_MS } from '../reclaim/reclaim.js';
import { createSettlementBatches } from '../queue/settlement-batches.js';
import { createSettlementConsumer } from '../queue/settlement-consumer.js';
import { createWaitForOthers } from '../queue/wait-for-others.js';
import type { SignerSetIndex } from '../signer-sets/signer-set-index.js';
import type { SignerSets } from '../signer-sets/signer-sets.js';
import { createSweep } from '../upkeep/sweep.js';

/** A stopping worker waits this long for confirmations. The rest of the ten seconds is for writing the records. */
const STOP_PATIENCE_MS = 6_000;
/** A server that does not answer must not keep the process alive. */
const STOP_TIMEOUT_MS = 8_500;
/** Time to close the queue. A wake-up that is lost costs nothing: its round stays due. */
const INTAKE_TIMEOUT_MS = 1_000;
/** Twenty full batches: while some wait for the ledger, the next are claimed, read and built. */
const BATCHES_CLAIMED = 20;
const LEAST_CLAIMED = 100;
/** Bounds the memory of one worker, and the rounds that another must take over when it dies. */
const MOST_CLAIMED = 1_000;
const FINALITY_INTERVAL_MS = 5_000;
const SIGNER_SETS_INTERVAL_MS = 5_000;
const PAYERS_INTERVAL_MS = 5_000;
/** Far shorter than the delay of any change. */
const ANNOUNCED_INTERVAL_MS = 60_000;
/** Rounds wait this long at the start until the accounts of signer sets are known. A backlog would otherwise be sent without them. */
const SIGNER_SETS_PATIENCE_MS = 2_000;

/** Parts of a worker whose outbox and ledger have answered. */
export interface SettlingDeps {
  readonly gateway: Address;
  readonly settling: PassDeps;
  readonly signerSets: SignerSets;
  readonly receipts: ReceiptIndex;
  readonly paidSets: SignerSetIndex;
  /** Connection for the blocking reads of the queue. */
  readonly queueRedis: OutboxConnection;
  /** The wall clock. */
  readonly nowMs: () => number;
}

/** Starts to take wake-ups, to pull due rounds and to sweep. */
export function startSettling(deps: SettlingDeps, { batchLimit, intervalSeconds }: Config['settlement']): { stop(): Promise<void> } {
  const { settling, signerSets, receipts, paidSets, nowMs, queueRedis, gateway } = deps;
  const { logger, metrics, upstreams } = settling;
  const intervalMs = intervalSeconds * 1_000;
  const maxClaimed = Math.min(Math.max(LEAST_CLAIMED, BATCHES_CLAIMED * batchLimit), MOST_CLAIMED);
  // A round that is given back is pulled when it is due, not at the next interval.
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
  let halfTimeSeconds: number | null = null;
  const onHalfTime = (timestampSeconds: number): void => void (halfTimeSeconds = timestampSeconds);
  const pullStep = createPullStep({ ...settling, pass, halfTimeSeconds: () => halfTimeSeconds });
  const pullKnowing = async (): Promise<void> => {
    await accountsKnown;
    await pullStep();
  };
  const pull: Repetition = repeatStep('pull', pullKnowing, intervalMs);
  const waitForOthers = createWaitForOthers(settling);
  const batches = createSettlementBatches({
    limit: batchLimit,
    intervalMs,
    async take(roundIds, isFull) {
      // While the ledger does not answer, rounds stay due. They are pulled when it answers.
      if (!upstreams.isUp('ledger')) return;
      const mayWaitMs = isFull ? waitForOthers() : 0;
      await accountsKnown;
      await pass.untilRoom(roundIds.length);
      await pass.take(roundIds, 'settle', { mayWaitMs });
    },
  });
  const consumer = createSettlementConsumer({ redis: queueRedis, gateway, batchLimit, batches, logger });
  const steps = [
    pull,
    repeatStep('payers', () => settling.payers.step(), PAYERS_INTERVAL_MS),
    accounts,
    repeatStep('sweep', createSweep({ ...settling, pass, receipts, nowMs, onHalfTime }), intervalMs),
    repeatStep('finality', createFinalityStep({ ...settling, receipts, nowMs, onDue }), FINALITY_INTERVAL_MS),
    repeatStep('announced', createAnnouncedChangesStep({ ...settling, ...settling.ledger, nowMs }), ANNOUNCED_INTERVAL_MS),
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
