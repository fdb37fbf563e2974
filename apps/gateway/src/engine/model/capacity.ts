import { type Budget, createBudget, createPlaces, createRegulars, type Party } from '@oracle-gateway/fair-share';
import { GatewayError } from '../../errors/gateway-error.js';
import { requireShare, shareError, type ShareEvents } from '../../errors/share-error.js';

/** Shares the rounds at once in this process among parties (protocol §10), and lets a shutdown wait for them. */
export interface Capacity {
  /**
   * Throws what `run` of the capacity would throw now: what cannot be served anyway is refused before anything is spent on it. Without a
   * party it is asked whether any place is free.
   */
  requireRoom(party?: Party): void;
  /** Runs `work` in a place of the party, or throws `at_capacity`, `share_used` or `shutting_down` at once: rounds do not queue. */
  run<T>(party: Party, work: () => Promise<T>): Promise<T>;
  readonly inFlight: () => number;
  readonly isDraining: () => boolean;
  /** Refuses new work; resolves when what runs has ended. */
  drain(): Promise<void>;
}

export interface CapacityDeps {
  readonly max: number;
  readonly failingPerMinute: number;
  readonly events: ShareEvents;
  /** Never set back. */
  readonly monotonicMs: () => number;
}

/** Charged after a failed round: the fetches that it cost nodes and source are over in a moment, its share is not. */
const FAILED_MS = 5_000;
/** A round is slow from here on; most take a tenth of it. */
const SLOW_AFTER_MS = 2_000;
const MINUTE_MS = 60_000;
/** A party whose round was good is no stranger for so long. */
const REGULAR_MS = 600_000;
const MAX_REGULARS = 10_000;

export function createCapacity({ max, failingPerMinute, events, monotonicMs: nowMs }: CapacityDeps): Capacity {
  const places = createPlaces({ max, failedMs: FAILED_MS, slowAfterMs: SLOW_AFTER_MS, nowMs });
  const failing = createBudget({ max: failingPerMinute, windowMs: MINUTE_MS, nowMs });
  const regulars = createRegulars({ maxParties: MAX_REGULARS, forMs: REGULAR_MS, nowMs });
  const running = new Set<Promise<unknown>>();
  let isDraining = false;

  const asKnown = (party: Party): Party => ({ ...party, isStranger: party.isStranger && !regulars.has(party.name) });
  const rounds = { resource: 'rounds', max, quota: 'rounds-at-once', events } as const;
  const requireRoom = (party?: Party): void => {
    if (isDraining) throw new GatewayError('shutting_down');
    if (party === undefined) {
      if (places.used() >= max) throw shareError({ ok: false, reason: 'full', retryAfterMs: 0 }, rounds);
      return;
    }
    requireFewFailures(party, failing, events);
    const refused = places.peek(party);
    if (refused !== null) throw shareError(refused, rounds);
  };

  return {
    requireRoom: (party) => requireRoom(party === undefined ? undefined : asKnown(party)),
    async run(who, work) {
      const party = asKnown(who);
      requireRoom(party);
      const place = requireShare(places.take(party), rounds).place;
      const task = work();
      running.add(task);
      let isCharged = false;
      try {
        const answer = await task;
        regulars.note(party.name);
        return answer;
      } catch (error) {
        isCharged = error instanceof GatewayError && error.rule.isChargedToParty === true;
        if (isCharged) failing.charge(party);
        throw error;
      } finally {
        running.delete(task);
        place.giveBack(isCharged ? 'failed' : 'good');
      }
    },
    inFlight: () => running.size,
    isDraining: () => isDraining,
    async drain() {
      isDraining = true;
      await Promise.allSettled(running);
    },
  };
}

/** A party without a failed round in this minute is never refused for those of others. */
function requireFewFailures(party: Party, failing: Budget, events: ShareEvents): void {
  const refused = failing.peek(party, 0);
  if (refused !== null)
    throw shareError(
      { ...refused, reason: 'own_share' },
      { resource: 'failing_rounds', max: failing.max, quota: 'failing-rounds', windowMs: MINUTE_MS, events },
    );
}
