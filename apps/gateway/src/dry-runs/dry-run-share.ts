import { type Budget, createBudget, createPlaces, type Tenant, type Place } from '@oracle-gateway/fair-share';
import { MAX_SOURCES } from '@oracle-gateway/protocol';
import { GatewayError } from '../errors/gateway-error.js';
import { shareError, type ShareEvents } from '../errors/share-error.js';

/** Share of this process that dry runs may take: places and a number a minute of their own. None is a place of rounds. */
export interface DryRunShare {
  /** Throws what refuses every dry run now, before anything is spent on the request. */
  requireRoom(): void;
  /**
   * Takes a place, and of the minute's dry runs one for each source; a stranger is one of its address. Throws `at_capacity` or `share_used`,
   * and `simulate_auth_missing` for a stranger with more sources than a stranger ever has.
   */
  take(tenant: Tenant, sources: number): Place;
}

export interface DryRunShareDeps {
  readonly maxConcurrent: number;
  /** Dry runs of known callers a minute. */
  readonly perMinute: number;
  /** Those of strangers; 0: none. */
  readonly strangersPerMinute: number;
  readonly events: ShareEvents;
  readonly isStopping: () => boolean;
  /** A clock that is never set back. */
  readonly monotonicMs: () => number;
}

const MINUTE_MS = 60_000;
/** A dry run is slow from here on, as a round is. */
const SLOW_AFTER_MS = 2_000;
/** One address's part of what strangers have left in a minute: nine of the default of sixty where no other asks. */
const ADDRESS_FACTOR = 1 / 5;

export function createDryRunShare(deps: DryRunShareDeps): DryRunShare {
  const { maxConcurrent: max, perMinute, strangersPerMinute, events, isStopping, monotonicMs: nowMs } = deps;
  const places = createPlaces({ max, slowAfterMs: SLOW_AFTER_MS }, { nowMs });
  const ofKnown = createBudget({ max: perMinute, windowMs: MINUTE_MS }, { nowMs });
  const minuteOfStrangers = { max: Math.max(1, strangersPerMinute), factor: ADDRESS_FACTOR, windowMs: MINUTE_MS };
  const ofStrangers = createBudget(minuteOfStrangers, { nowMs });
  const mostOfStranger = mostWithin(createBudget(minuteOfStrangers, { nowMs }));
  const atOnce = { resource: 'dry_runs', quota: 'dry-runs-at-once', max, events } as const;

  const requireRoom = (): void => {
    if (isStopping()) throw new GatewayError('shutting_down');
    if (places.used() >= max) throw shareError({ ok: false, reason: 'full', retryAfterMs: 0 }, atOnce);
  };

  return {
    requireRoom,
    take(tenant, sources) {
      requireRoom();
      if (tenant.isStranger && strangersPerMinute === 0) {
        throw new GatewayError('simulate_auth_missing', { detail: 'this gateway serves dry runs to callers of rounds only' });
      }
      if (tenant.isStranger && sources > mostOfStranger) {
        throw new GatewayError('simulate_auth_missing', {
          detail: `apiConfigs: this gateway serves dry runs of more than ${mostOfStranger} sources to callers of rounds only`,
        });
      }
      const budget = tenant.isStranger ? ofStrangers : ofKnown;
      // All tenants of this budget are strangers, and one address has a share like any other tenant.
      const counted: Tenant = { name: tenant.name, isStranger: false };
      const refused = budget.peek(counted, sources);
      if (refused !== null) {
        const quota = { resource: 'dry_runs_per_minute', quota: 'dry-runs', max: budget.max, windowMs: MINUTE_MS, events } as const;
        // A stranger's refusal names the strangers' share, also where all of it is used: callers who may ask for rounds have more.
        throw shareError(tenant.isStranger && refused.reason === 'full' ? { ...refused, reason: 'strangers_share' } : refused, quota);
      }
      const taking = places.take(tenant);
      if (!taking.ok) throw shareError(taking, atOnce);
      budget.charge(counted, sources);
      return taking.place;
    },
  };
}

/** The most sources that one address may ask at once while its budget is unused. */
function mostWithin(unused: Budget): number {
  let most = 0;
  while (most < MAX_SOURCES && unused.peek({ name: 'any', isStranger: false }, most + 1) === null) most += 1;
  return most;
}
