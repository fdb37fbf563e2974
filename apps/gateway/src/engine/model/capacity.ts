import { type Budget, createBudget, createPlaces, createRegulars, type Tenant } from '@oracle-gateway/fair-share';
import { GatewayError } from '../../errors/gateway-error.js';
import { requireShare, shareError, type ShareEvents } from '../../errors/share-error.js';

/** Shares the rounds at once in this process among tenants (protocol §10), and lets a shutdown wait for them. */
export interface Capacity {
  /**
   * Throws what `run` of the capacity would throw now: what cannot be served anyway is refused before anything is spent on it. A call
   * without a tenant asks whether any place is free.
   */
  requireRoom(tenant?: Tenant): void;
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

  const asKnown = (tenant: Tenant): Tenant => ({ ...tenant, isStranger: tenant.isStranger && !regulars.has(tenant.name) });
  const rounds = { resource: 'rounds', max, quota: 'rounds-at-once', events } as const;
  const requireRoom = (tenant?: Tenant): void => {
    if (isDraining) throw new GatewayError('shutting_down');
    if (tenant === undefined) {
      if (places.used() >= max) throw shareError({ ok: false, reason: 'full', retryAfterMs: 0 }, rounds);
      return;
    }
    requireFewFailures(tenant, failing, events);
    const refused = places.peek(tenant);
    if (refused !== null) throw shareError(refused, rounds);
  };

  return {
    requireRoom: (tenant) => requireRoom(tenant === undefined ? undefined : asKnown(tenant)),
    async run(who, work) {
      const tenant = asKnown(who);
      requireRoom(tenant);
      const place = requireShare(places.take(tenant), rounds).place;
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

/** A tenant without a failed round in this minute is never refused for those of others. */
function requireFewFailures(tenant: Tenant, failing: Budget, events: ShareEvents): void {
  const refused = failing.peek(tenant, 0);
  if (refused !== null)
    throw shareError(
      { ...refused, reason: 'own_share' },
      { resource: 'failing_rounds', max: failing.max, quota: 'failing-rounds', windowMs: MINUTE_MS, events },
    );
}
