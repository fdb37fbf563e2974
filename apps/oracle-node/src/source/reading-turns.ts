import { createBudget, createTurns, type Turns } from '@oracle-gateway/fair-share';
import { type Asker, gatewayParty, GATEWAYS_FACTOR, requesterParty } from '../asker.js';
import { NodeError } from '../errors.js';

/**
 * Milliseconds of the one thread that may be spent on reading bodies in five seconds: a fifth of it. A small answer takes a twentieth of a
 * millisecond, one of 20 KiB less than one, the largest with the costliest selection fifty.
 */
const BUDGET = { max: 1_000, windowMs: 5_000 } as const;
/** A requester may use as much as it leaves to others: half of the budget while no other asks, a third beside another that uses as much, and so on. */
const REQUESTERS_FACTOR = 1;

export interface ReadingTurns {
  /** Throws NodeError `overloaded`, or `share_used` when the requester has used its share of the time. */
  requireShare(asker: Asker): void;
  /** Runs a task in a turn of the event loop that it shares with no other. Throws as `requireShare`, and the signal's reason when that is aborted before. */
  run<T>(asker: Asker, signal: AbortSignal, task: () => T): Promise<T>;
}

/**
 * Reading a large body takes tens of milliseconds of the one thread. Bodies are read one in a turn, so that between two of them everything else gets
 * its turn: a `sign` waits for one body, never for all. The turns are shared among gateways and, within the share of each, among its requesters, by the
 * time that their bodies took; how much time there is in all is bounded, since whatever reading uses, signing has not.
 */
export function createReadingTurns(deps: { readonly max: number; readonly monotonicMs: () => number }): ReadingTurns {
  const { max, monotonicMs: nowMs } = deps;
  const ofGateways = createTurns({ max, nowMs });
  const ofRequesters = new Map<string, Turns>();
  const budgetOfGateways = createBudget({ ...BUDGET, factor: GATEWAYS_FACTOR, spare: 0, nowMs });
  const budgetOfRequesters = createBudget({ ...BUDGET, factor: REQUESTERS_FACTOR, nowMs });

  const requireShare = (asker: Asker): void => {
    if (budgetOfGateways.look(gatewayParty(asker)) !== null) throw new NodeError('overloaded');
    if (budgetOfRequesters.look(requesterParty(asker)) !== null) throw new NodeError('share_used');
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
      budgetOfGateways.charge(gatewayParty(asker), costMs);
      budgetOfRequesters.charge(requesterParty(asker), costMs);
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
