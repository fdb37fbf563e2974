import { CLOCK_SYSVAR, LedgerUnavailableError, rememberedAddresses } from '@oracle-gateway/ledger';
import { formatAddress, type RoundId } from '@oracle-gateway/protocol';
import type { PassDeps } from '../pass/pass-deps.js';
import type { SettlementPass } from '../pass/settlement-pass.js';
import type { ReceiptIndex } from '../reclaim/receipt-index.js';
import { readWindow } from '../ledger/settle-window.js';

export type SweepDeps = PassDeps & {
  readonly pass: Pick<SettlementPass, 'room' | 'take'>;
  readonly receipts: Pick<ReceiptIndex, 'statistics'>;
  /** The wall clock. */
  readonly nowMs: () => number;
  /** Rounds with an earlier timestamp, Unix seconds, are past half of their settlement window. */
  readonly onHalfTime?: (timestampSeconds: number) => void;
};

/** Records that one step of a sweep reads; the next sweep reads the rest. */
const STEP_LIMIT = 500;

/**
 * Work without a wake-up: reservations of dead gateways, rounds whose window has passed, statistics. A step that fails does not keep the others
 * from running.
 */
export function createSweep(deps: SweepDeps): () => Promise<void> {
  const { metrics, logger } = deps;
  const steps = {
    expire: () => expireReservations(deps),
    lapse: createLapseStep(deps),
    statistics: () => reportStatistics(deps),
  };
  return async () => {
    const endTimer = metrics.sweepSeconds.startTimer();
    for (const [step, runStep] of Object.entries(steps)) {
      try {
        await runStep();
      } catch (error) {
        metrics.sweepFailures.inc({ step });
        // An unavailable ledger is logged once, not at every sweep.
        if (error instanceof LedgerUnavailableError)
          logger.debug({ step, reason: error.message }, 'a step of the sweep waits for the ledger');
        else logger.error({ step, err: error }, 'a step of the sweep failed');
      }
    }
    endTimer();
  };
}

async function expireReservations({ outbox, logger }: SweepDeps): Promise<void> {
  const expired = await outbox.expireReservations({ limit: STEP_LIMIT });
  if (expired > 0) logger.warn({ expired }, 'reservations without a result have expired');
}

/** Finds the rounds that may lapse. The pass decides, by two more reads of the ledger and by Redis' clock. */
function createLapseStep(deps: SweepDeps): () => Promise<void> {
  const { outbox, pass, nowMs, onHalfTime, logger } = deps;
  let warnedOf: RoundId | undefined;
  return async () => {
    const window = await readLedger(deps);
    // The earlier of the two clocks: a wrong ledger clock finds no candidates.
    const clockSeconds = Math.min(window.clockSeconds, Math.floor(nowMs() / 1_000));
    const before = (seconds: number): number => Math.max(0, clockSeconds - seconds);

    const halfTimeSeconds = before(Math.floor(window.windowSeconds / 2));
    onHalfTime?.(halfTimeSeconds);
    const [oldest] = await outbox.pendingBefore({ timestampSeconds: halfTimeSeconds, limit: 1 });
    if (oldest !== undefined && oldest !== warnedOf)
      logger.error({ roundId: oldest }, 'half of the settlement window has passed for a pending round');
    warnedOf = oldest;

    const closed = await outbox.pendingBefore({ timestampSeconds: before(window.windowSeconds), limit: STEP_LIMIT });
    await pass.take(closed.slice(0, pass.room()), 'lapse');
  };
}

/** The ledger's clock, the program's window and the lamports of the accounts that pay, of one moment. Throws LedgerUnavailableError. */
async function readLedger({ ledger, programId, payers, metrics, upstreams }: SweepDeps): Promise<{
  readonly clockSeconds: number;
  readonly windowSeconds: number;
}> {
  try {
    const addresses = payers.addresses();
    const { accounts, slot } = await ledger.read([CLOCK_SYSVAR, rememberedAddresses.config(programId), ...addresses], 'confirmed');
    const [clock = null, config = null, ...paying] = accounts;
    const window = readWindow({ clock, config, programId });
    if (window === null) throw new LedgerUnavailableError('getMultipleAccounts', 'no clock, or no Config of the program');
    upstreams.answered('ledger');
    metrics.payerLamports.reset();
    for (const [index, payer] of addresses.entries()) {
      const { lamports } = paying[index] ?? { lamports: 0n };
      payers.note(payer, { lamports, slot });
      metrics.payerLamports.set({ payer: formatAddress(payer) }, Number(lamports));
    }
    metrics.windowSeconds.set(window.windowSeconds);
    return window;
  } catch (error) {
    for (const payer of payers.addresses()) metrics.payerLamports.set({ payer: formatAddress(payer) }, Number.NaN);
    if (error instanceof LedgerUnavailableError) upstreams.failed('ledger', error);
    throw error;
  }
}

export type StatisticsDeps = Pick<SweepDeps, 'outbox' | 'receipts' | 'metrics' | 'upstreams'>;

/** Statistics of the whole outbox; also reported while settlement is disabled. */
export async function reportStatistics({ outbox, receipts, metrics, upstreams }: StatisticsDeps): Promise<void> {
  try {
    const { reserved, pending, parked, held, unfinal, oldestPendingMs, books } = await outbox.statistics();
    const { open, forgotten } = await receipts.statistics();
    upstreams.answered('outbox');
    for (const [state, count] of Object.entries({ reserved, pending, parked, held, unfinal })) metrics.rounds.set({ state }, count);
    for (const [state, count] of Object.entries({ open, forgotten })) metrics.receipts.set({ state }, count);
    for (const state of ['waiting', 'lost'] as const) metrics.booksRows.set({ state }, books[state]);
    metrics.oldestPendingSeconds.set((oldestPendingMs ?? 0) / 1_000);
    metrics.booksOldestSeconds.set((books.oldestMs ?? 0) / 1_000);
  } catch (error) {
    upstreams.failed('outbox', error);
    // Old statistics would hide the trouble.
    for (const state of ['reserved', 'pending', 'parked', 'held', 'unfinal']) metrics.rounds.set({ state }, Number.NaN);
    for (const state of ['open', 'forgotten']) metrics.receipts.set({ state }, Number.NaN);
    for (const state of ['waiting', 'lost']) metrics.booksRows.set({ state }, Number.NaN);
    metrics.oldestPendingSeconds.set(Number.NaN);
    metrics.booksOldestSeconds.set(Number.NaN);
    throw error;
  }
}
