import { LedgerUnavailableError } from '@oracle-gateway/ledger';
import { beforeAbort, createAlarm, wait } from '@oracle-gateway/process';
import { endOfWaitMs } from './claimed-round.js';
import type { ClaimedRounds } from './claimed-rounds.js';
import { createRoundsCheck } from './check-rounds.js';
import type { PassDeps } from './pass-deps.js';
import { createLeases } from './renew-leases.js';
import type { RoundWrites } from './round-writes.js';

/** Checks all claimed rounds again and again, and keeps their leases alive. */
export interface SettlementLoop {
  /** Checks every claimed round soon, at rounds that wait for others too. */
  checkAtAll(): void;
  /** Goes on until no round is claimed or `patience` is aborted. A check that hangs is not waited for. */
  close(patience: AbortSignal): Promise<void>;
}

export interface SettlementLoopInput {
  readonly rounds: ClaimedRounds;
  readonly writes: RoundWrites;
  /** The ledger answers again. */
  readonly onLedgerBack: () => void;
  readonly random: () => number;
}

/** Pause between two reads of the ledger: a block takes 400 ms. */
const POLL_MS = 400;
/** Rounds that are claimed one after the other are checked together. */
const SHORTEST_POLL_MS = 100;
/** Pause between two calls of a ledger that does not answer, with jitter: several workers ask. */
const PROBE_MS = 1_000;

export function createSettlementLoop(deps: PassDeps, { rounds, writes, onLedgerBack, random }: SettlementLoopInput): SettlementLoop {
  const { upstreams, metrics, logger, monotonicMs } = deps;
  const leases = createLeases(deps, rounds);
  const alarm = createAlarm();
  /** Number of requests for a check of all rounds. */
  let calls = 0;
  /** Set once the loop is to end. */
  let patience: AbortSignal | undefined;

  const check = createRoundsCheck(deps, { rounds, writes, calls: () => calls, mayWait: () => patience === undefined, onLedgerBack });

  const tick = async (): Promise<boolean> => {
    metrics.claimed.set(rounds.all().length);
    leases.renewAll();
    try {
      return await check();
    } catch (error) {
      if (!(error instanceof LedgerUnavailableError)) {
        logger.error({ err: error }, 'a check of the claimed rounds failed');
        return false;
      }
      upstreams.failed('ledger', error);
      for (const round of rounds.all()) round.waitsFor = error.message;
      writes.giveBack(error.message, patience === undefined ? 'overdue' : 'all');
      return false;
    }
  };

  const untilNextTickMs = (isHeldBack: boolean): number => {
    if (!upstreams.isUp('ledger')) return PROBE_MS * (0.75 + random() / 2);
    if (isHeldBack) return SHORTEST_POLL_MS;
    const claimed = rounds.all();
    const waitsEndMs = Math.min(...claimed.filter(({ isWaiting }) => isWaiting).map(endOfWaitMs));
    const isPolling = patience !== undefined || claimed.some(({ isWaiting }) => !isWaiting);
    return Math.max(0, Math.min(waitsEndMs - monotonicMs(), isPolling ? POLL_MS : Infinity));
  };

  const run = async (): Promise<void> => {
    while (patience === undefined || !(patience.aborted || rounds.isEmpty())) {
      const startedAtMs = monotonicMs();
      const isNeeded = rounds.all().length > 0 || !upstreams.isUp('ledger');
      const isHeldBack = isNeeded && (await tick());
      await alarm.wait(untilNextTickMs(isHeldBack));
      await wait(Math.max(0, startedAtMs + SHORTEST_POLL_MS - monotonicMs()));
    }
  };
  const running = run();

  const checkAtAll = (): void => {
    calls += 1;
    for (const round of rounds.all()) round.isWaiting = false;
    alarm.ring();
  };

  return {
    checkAtAll,
    async close(signal) {
      patience = signal;
      checkAtAll();
      await beforeAbort(running, signal).catch(() => undefined);
      alarm.ring();
    },
  };
}
