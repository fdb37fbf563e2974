import { createTurns, type Turns } from '@oracle-gateway/fair-share';
import { NodeError, readingTimeUsed } from '../errors/node-error.js';
import { type Asker, gatewayTenant, requesterTenant } from './asker.js';
import type { StartWork } from './work-time.js';

/** The fetch whose body is read. */
export interface Reader {
  readonly by: Asker;
  readonly signal: AbortSignal;
  /** Charges milliseconds of this thread; false: the reader has no time left. */
  readonly charge: (ms: number) => boolean;
}

export interface ReadingTurns {
  /**
   * Runs a task in its own turn of the event loop, and charges the time that it took. Throws SourceError when the reader has no time left, or the
   * reason of a signal that is aborted first.
   */
  run<T>(reader: Reader, task: () => T): Promise<T>;
}

/**
 * Schedules the reading of bodies in one thread: a large one takes tens of milliseconds of it. One body is read in a turn of the event loop, so
 * other work waits for one body at most. Gateways share the turns, and requesters share those of their gateway, by the time that their bodies
 * took.
 */
export function createReadingTurns(deps: {
  readonly max: number;
  readonly monotonicMs: () => number;
  readonly startWork: StartWork;
}): ReadingTurns {
  const { max, monotonicMs: nowMs, startWork } = deps;
  const ofGateways = createTurns({ max }, { nowMs });
  const ofRequesters = new Map<string, Turns>();

  const runMeasured = async <T>({ charge }: Reader, ends: (costMs: number) => void, task: () => T): Promise<T> => {
    await nextTurn();
    const worked = startWork();
    try {
      // Tasks that ran since this one was admitted may have used up the share.
      if (!charge(0)) throw readingTimeUsed('select');
      return task();
    } finally {
      const costMs = worked();
      charge(costMs);
      ends(costMs);
    }
  };

  const turnsOf = (gateway: string): Turns => {
    const turns = ofRequesters.get(gateway) ?? createTurns({ max }, { nowMs });
    ofRequesters.set(gateway, turns);
    return turns;
  };

  return {
    run: async (reader, task) => {
      const { by, signal } = reader;
      const turns = turnsOf(by.gateway);
      try {
        const own = await turns.wait(requesterTenant(by), signal);
        if (!own.ok) throw readingTimeUsed('select');
        // Each gateway has at most one task that waits here.
        const turn = await ofGateways.wait(gatewayTenant(by), signal).catch((error: unknown) => {
          own.end(0);
          throw error;
        });
        if (!turn.ok) {
          own.end(0);
          throw new NodeError('overloaded');
        }
        return await runMeasured(
          reader,
          (costMs) => {
            turn.end(costMs);
            own.end(costMs);
          },
          task,
        );
      } finally {
        if (turns.size() === 0) ofRequesters.delete(by.gateway);
      }
    },
  };
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
