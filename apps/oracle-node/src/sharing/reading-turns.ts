import { createBudget, createTurns, type Turns } from '@oracle-gateway/fair-share';
import { type Asker, gatewayParty, requesterParty } from './asker.js';
import { NodeError } from '../errors/node-error.js';

/**
 * Of the time of the one thread, in milliseconds, a requester may have used a tenth of what is left. A small answer takes a twentieth of a millisecond,
 * one of 20 KiB less than one, the largest with the costliest selection fifty. All of the thread is shared, so a requester with small answers is only
 * refused when nothing at all is left; until then its turn comes, however many others there are.
 */
const BUDGET = { max: 5_000, windowMs: 5_000, factor: 1 / 10, spare: 0 } as const;

export interface ReadingTurns {
  /** Throws NodeError `overloaded`, or `share_used` when the requester has used its share of the time. */
  requireShare(asker: Asker): void;
  /** Runs a task in a turn of the event loop that it shares with no other. Throws as `requireShare`, and the signal's reason when that is aborted before. */
  run<T>(asker: Asker, signal: AbortSignal, task: () => T): Promise<T>;
}

/**
 * Reading a large body takes tens of milliseconds of the one thread. Bodies are read one in a turn, so that between two of them everything else gets
 * its turn: a `sign` waits for one body, never for all. The turns are shared among gateways and, within the share of each, among its requesters, by the
 * time that their bodies took. How much of the time one requester may use is bounded beside, since what reading uses, signing has not.
 */
export function createReadingTurns(deps: { readonly max: number; readonly monotonicMs: () => number }): ReadingTurns {
  const { max, monotonicMs: nowMs } = deps;
  const ofGateways = createTurns({ max, nowMs });
  const ofRequesters = new Map<string, Turns>();
  const budget = createBudget({ ...BUDGET, nowMs });

  const requireShare = (asker: Asker): void => {
    const refused = budget.look(requesterParty(asker));
    if (refused !== null) throw new NodeError(refused.reason === 'full' ? 'overloaded' : 'share_used');
  };

  const runMeasured = async <T>(asker: Asker, ends: (costMs: number) => void, task: () => T): Promise<T> => {
    await nextTurn();
    const startedMs = nowMs();
    try {
      // What ran since this task was let in may have used up the share.
      requireShare(asker);
      return task();
    } finally {
      const costMs = nowMs() - startedMs;
      budget.charge(requesterParty(asker), costMs);
      ends(costMs);
    }
  };

  const turnsOf = (gateway: string): Turns => {
    const turns = ofRequesters.get(gateway) ?? createTurns({ max, nowMs });
    ofRequesters.set(gateway, turns);
    return turns;
  };

  return {
    requireShare,
    run: async (asker, signal, task) => {
      const turns = turnsOf(asker.gateway);
      try {
        const own = await turns.wait(requesterParty(asker), signal);
        if (!own.ok) throw new NodeError('share_used');
        // One of each gateway waits here at most.
        const turn = await ofGateways.wait(gatewayParty(asker), signal).catch((error: unknown) => {
          own.end(0);
          throw error;
        });
        if (!turn.ok) {
          own.end(0);
          throw new NodeError('overloaded');
        }
        return await runMeasured(
          asker,
          (costMs) => {
            turn.end(costMs);
            own.end(costMs);
          },
          task,
        );
      } finally {
        if (turns.size() === 0) ofRequesters.delete(asker.gateway);
      }
    },
  };
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
