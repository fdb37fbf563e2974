import { createBudget } from '@oracle-gateway/fair-share';
import { NodeError } from '../errors/node-error.js';
import { type Asker, requesterTenant } from './asker.js';

/**
 * Milliseconds of a thread that fetches sources, in each window: each requester may use a tenth of what is left. A small answer takes 0.05 ms, one
 * of 20 KiB less than 1 ms, the largest with the costliest selection 50 ms. All of the thread is shared. So a requester with small answers is
 * refused only when nothing is left; until then its turn comes.
 */
const OBSERVATIONS = { max: 5_000, windowMs: 5_000, factor: 1 / 10, reserve: 0 } as const;

/** Shared time of dry runs: a tenth of a thread at most, and one requester may use half of what is left of it. */
export const DRY_RUN_READING = { max: 500, windowMs: 5_000, factor: 1 / 2, reserve: 0 } as const;

/** Time that the answers of sources take of threads, from their first byte to their number. Requesters share it. */
export interface ReadingBudget {
  /** Throws NodeError `overloaded`, or `share_used` when the requester has used its share of the time. */
  requireShare(asker: Asker): void;
  /** Charges milliseconds of a thread that were used; false: the asker has used its share. */
  charge(asker: Asker, costMs: number): boolean;
}

/** The time of so many threads. It is counted on the main thread, wherever a fetch runs. */
export function createReadingBudget(deps: {
  readonly threads: number;
  readonly monotonicMs: () => number;
  readonly share?: typeof OBSERVATIONS | typeof DRY_RUN_READING;
}): ReadingBudget {
  const { threads, monotonicMs: nowMs, share = OBSERVATIONS } = deps;
  const budget = createBudget({ ...share, max: share.max * threads }, { nowMs });
  return {
    requireShare: (asker) => {
      const refused = budget.peek(requesterTenant(asker));
      if (refused !== null) throw new NodeError(refused.reason === 'full' ? 'overloaded' : 'share_used');
    },
    charge: (asker, costMs) => {
      const tenant = requesterTenant(asker);
      budget.charge(tenant, costMs);
      const refused = budget.peek(tenant, 0);
      return refused === null || refused.reason === 'full';
    },
  };
}
