import { createBudget, createPlaces, createRegulars, type Tenant } from '@oracle-gateway/fair-share';
import { GatewayError } from '../../errors/gateway-error.js';
import { shareError, type ShareEvents } from '../../errors/share-error.js';

/** Shares the rounds at once in this process among tenants, and lets a shutdown wait for them. */
export interface Capacity {
  /**
   * Throws what `run` of the capacity would throw now: what cannot be served anyway is refused before anything is spent on it. A call
   * without a tenant asks whether any place is free.
   */
  readonly requireRoom: (tenant?: Tenant) => void;
  /** Runs `work` in a place of the tenant, or throws `at_capacity`, `share_used` or `shutting_down` at once: rounds do not queue. */
  run<T>(tenant: Tenant, work: () => Promise<T>): Promise<T>;
  readonly inFlight: () => number;
  readonly isDraining: () => boolean;
  /** Refuses new work; resolves when what runs has ended. */
  drain(): Promise<void>;
}

export interface CapacityDeps {
  readonly max: number;
  readonly failingPerMinute: number;
  readonly events: ShareEvents;
  /** A clock that is never set back. */
  readonly monotonicMs: () => number;
}

/** Charged after a failed round: the fetches that it cost nodes and source are over in a moment, its share is not. */
const FAILED_MS = 5_000;
/** A round is slow from here on; most take a tenth of it. */
const SLOW_AFTER_MS = 2_000;
const MINUTE_MS = 60_000;
/** A tenant whose round was good is no stranger for so long. */
const REGULAR_MS = 600_000;
const MAX_REGULARS = 10_000;

export function createCapacity({ max, failingPerMinute, events, monotonicMs: nowMs }: CapacityDeps): Capacity {
  const places = createPlaces({ max, failedMs: FAILED_MS, slowAfterMs: SLOW_AFTER_MS }, { nowMs });
  const failing = createBudget({ max: failingPerMinute, windowMs: MINUTE_MS }, { nowMs });
  const regulars = createRegulars({ maxTenants: MAX_REGULARS, forMs: REGULAR_MS, nowMs });
  const running = new Set<Promise<unknown>>();
  let isDraining = false;

  const rounds = { resource: 'rounds', max, quota: 'rounds-at-once', events } as const;
  const failures = { resource: 'failing_rounds', max: failing.max, quota: 'failing-rounds', windowMs: MINUTE_MS, events } as const;

  /** The tenant, a stranger no more if a round of its was good. Throws why it may run no round, whatever places are free. */
  const admit = (who: Tenant): Tenant => {
    if (isDraining) throw new GatewayError('shutting_down');
    const tenant = { ...who, isStranger: who.isStranger && !regulars.has(who.name) };
    // A tenant without a failed round in this minute is never refused for those of others.
    const refused = failing.peek(tenant, 0);
    if (refused !== null) throw shareError({ ...refused, reason: 'own_share' }, failures);
    return tenant;
  };

  return {
    requireRoom(who) {
      if (who === undefined) {
        if (isDraining) throw new GatewayError('shutting_down');
        if (places.used() >= max) throw shareError({ ok: false, reason: 'full', retryAfterMs: 0 }, rounds);
        return;
      }
      const refused = places.peek(admit(who));
      if (refused !== null) throw shareError(refused, rounds);
    },
    async run(who, work) {
      const tenant = admit(who);
      const taking = places.take(tenant);
      if (!taking.ok) throw shareError(taking, rounds);
      const task = work();
      running.add(task);
      let isCharged = false;
      try {
        const answer = await task;
        regulars.note(tenant.name);
        return answer;
      } catch (error) {
        isCharged = error instanceof GatewayError && error.rule.isChargedToTenant === true;
        if (isCharged) failing.charge(tenant);
        throw error;
      } finally {
        running.delete(task);
        taking.place.giveBack(isCharged ? 'failed' : 'good');
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
