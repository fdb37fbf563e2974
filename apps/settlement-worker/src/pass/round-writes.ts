import { GIVEN_BACK_RETRY_MS } from './retry-policy.js';
import { carryOut, type OwnAction, type Whereabouts } from './carry-out.js';
import type { ClaimedRound } from './claimed-round.js';
import type { ClaimedRounds } from './claimed-rounds.js';
import type { RoundFacts } from './decide.js';
import type { IsolationDeps } from './isolate-round.js';

/** Writes the outcome of decisions to the records. A round is busy while it is written: nothing else is decided on it. */
export interface RoundWrites {
  /** Carries out an action of one round. A round that has waited too long is given back instead. */
  act(round: ClaimedRound, action: OwnAction, facts: RoundFacts): void;
  /** Runs `work` and drops the rounds that it reports as let go. */
  write(rounds: readonly ClaimedRound[], work: () => Promise<ReadonlyMap<ClaimedRound, Whereabouts>>): void;
  /** Gives rounds back without facts, so that another worker may claim them. */
  giveBack(reason: string, which: 'all' | 'overdue'): void;
  /** Resolves when everything that was begun is written. */
  finished(): Promise<unknown>;
}

/** Longest wait before another worker may try: about the life of a blockhash. */
const LONGEST_CLAIM_MS = 60_000;

export function createRoundWrites(deps: IsolationDeps, rounds: ClaimedRounds): RoundWrites {
  const writing = new Set<Promise<void>>();
  const isOverdue = ({ claimedAtMs }: ClaimedRound): boolean => deps.pass.monotonicMs() - claimedAtMs >= LONGEST_CLAIM_MS;

  const write: RoundWrites['write'] = (written, work) => {
    for (const round of written) round.isBusy = true;
    const writes = work().then((whereabouts) => {
      for (const round of written) {
        round.isBusy = false;
        if (whereabouts.get(round) === 'let_go') rounds.drop(round.claim.roundId);
      }
    });
    writing.add(writes);
    void writes.finally(() => writing.delete(writes));
  };
  const writeAlone = (round: ClaimedRound, action: OwnAction, facts: RoundFacts): void =>
    write([round], async () => new Map([[round, await carryOut(deps, round, { action, facts })]]));

  return {
    act(round, action, facts) {
      const done = action.kind === 'wait' && isOverdue(round) ? givingBack(action.reason) : action;
      writeAlone(round, done, facts);
      if (done.kind === 'giveBack') deps.onDue(done.retryAfterMs);
    },
    write,
    giveBack(reason, which) {
      const given = rounds.all().filter((round) => !round.isBusy && (which === 'all' || isOverdue(round)));
      for (const round of given) writeAlone(round, givingBack(reason), NO_FACTS);
    },
    finished: () => Promise.all(writing),
  };
}

function givingBack(reason: string): OwnAction {
  return { kind: 'giveBack', reason, retryAfterMs: GIVEN_BACK_RETRY_MS, refusal: null };
}

const NO_FACTS: RoundFacts = {
  receipt: 'absent',
  slot: 0,
  recipientFault: null,
  readings: [],
  statuses: new Map(),
  finalizedHeight: null,
  isWindowClosed: null,
  isWindowLongClosed: null,
};
