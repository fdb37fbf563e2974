import { LedgerUnavailableError } from '@oracle-gateway/ledger';
import { beforeAbort, createAlarm, wait } from '@oracle-gateway/process';
import { endOfWaitMs, type ClaimedRound } from './claimed-round.js';
import type { ClaimedRounds } from './claimed-rounds.js';
import { decide } from './decide.js';
import { LEASE_MS } from './intake.js';
import { createPacker } from './packer.js';
import type { PassDeps } from './pass-deps.js';
import { readFacts } from './read-facts.js';
import { createLeases } from './renew-leases.js';
import type { RoundWrites } from './round-writes.js';

/** Looks at all claimed rounds again and again: reads facts for them together, decides on each, acts. */
export interface SettlementLoop {
  /** Looks at every claimed round soon, at those that wait for others too. */
  lookAtAll(): void;
  /** Goes on until no round is claimed or `patience` is aborted. A look that hangs is not waited for. */
  close(patience: AbortSignal): Promise<void>;
}

export interface SettlementLoopInput {
  readonly rounds: ClaimedRounds;
  readonly writes: RoundWrites;
  /** The ledger answers again. */
  readonly onLedgerBack: () => void;
  readonly random: () => number;
}

/** Between two looks: a block takes 400 ms. */
const POLL_MS = 400;
/** Rounds that are claimed one after the other are looked at together. */
const SHORTEST_POLL_MS = 100;
/** Transactions under way at once: more would only queue up, and be taken for lost meanwhile. */
const MAX_UNANSWERED = 64;
/** Between two questions to a ledger that does not answer, with jitter: several workers ask. */
const PROBE_MS = 1_000;

export function createSettlementLoop(deps: PassDeps, { rounds, writes, onLedgerBack, random }: SettlementLoopInput): SettlementLoop {
  const { ledger, programId, mint, upstreams, metrics, logger, monotonicMs } = deps;
  const leases = createLeases(deps, rounds);
  const packer = createPacker(deps, { rounds, writes });
  const alarm = createAlarm();
  /** How often a look at all rounds was asked for. */
  let calls = 0;
  /** Set once the loop is to end. */
  let patience: AbortSignal | undefined;

  /** Returns whether something waits for free transactions. */
  const look = async (): Promise<boolean> => {
    const wasDown = !upstreams.isUp('ledger');
    if (wasDown) await ledger.sender.blockHeight('confirmed');
    const nowMs = monotonicMs();
    const due = rounds.all().filter((round) => !round.isBusy && (!round.isWaiting || nowMs >= endOfWaitMs(round)));
    if (due.length === 0 && !wasDown) return false;
    const callsBefore = calls;
    const { facts, failure } = await readFacts(ledger, { rounds: due, programId, mint, leaseMs: LEASE_MS, nowMs });
    if (failure !== null) logger.debug({ reason: failure.message }, 'some rounds could not be read from the ledger');
    upstreams.answered('ledger');
    if (wasDown) onLedgerBack();
    let free = MAX_UNANSWERED - packer.begun() - unansweredOf(rounds.all());
    let isHeldBack = false;
    const unsent: ClaimedRound[] = [];
    for (const round of due) {
      const found = facts.get(round.claim.roundId);
      if (found === undefined || round.isBusy) continue;
      const action = decide(round, found, nowMs);
      if (action.kind === 'send') unsent.push(round);
      else if (action.kind === 'sendAgain' && free <= 0) isHeldBack = true;
      else writes.act(round, action, found);
      free -= Number(action.kind === 'sendAgain');
    }
    if (unsent.length === 0) return isHeldBack;
    const packing = { limit: Math.max(0, free), mayWait: patience === undefined, isOutdated: calls !== callsBefore };
    return packer.send(unsent, packing) > 0 || isHeldBack;
  };

  const tick = async (): Promise<boolean> => {
    metrics.claimed.set(rounds.all().length);
    leases.renewAll();
    try {
      return await look();
    } catch (error) {
      if (!(error instanceof LedgerUnavailableError)) {
        logger.error({ err: error }, 'a look at the claimed rounds failed');
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
    if (patience !== undefined || claimed.some(({ isWaiting }) => !isWaiting)) return POLL_MS;
    return Math.max(0, Math.min(...claimed.map(endOfWaitMs)) - monotonicMs());
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

  const lookAtAll = (): void => {
    calls += 1;
    for (const round of rounds.all()) round.isWaiting = false;
    alarm.ring();
  };

  return {
    lookAtAll,
    async close(signal) {
      patience = signal;
      lookAtAll();
      await beforeAbort(running, signal).catch(() => undefined);
      alarm.ring();
    },
  };
}

/** Broadcasts without an answer; rounds that were sent together hold the same transaction. */
function unansweredOf(rounds: readonly ClaimedRound[]): number {
  const transactions = new Set(rounds.map(({ transaction }) => transaction));
  return [...transactions].reduce((count, transaction) => count + (transaction?.unanswered ?? 0), 0);
}
