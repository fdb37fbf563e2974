import type { RoundId } from '@oracle-gateway/protocol';
import { createLookBudget, type LookBudget } from './look-budget.js';
import { createLookSchedule } from './look-schedule.js';

/** What a look came to: the round has left its list, is looked at again in its time, or with the next sweep. */
export type LookOutcome = 'left' | 'stays' | 'goes-on';

export interface LookTurnsOptions {
  readonly list: (input: { readonly limit: number; readonly skip: number }) => Promise<readonly RoundId[]>;
  readonly look: (roundId: RoundId, budget: LookBudget) => Promise<LookOutcome>;
  /** Calls of the ledger's server in one sweep, over all rounds. */
  readonly callsPerSweep: number;
  /** Looks at one round in successive sweeps, before they become rare. */
  readonly quickLooks: number;
}

/** Rounds of one sweep; the next goes on where it ended. */
const BATCH = 100;
const AT_ONCE = 5;
/** Calls that one look at one round may take. */
const CALLS_PER_LOOK = 40;

/** Looks at the rounds of a list in turns, with so many calls in all in each sweep. Resolves with how many calls it took. */
export function createLookTurns({ list, look, callsPerSweep, quickLooks }: LookTurnsOptions): () => Promise<number> {
  const schedule = createLookSchedule<RoundId>(quickLooks);
  let skip = 0;
  const takeTurn = async (roundId: RoundId, budget: LookBudget): Promise<boolean> => {
    if (!schedule.isDue(roundId)) return true;
    const outcome = await look(roundId, createLookBudget(CALLS_PER_LOOK, budget));
    if (outcome === 'left') schedule.forget(roundId);
    else schedule.looked(roundId, outcome === 'goes-on');
    return outcome !== 'left';
  };
  return async () => {
    schedule.next();
    const budget = createLookBudget(callsPerSweep);
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
