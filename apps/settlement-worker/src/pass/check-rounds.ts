import { decide, type RoundFacts } from './decide.js';
import { endOfWaitMs, type ClaimedRound } from './claimed-round.js';
import type { ClaimedRounds } from './claimed-rounds.js';
import { LEASE_MS } from './intake.js';
import { createPacker } from './packer.js';
import type { PassDeps } from './pass-deps.js';
import { readFacts } from './read-facts.js';
import type { RoundWrites } from './round-writes.js';
import { isOnItsWay } from './sent-transaction.js';

/**
 * One check of all claimed rounds: reads their facts together, decides on each and acts. True if something waits for free transactions. Throws
 * LedgerUnavailableError.
 */
export type RoundsCheck = () => Promise<boolean>;

export interface RoundsCheckInput {
  readonly rounds: ClaimedRounds;
  readonly writes: RoundWrites;
  /** Number of requests for a check of all rounds. */
  readonly calls: () => number;
  /** Rounds that fill no transaction may wait for others. */
  readonly mayWait: () => boolean;
  /** The ledger answers again. */
  readonly onLedgerBack: () => void;
}

/** Transactions under way at once: more would only queue up, and be taken for lost meanwhile. */
const MAX_UNANSWERED = 64;

export function createRoundsCheck(deps: PassDeps, { rounds, writes, calls, mayWait, onLedgerBack }: RoundsCheckInput): RoundsCheck {
  const { ledger, payers, gateway, programId, mint, upstreams, logger, monotonicMs } = deps;
  const packer = createPacker(deps, { rounds, writes });

  return async () => {
    const wasDown = !upstreams.isUp('ledger');
    if (wasDown) await ledger.sender.blockHeight('confirmed');
    const nowMs = monotonicMs();
    const due = rounds.all().filter((round) => isDue(round, nowMs));
    if (due.length === 0 && !wasDown) return false;
    const callsBefore = calls();
    const { facts, failure } = await readFacts({ ledger, payers }, { rounds: due, programId, gateway, mint, leaseMs: LEASE_MS, nowMs });
    if (failure !== null) logger.debug({ reason: failure.message }, 'some rounds could not be read from the ledger');
    upstreams.answered('ledger');
    if (wasDown) onLedgerBack();
    const free = MAX_UNANSWERED - packer.begun() - unansweredOf(rounds.all());
    const { unsent, left, isHeldBack } = actOn(due, { facts, nowMs, free, writes });
    if (unsent.length === 0) return isHeldBack;
    const packing = { limit: Math.max(0, left), mayWait: mayWait(), isOutdated: calls() !== callsBefore };
    return packer.send(unsent, packing) > 0 || isHeldBack;
  };
}

/** Whether the ledger is asked about the round. */
function isDue(round: ClaimedRound, nowMs: number): boolean {
  const { isBusy, isWaiting, transaction } = round;
  if (isBusy || (transaction !== null && isOnItsWay(transaction, nowMs))) return false;
  return !isWaiting || nowMs >= endOfWaitMs(round);
}

interface Found {
  readonly facts: ReadonlyMap<ClaimedRound['claim']['roundId'], RoundFacts>;
  readonly nowMs: number;
  /** Transactions that may still be sent. */
  readonly free: number;
  readonly writes: RoundWrites;
}

/** Acts on each round alone. Rounds without a transaction are left for the packer. */
function actOn(
  due: readonly ClaimedRound[],
  { facts, nowMs, free, writes }: Found,
): { readonly unsent: readonly ClaimedRound[]; readonly left: number; readonly isHeldBack: boolean } {
  const unsent: ClaimedRound[] = [];
  let [left, isHeldBack] = [free, false];
  for (const round of due) {
    const found = facts.get(round.claim.roundId);
    if (found === undefined || round.isBusy) continue;
    const action = decide(round, found, nowMs);
    if (action.kind === 'send') unsent.push(round);
    else if (action.kind === 'sendAgain' && left <= 0) isHeldBack = true;
    else writes.act(round, action, found);
    left -= Number(action.kind === 'sendAgain');
  }
  return { unsent, left, isHeldBack };
}

/** Broadcasts without an answer; rounds that were sent together hold the same transaction. */
function unansweredOf(rounds: readonly ClaimedRound[]): number {
  const transactions = new Set(rounds.map(({ transaction }) => transaction));
  return [...transactions].reduce((count, transaction) => count + (transaction?.unanswered ?? 0), 0);
}
