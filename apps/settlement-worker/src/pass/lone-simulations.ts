import type { SimulationResult } from '@oracle-gateway/ledger';
import type { RoundId } from '@oracle-gateway/protocol';
import { ENVIRONMENT_RETRY_MS, subjectOf } from './retry-policy.js';

/**
 * Simulations of single rounds whose shared transaction was refused for a cause outside its rounds. One round may still be that cause. If all
 * are refused alone too, further simulations would only add load, so they stop for a while.
 */
export interface LoneSimulations {
  /** Simulates when it is the round's turn. `not_run`: as many rounds as are tried were refused alone, none was accepted. */
  run(simulate: () => Promise<SimulationResult | null>): Promise<SimulationResult | null | 'not_run'>;
  /** The round was refused alone for a cause outside it. */
  remember(roundId: RoundId): void;
  /** Whether `remember` was called for it: it shares no transaction of this worker any more. */
  isRemembered(roundId: RoundId): boolean;
}

/** Simulations at once, and refusals in a row after which none follows. */
export const MOST_IN_A_ROW = 8;
/** Each remembered round costs a transaction of its own after an outage. */
const MOST_REMEMBERED = 256;

export function createLoneSimulations({ monotonicMs }: { readonly monotonicMs: () => number }): LoneSimulations {
  const remembered = new Set<RoundId>();
  let running = 0;
  let refusedInARow = 0;
  let openAgainAtMs = 0;
  let waiting: (() => void)[] = [];

  const begin = async (): Promise<boolean> => {
    for (;;) {
      if (monotonicMs() >= openAgainAtMs) refusedInARow = 0;
      if (refusedInARow >= MOST_IN_A_ROW) return false;
      if (running + refusedInARow < MOST_IN_A_ROW) break;
      await new Promise<void>((go) => waiting.push(go));
    }
    running += 1;
    return true;
  };
  const end = (): void => {
    running -= 1;
    const next = waiting;
    waiting = [];
    next.forEach((go) => go());
  };
  const note = (result: SimulationResult | null): void => {
    if (!isOutside(result)) {
      refusedInARow = 0;
      return;
    }
    refusedInARow += 1;
    openAgainAtMs = monotonicMs() + ENVIRONMENT_RETRY_MS;
  };

  return {
    async run(simulate) {
      if (!(await begin())) return 'not_run';
      try {
        const result = await simulate();
        note(result);
        return result;
      } finally {
        end();
      }
    },
    remember(roundId) {
      remembered.add(roundId);
      const [oldest] = remembered;
      if (remembered.size > MOST_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
    },
    isRemembered: (roundId) => remembered.has(roundId),
  };
}

/** No answer proves nothing in favour of the other rounds, so it counts like a refusal from outside. */
function isOutside(result: SimulationResult | null): boolean {
  return result === null || (!result.ok && subjectOf(result.refusal) === 'environment');
}
