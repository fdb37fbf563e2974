import type { RoundId } from '@oracle-gateway/protocol';
import { createCheckBudget, type CheckBudget } from './check-budget.js';
import { createCheckSchedule } from './check-schedule.js';

/** Outcome of a check: the round has left its list, is checked again in its time, or with the next sweep. */
export type PaymentCheckOutcome = 'left' | 'stays' | 'goes-on';

export interface CheckTurnsOptions {
  readonly list: (input: { readonly limit: number; readonly skip: number }) => Promise<readonly RoundId[]>;
  readonly check: (roundId: RoundId, budget: CheckBudget) => Promise<PaymentCheckOutcome>;
  /** Calls of the ledger's server in one sweep, over all rounds. */
  readonly callsPerSweep: number;
  /** Checks of one round in successive sweeps, before they become rare. */
  readonly quickChecks: number;
}

/** Rounds of one sweep; the next goes on where it ended. */
const BATCH = 100;
const AT_ONCE = 5;
/** Calls that one check of one round may take. */
const CALLS_PER_CHECK = 40;

/** Checks the rounds of a list in turns, with so many calls in all in each sweep. Resolves with how many calls it took. */
export function createCheckTurns({ list, check, callsPerSweep, quickChecks }: CheckTurnsOptions): () => Promise<number> {
  const schedule = createCheckSchedule<RoundId>(quickChecks);
  let skip = 0;
  const takeTurn = async (roundId: RoundId, budget: CheckBudget): Promise<boolean> => {
    if (!schedule.isDue(roundId)) return true;
    const outcome = await check(roundId, createCheckBudget(CALLS_PER_CHECK, budget));
    if (outcome === 'left') schedule.forget(roundId);
    else schedule.checked(roundId, outcome === 'goes-on');
    return outcome !== 'left';
  };
  return async () => {
    schedule.next();
    const budget = createCheckBudget(callsPerSweep);
    const roundIds = await list({ limit: BATCH, skip });
    let staying = 0;
    let first = 0;
    for (; first < roundIds.length && budget.left > 0; first += AT_ONCE) {
      const stay = await Promise.all(roundIds.slice(first, first + AT_ONCE).map((roundId) => takeTurn(roundId, budget)));
      staying += stay.filter((stays) => stays).length;
    }
    skip = first >= roundIds.length && roundIds.length < BATCH ? 0 : skip + staying;
    return callsPerSweep - budget.left;
  };
}
