/** A thread as far as a choice depends on it. */
export interface ThreadLoad {
  readonly isUp: boolean;
  /** Fetches under way. */
  readonly underWay: number;
  /** Those of costly requesters among them. */
  readonly costly: number;
}

export interface Placed {
  readonly requester: string;
  readonly origin: string;
  readonly isDryRun: boolean;
}

/** Decides which thread gets a fetch. */
export interface ThreadChoice {
  choose(placed: Placed, threads: readonly ThreadLoad[]): number;
  /** Whether fetches of this requester are kept apart from those of others. */
  isCostly(requester: string): boolean;
  /** Notes the milliseconds that a fetch has taken of its thread. */
  note(requester: string, ms: number, state: FetchState): void;
}

export type FetchState = 'under_way' | 'failed' | 'read';

/** A fetch that takes less is costly in no case. A plain one takes 0.3 ms, one of 20 KiB 1 ms. */
const LEAST_COSTLY_MS = 4;
/** And so many times what half of all fetches take: on a busy machine every fetch takes longer by the clock. */
const TIMES_TYPICAL = 4;
const TYPICAL = { atFirst: 0.5, least: 0.1, step: 1.02 } as const;
/** Weight of the last fetch in the mean of a requester: one costly fetch in ten keeps it costly. */
const WEIGHT = 0.25;
/** An origin leaves its thread when so many fetches more are under way there than in another. */
const SPILL = 8;
const MAX_REQUESTERS = 4_096;

/**
 * An origin has a thread, so that its kept connections are found again. Requesters whose fetches lately took much time, and dry runs, have the
 * last one: no fetch of another requester waits behind theirs. Others use that thread too while it has none of them.
 */
export function createThreadChoice(): ThreadChoice {
  const means = new Map<string, number>();
  let typicalMs: number = TYPICAL.atFirst;

  const isCostly = (requester: string): boolean => (means.get(requester) ?? 0) > Math.max(LEAST_COSTLY_MS, TIMES_TYPICAL * typicalMs);

  return {
    isCostly,
    choose({ requester, origin, isDryRun }, threads) {
      const last = threads.length - 1;
      if (isDryRun || isCostly(requester)) return last;
      const up = places(threads, ({ isUp }) => isUp);
      const able = up.length > 0 ? up : places(threads, () => true);
      const leastCostly = Math.min(...able.map((place) => threads[place]?.costly ?? 0));
      const fit = able.filter((place) => threads[place]?.costly === leastCostly);
      const hash = hashOf(origin);
      const home = hash % threads.length;
      const chosen = fit.includes(home) ? home : (fit[hash % fit.length] ?? last);
      const load = (place: number): number => threads[place]?.underWay ?? 0;
      const idlest = fit.reduce((one, other) => (load(other) < load(one) ? other : one), chosen);
      return load(chosen) > load(idlest) + SPILL ? idlest : chosen;
    },
    note(requester, ms, state) {
      const mean = means.get(requester) ?? 0;
      if (state === 'read' && !isCostly(requester)) {
        typicalMs = Math.max(TYPICAL.least, ms > typicalMs ? typicalMs * TYPICAL.step : typicalMs / TYPICAL.step);
      }
      means.delete(requester);
      const next = state === 'under_way' ? ms * WEIGHT : mean + (ms - mean) * WEIGHT;
      // Only a source that was read shows that little is enough. A fetch that was ended, as all are once the time of their requester is used, does not.
      means.set(requester, state === 'read' ? next : Math.max(mean, next));
      const [oldest] = means.keys();
      if (means.size > MAX_REQUESTERS && oldest !== undefined) means.delete(oldest);
    },
  };
}

function places(threads: readonly ThreadLoad[], fits: (thread: ThreadLoad) => boolean): number[] {
  return [...threads.keys()].filter((place) => threads[place] !== undefined && fits(threads[place]));
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}
