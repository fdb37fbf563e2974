import { createBudget, createTurns, type Turns } from '@oracle-gateway/fair-share';
import { type Asker, gatewayTenant, requesterTenant } from './asker.js';
import { NodeError } from '../errors/node-error.js';

/**
 * Milliseconds of the one thread, shared by requesters: each may use a tenth of what is left. A small answer takes 0.05 ms, one of 20 KiB
 * less than 1 ms, the largest with the costliest selection 50 ms. All of the thread is shared. So a requester with small answers is refused
 * only when nothing is left; until then its turn comes.
 */
const BUDGET = { max: 5_000, windowMs: 5_000, factor: 1 / 10, reserve: 0 } as const;

/** Shared time of dry runs: a tenth of the thread at most, and one requester may use half of what is left of it. */
export const DRY_RUN_READING = { max: 500, windowMs: 5_000, factor: 1 / 2, reserve: 0 } as const;

export interface ReadingTurns {
  /** Throws NodeError `overloaded`, or `share_used` when the requester has used its share of the time. */
  requireShare(asker: Asker): void;
  /** Charges milliseconds of the thread that were used outside of a turn, while an answer arrived; false: the asker has used its share. */
  charge(asker: Asker, costMs: number): boolean;
  /** Runs a task in its own turn of the event loop. Throws as `requireShare`, or the reason of a signal that is aborted first. */
  run<T>(asker: Asker, signal: AbortSignal, task: () => T): Promise<T>;
}

/**
 * Schedules the reading of bodies: a large one takes tens of milliseconds of the one thread. One body is read in a turn of the event loop, so
 * a `sign` waits for one body at most. Gateways share the turns, and requesters share those of their gateway, by the time that their bodies
 * took. A budget limits the time of one requester as well, because reading takes it from signing. The time that answers take while they arrive
 * counts too.
 */
export function createReadingTurns(deps: {
  readonly max: number;
  readonly monotonicMs: () => number;
  readonly share?: typeof BUDGET | typeof DRY_RUN_READING;
}): ReadingTurns {
  const { max, monotonicMs: nowMs, share = BUDGET } = deps;
  const ofGateways = createTurns({ max }, { nowMs });
  const ofRequesters = new Map<string, Turns>();
  const budget = createBudget(share, { nowMs });

  const requireShare = (asker: Asker): void => {
    const refused = budget.peek(requesterTenant(asker));
    if (refused !== null) throw new NodeError(refused.reason === 'full' ? 'overloaded' : 'share_used');
  };

  const runMeasured = async <T>(asker: Asker, ends: (costMs: number) => void, task: () => T): Promise<T> => {
    await nextTurn();
    const startedMs = nowMs();
    try {
      // Tasks that ran since this one was admitted may have used up the share.
      requireShare(asker);
      return task();
    } finally {
      const costMs = nowMs() - startedMs;
      budget.charge(requesterTenant(asker), costMs);
      ends(costMs);
    }
  };

  const turnsOf = (gateway: string): Turns => {
    const turns = ofRequesters.get(gateway) ?? createTurns({ max }, { nowMs });
    ofRequesters.set(gateway, turns);
    return turns;
  };

  return {
    requireShare,
    charge: (asker, costMs) => {
      const tenant = requesterTenant(asker);
      budget.charge(tenant, costMs);
      const refused = budget.peek(tenant, 0);
      return refused === null || refused.reason === 'full';
    },
    run: async (asker, signal, task) => {
      const turns = turnsOf(asker.gateway);
      try {
        const own = await turns.wait(requesterTenant(asker), signal);
        if (!own.ok) throw new NodeError('share_used');
        // Each gateway has at most one task that waits here.
        const turn = await ofGateways.wait(gatewayTenant(asker), signal).catch((error: unknown) => {
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
